import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { disableRowSecurity } from '../../../tests/hostile.testkit.ts';
import { aNumber, openTestServer, type TestServer } from '../../../tests/kit.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { newId } from '../../platform/records/id.ts';
import { addStudent, chargeFingerTry, judgeFingerTry } from './index.ts';
import { chargePinTry, judgePinTry } from './locks.ts';

let server: TestServer;
/** Database owner: the application's role may insert and delete tries and misses, but not update them. */
let owner: pg.Client;
let school: string;
let classId: string;
let child: string;
let user: string;

beforeAll(async () => {
  server = await openTestServer();
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await disableRowSecurity(owner);
  school = await server.aSchool();
  classId = await server.aClass(school);
});
afterAll(async () => {
  await owner.end();
  await server.close();
});
beforeEach(async () => {
  child = await aChild();
  user = newId();
});

async function aChild(): Promise<string> {
  const id = newId();
  const admissionNumber = String(1000 + aNumber());
  await server.context.db.inSchool(school, (tx) =>
    addStudent(tx, { id, admissionNumber, names: 'Baraka Mwangi', classId, pinHash: null }),
  );
  return id;
}

const sql = (text: string, ...values: unknown[]) =>
  server.context.db.inSchool(school, (tx) => tx.rows<Record<string, unknown>>(text, [school, ...values]));
const chargePin = (student = child, by = user) =>
  server.context.db.inSchool(school, (tx) => chargePinTry(tx, student, by));
const chargeFinger = (student = child, by = user) =>
  server.context.db.inSchool(school, (tx) => chargeFingerTry(tx, student, by));
/** Returns `charged` or `held`, or the problem of the refusal. */
const outcome = (charged: Promise<object>) =>
  charged.then(
    (answer) => ('hold' in answer ? 'held' : 'charged'),
    (refusal: { problem: string }) => refusal.problem,
  );
const locked = (...columns: string[]) =>
  sql(
    `INSERT INTO student_locks (school_id, student_id) VALUES ($1, $2) ON CONFLICT (school_id, student_id) DO UPDATE SET ${columns.join(', ')}`,
    child,
  );
/** Shifts the times of this user's rows by an interval. */
const shift = (table: 'student_tries' | 'failed_attempts', by: string) =>
  owner.query(`UPDATE ${table} SET at = at + $2::interval WHERE user_id = $1`, [user, by]);

async function missPins(count: number, student?: string): Promise<void> {
  for (let miss = 0; miss < count; miss++) {
    const tried = await chargePin(student ?? (await aChild()));
    await server.context.db.inSchool(school, (tx) => judgePinTry(tx, tried, false));
  }
}

describe('clock set back', () => {
  beforeEach(() => chargePin());

  it.each([
    ['PIN', 'pin_locked_until', 1_440 * 60, chargePin, 'pin.locked'],
    ['finger', 'finger_held_until', 3_600, chargeFinger, 'held'],
  ] as const)('a %s lock longer than possible ends', async (_name, column, longest, charge, stands) => {
    const until = (seconds: number) =>
      locked(
        'pin_failures = 4, finger_failures = 4',
        `${column} = clock_timestamp() + make_interval(secs => ${seconds})`,
      );
    await sql('DELETE FROM student_tries WHERE school_id = $1');
    await until(longest - 1);
    expect(await outcome(charge(child, newId()))).toBe(stands);
    await until(longest + 60);
    expect(await outcome(charge(child, newId()))).toBe('charged');
    // A lock that ends takes the misses before it along, so five tries are left again.
    for (let tries = 0; tries < 4; tries++) expect(await outcome(charge(child, newId()))).toBe('charged');
    expect(await outcome(charge(child, newId()))).toBe(stands);
  });

  it('tries and misses in the future are ignored', async () => {
    for (let tries = 0; tries < 4; tries++) await chargePin();
    expect(await outcome(chargePin(child, newId()))).toBe('pin.locked');
    await shift('student_tries', '1 minute');
    expect(await outcome(chargePin(child, newId()))).toBe('charged');
    await sql('DELETE FROM student_tries WHERE school_id = $1');
    await missPins(20);
    expect(await outcome(chargePin())).toBe('pin.too-many-misses');
    await shift('failed_attempts', '1 minute');
    expect(await outcome(chargePin())).toBe('charged');
  });

  it("a user's tries in the future are ignored", async () => {
    for (let tries = 0; tries < 19; tries++) await chargePin(await aChild());
    expect(await outcome(chargePin())).toBe('pin.too-many-misses');
    await shift('student_tries', '1 minute');
    expect(await outcome(chargePin())).toBe('charged');
  });

  it('by seconds keeps all tries', async () => {
    for (let tries = 0; tries < 4; tries++) await chargePin();
    await shift('student_tries', '3 seconds');
    expect(await outcome(chargePin(child, newId()))).toBe('pin.locked');
    await missPins(15);
    await shift('failed_attempts', '3 seconds');
    expect(await outcome(chargePin(await aChild()))).toBe('pin.too-many-misses');
  });

  it('a right try in the future proves nobody', async () => {
    const tried = await chargePin();
    await shift('student_tries', '1 minute');
    await expect(server.context.db.inSchool(school, (tx) => judgePinTry(tx, tried, true))).rejects.toMatchObject({
      problem: 'server.busy',
    });
  });
});

describe('PIN try', () => {
  it('does not count finger tries under way, of student or user', async () => {
    for (let tries = 0; tries < 5; tries++) await chargeFinger();
    for (let tries = 0; tries < 20; tries++) await chargeFinger(await aChild());
    expect(await outcome(chargeFinger())).toBe('held');
    expect(await outcome(chargePin())).toBe('charged');
  });

  it("waits for the lock on the user's misses", async () => {
    const counting = openDatabase(server.appUrl, 1);
    let charged: Promise<object> | undefined;
    await counting.inSchool(school, async (tx) => {
      await tx.row('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`pin-misses:${user}`]);
      charged = chargePin();
      const waiting = `SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      await expect.poll(() => tx.row(waiting)).toEqual({ count: 1 });
    });
    expect(await charged).toMatchObject({ studentId: child });
    await counting.close();
  });

  it.each([
    ['that can no longer be compared', `at = at - interval '10 seconds'`],
    ['whose session is another’s by now', `session_since = session_since - interval '1 second'`],
  ])('is not stopped by twenty tries of the user %s', async (_name, change) => {
    for (let tries = 0; tries < 20; tries++) await chargePin(await aChild());
    expect(await outcome(chargePin())).toBe('pin.too-many-misses');
    await owner.query(`UPDATE student_tries SET ${change} WHERE user_id = $1`, [user]);
    expect(await outcome(chargePin())).toBe('charged');
  });

  it('is allowed an hour after the first of twenty misses, and the refusal says when', async () => {
    await missPins(1);
    await shift('failed_attempts', '-40 minutes');
    await missPins(19);
    await shift('failed_attempts', '-10 minutes');
    const refusal = await chargePin().catch((error) => error);
    expect(refusal).toMatchObject({ problem: 'pin.too-many-misses' });
    expect(refusal.retryAfter).toBeGreaterThan(540);
    expect(refusal.retryAfter).toBeLessThanOrEqual(600);
    await shift('failed_attempts', '-10 minutes');
    expect(await outcome(chargePin())).toBe('charged');
  });

  it('deletes tries of the same student older than an hour', async () => {
    const other = await aChild();
    const [old, young, theirs] = [await chargePin(), await chargePin(), await chargePin(other)];
    const age = (id: string, by: string) =>
      owner.query('UPDATE student_tries SET at = at - $2::interval WHERE id = $1', [id, by]);
    await age(old.id, '61 minutes');
    await age(young.id, '50 minutes');
    await age(theirs.id, '61 minutes');
    const fresh = await chargePin();
    const kept = await sql('SELECT id FROM student_tries WHERE school_id = $1 AND user_id = $2', user);
    expect(kept.map(({ id }) => id).sort()).toEqual([young.id, theirs.id, fresh.id].sort());
  });
});

describe('right try', () => {
  const LOCKS = `SELECT pin_failures, pin_locked_until, pin_holds, finger_failures, finger_held_until, finger_holds
                 FROM student_locks WHERE school_id = $1 AND student_id = $2`;
  const right = async (by: 'pin' | 'finger') => {
    if (by === 'pin') {
      const tried = await chargePin();
      return server.context.db.inSchool(school, (tx) => judgePinTry(tx, tried, true));
    }
    const charged = await chargeFinger();
    if (!('tried' in charged)) throw new TypeError('A finger is held that should not be.');
    return server.context.db.inSchool(school, (tx) => judgeFingerTry(tx, charged.tried, true));
  };

  it.each(['pin', 'finger'] as const)("by %s clears the student's misses and locks by both means", async (by) => {
    const other = await aChild();
    await missPins(2, other);
    const before = await sql(LOCKS, other);
    await chargePin();
    await sql('DELETE FROM student_tries WHERE school_id = $1');
    await locked('pin_failures = 3, pin_holds = 2, finger_failures = 3, finger_holds = 2');
    await right(by);
    const none = { pin_failures: 0, pin_locked_until: null, pin_holds: 0 };
    expect(await sql(LOCKS, child)).toMatchObject([
      { ...none, finger_failures: 0, finger_held_until: null, finger_holds: 0 },
    ]);
    expect(await sql(LOCKS, other)).toEqual(before);
  });

  it("clears the user's misses with that student and no others", async () => {
    const [other, stranger] = [await aChild(), newId()];
    await missPins(2, child);
    await missPins(1, other);
    const theirs = await chargePin(child, stranger);
    await server.context.db.inSchool(school, (tx) => judgePinTry(tx, theirs, false));
    await right('pin');
    const left = await sql(
      'SELECT user_id, student_id FROM failed_attempts WHERE school_id = $1 AND student_id = ANY ($2)',
      [child, other],
    );
    expect(left).toHaveLength(2);
    expect(left).toEqual(
      expect.arrayContaining([
        { user_id: user, student_id: other },
        { user_id: stranger, student_id: child },
      ]),
    );
  });

  it.each([
    ['that can no longer be compared', `at = at - interval '10 seconds'`],
    ['whose session is another’s by now', `session_since = session_since - interval '1 second'`],
  ])('proves nobody %s', async (_name, change) => {
    const tried = await chargePin();
    await owner.query(`UPDATE student_tries SET ${change} WHERE user_id = $1`, [user]);
    await expect(server.context.db.inSchool(school, (tx) => judgePinTry(tx, tried, true))).rejects.toMatchObject({
      problem: 'server.busy',
    });
  });

  it('leaves another try of the same student under way', async () => {
    const waiting = await chargePin();
    await right('pin');
    expect(await sql('SELECT id FROM student_tries WHERE school_id = $1 AND user_id = $2', user)).toEqual([
      { id: waiting.id },
    ]);
  });
});
