import { consumeMenuPin, createMenu } from '@mfuko/contract/canteen';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { getUser, type UserDetails, unlockUser } from '@mfuko/contract/staff';
import { type StudentDetails, unlockStudent } from '@mfuko/contract/students';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callIn } from '../../../tests/call.testkit.ts';
import { aNumber, openTestServer, type TestServer } from '../../../tests/kit.ts';
import { type Db, openDatabase } from '../../platform/database/database.ts';
import { AlreadyAnswered } from '../../platform/http/idempotency.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { newId } from '../../platform/records/id.ts';
import { addStudent, chargeFingerTry, hashPin, judgeFingerTry, provePin } from './index.ts';
import { chargePinTry, judgePinTry, type PinTry } from './locks.ts';

const RIGHT = '482613';
const WRONG = '190375';
const LOCKED = 'pin.locked';

let server: TestServer;
let school: string;
let other: string;
let classId: string;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  other = await server.aSchool();
  classId = await server.aClass(school);
});
// Clear the misses: this many wrong PINs in one school would count as guessing (`pins-guarded.test.ts`).
beforeEach(() => sql('DELETE FROM failed_attempts WHERE school_id = $1'));
afterAll(() => server.close());

async function aChild(pin: string | null = RIGHT): Promise<{ id: string; admissionNumber: string }> {
  const id = newId();
  const admissionNumber = String(1000 + aNumber());
  const pinHash = pin === null ? null : await hashPin(server.context, school, id, pin);
  await server.context.db.inSchool(school, (tx) =>
    addStudent(tx, { id, admissionNumber, names: 'Baraka Mwangi', classId, pinHash }),
  );
  return { id, admissionNumber };
}

const aCall = (userId = newId(), schoolId = school) => callIn(schoolId, userId);

/** Returns `ok`, or the problem; also commits the refusal's `afterRollback`. */
async function prove(admissionNumber: string, pin: string, call = aCall()): Promise<string> {
  try {
    await provePin(call, server.context, async () => admissionNumber, pin);
    return 'ok';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { afterRollback } = error;
    if (afterRollback) await server.context.db.inSchool(call.schoolId, afterRollback);
    return error.problem;
  }
}

function sql(text: string, values: unknown[] = []) {
  return server.context.db.inSchool(school, (tx) => tx.rows<Record<string, unknown>>(text, [school, ...values]));
}

describe('PIN', () => {
  it('proves its own student in its own school only', async () => {
    const child = await aChild();
    expect(await prove(child.admissionNumber, RIGHT)).toBe('ok');
    expect(await prove(child.admissionNumber, WRONG)).toBe('pin.wrong');
    expect(await prove(child.admissionNumber, child.admissionNumber)).toBe('pin.wrong');
    expect(await prove('999999999999', RIGHT)).toBe('student.not-found');
    expect(await prove(child.admissionNumber, RIGHT, aCall(newId(), other))).toBe('student.not-found');
    expect(await prove((await aChild(null)).admissionNumber, RIGHT)).toBe('student.no-pin');
  });

  it('a hash copied to another student proves nothing', async () => {
    const [rich, poor] = [await aChild(), await aChild(WRONG)];
    await sql(
      `UPDATE students SET pin_hash = (SELECT pin_hash FROM students WHERE school_id = $1 AND id = $2) WHERE school_id = $1 AND id = $3`,
      [poor.id, rich.id],
    );
    expect(await prove(rich.admissionNumber, WRONG)).toBe('pin.wrong');
  });
});

describe('five wrong PINs in a row', () => {
  it('lock PIN use of that student for 15 minutes, the right PIN too', async () => {
    const [child, friend] = [await aChild(), await aChild()];
    for (let miss = 0; miss < 5; miss++) expect(await prove(child.admissionNumber, WRONG)).toBe('pin.wrong');
    expect(await prove(child.admissionNumber, WRONG)).toBe(LOCKED);
    const refusal = await provePin(aCall(), server.context, async () => child.admissionNumber, RIGHT).catch(
      (error: Refusal) => error,
    );
    expect(refusal).toMatchObject({ problem: LOCKED });
    const until = Date.parse(String((refusal as Refusal).detail?.until));
    expect(Math.abs(until - Date.now() - 15 * 60_000)).toBeLessThan(30_000);
    expect(await prove(friend.admissionNumber, RIGHT)).toBe('ok');
  });

  it('count anew once the lock has ended', async () => {
    const child = await aChild();
    for (let miss = 0; miss < 5; miss++) await prove(child.admissionNumber, WRONG);
    await sql(
      `UPDATE student_locks SET pin_locked_until = clock_timestamp() - interval '1 second' WHERE school_id = $1 AND student_id = $2`,
      [child.id],
    );
    for (let miss = 0; miss < 4; miss++) expect(await prove(child.admissionNumber, WRONG)).toBe('pin.wrong');
    expect(await prove(child.admissionNumber, RIGHT)).toBe('ok');
  });

  it('lock for longer each time until a right PIN', async () => {
    const child = await aChild();
    const locks: number[] = [];
    const lockOnce = async () => {
      for (let miss = 0; miss < 5; miss++) expect(await prove(child.admissionNumber, WRONG, aCall())).toBe('pin.wrong');
      const refusal = await provePin(aCall(), server.context, async () => child.admissionNumber, RIGHT).catch(
        (error: Refusal) => error,
      );
      locks.push(Math.round((Date.parse(String((refusal as Refusal).detail?.until)) - Date.now()) / 60_000));
      await sql(
        `UPDATE student_locks SET pin_locked_until = clock_timestamp() - interval '1 second' WHERE school_id = $1 AND student_id = $2`,
        [child.id],
      );
    };
    for (let each = 0; each < 5; each++) await lockOnce();
    expect(await prove(child.admissionNumber, RIGHT, aCall())).toBe('ok');
    await lockOnce();
    expect(locks).toEqual([15, 60, 240, 1440, 1440, 15]);
  });

  it('a right PIN or a matching finger clears the misses', async () => {
    const child = await aChild();
    for (let miss = 0; miss < 4; miss++) await prove(child.admissionNumber, WRONG);
    expect(await prove(child.admissionNumber, RIGHT)).toBe('ok');
    for (let miss = 0; miss < 4; miss++) expect(await prove(child.admissionNumber, WRONG)).toBe('pin.wrong');
    await tryFinger(child, true);
    for (let miss = 0; miss < 4; miss++) expect(await prove(child.admissionNumber, WRONG)).toBe('pin.wrong');
    expect(await prove(child.admissionNumber, RIGHT)).toBe('ok');
  });

  it('each refusal says how many tries are left, and the office is told of the lock', async () => {
    const [child, office] = [await aChild(), await server.aPerson('SchoolAdmin', school)];
    const menu = await office.ask<{ sysid: string }>(createMenu, { name: 'Githeri', quantityPerPerson: 1 });
    const { admissionNumber } = child;
    const left: unknown[] = [];
    for (let miss = 0; miss < 5; miss++) {
      const asked = { admissionNumber, menuItemSYSID: menu.body.sysid, pin: WRONG };
      const { problem, body } = await office.ask<{ detail?: object }>(consumeMenuPin, asked);
      left.push({ problem, detail: body.detail });
    }
    expect(left).toEqual([4, 3, 2, 1, 0].map((triesLeft) => ({ problem: 'pin.wrong', detail: { triesLeft } })));
    await server.runJobs();
    const told = (await office.ask<NoticeRow[]>(getNotifications)).body.filter(
      ({ kind, subject }) => kind === 'pin.locked' && subject?.id === admissionNumber,
    );
    expect(told).toMatchObject([{ subject: { kind: 'student', id: admissionNumber } }]);
  });

  it('of a hundred concurrent tries five are compared', async () => {
    const child = await aChild();
    const answers = await Promise.all(Array.from({ length: 100 }, () => prove(child.admissionNumber, WRONG, aCall())));
    expect(answers.filter((answer) => answer === 'pin.wrong')).toHaveLength(5);
    expect(answers.filter((answer) => answer === LOCKED)).toHaveLength(95);
  });
});

it('500 comparisons wait, and the next is answered server.busy', async () => {
  const asked = Array.from({ length: 4 + 500 + 1 }, () => prove('999999999999', RIGHT));
  expect(await asked.at(-1)).toBe('server.busy');
  const answers = await Promise.all(asked.slice(0, -1));
  expect(new Set(answers)).toEqual(new Set(['student.not-found']));
  expect(await prove('999999999999', RIGHT)).toBe('student.not-found');
});

describe('one agent who tries PINs on many students', () => {
  it('is stopped after 20 misses in an hour, also when concurrent', async () => {
    const children = await Promise.all(Array.from({ length: 40 }, () => aChild()));
    const agent = aCall();
    const answers = await Promise.all(children.map((child) => prove(child.admissionNumber, WRONG, agent)));
    expect(answers.filter((answer) => answer === 'pin.wrong')).toHaveLength(20);
    expect(answers.filter((answer) => answer === 'pin.too-many-misses')).toHaveLength(20);
    const [child] = children;
    expect(await prove(child?.admissionNumber ?? '', RIGHT, agent)).toBe('pin.too-many-misses');
    expect(await prove(child?.admissionNumber ?? '', RIGHT)).toBe('ok');
    await sql(
      `WITH gone AS (DELETE FROM failed_attempts WHERE school_id = $1 AND user_id = $2 RETURNING *)
       INSERT INTO failed_attempts SELECT school_id, gen_random_uuid(), user_id, at - interval '61 minutes' FROM gone`,
      [agent.actor.userId],
    );
    expect(await prove(child?.admissionNumber ?? '', RIGHT, agent)).toBe('ok');
  });

  it('is charged for 20 concurrent tries at most', async () => {
    const children = await Promise.all(Array.from({ length: 40 }, () => aChild(null)));
    const userId = newId();
    const charged = await Promise.allSettled(
      children.map((child) => server.context.db.inSchool(school, (tx) => chargePinTry(tx, child.id, userId))),
    );
    expect(charged.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  });

  it('enters any number of right PINs at once', async () => {
    const children = await Promise.all(Array.from({ length: 30 }, () => aChild()));
    const agent = aCall();
    const answers = await Promise.all(children.map((child) => prove(child.admissionNumber, RIGHT, agent)));
    expect(new Set(answers)).toEqual(new Set(['ok']));
    for (const table of ['failed_attempts', 'student_tries'])
      expect(await sql(`SELECT 1 FROM ${table} WHERE school_id = $1 AND user_id = $2`, [agent.actor.userId])).toEqual(
        [],
      );
  });
});

/** Charges a finger try and judges it; returns the hold where finger use is held. */
async function tryFinger({ id }: { id: string }, matches: boolean): Promise<'judged' | { seconds: number }> {
  const charged = await server.context.db.inSchool(school, (tx) => chargeFingerTry(tx, id));
  if ('hold' in charged) return charged.hold;
  await server.context.db.inSchool(school, (tx) => judgeFingerTry(tx, charged.tried, matches));
  return 'judged';
}

it('a finger is held for half a minute after five misses', async () => {
  const child = await aChild();
  for (let miss = 0; miss < 5; miss++) expect(await tryFinger(child, false)).toBe('judged');
  const hold = await tryFinger(child, true);
  expect(hold).toMatchObject({ seconds: expect.any(Number) });
  const { seconds } = hold as { seconds: number };
  expect(seconds).toBeGreaterThan(25);
  expect(seconds).toBeLessThanOrEqual(30);
});

it('finger holds grow with every five misses until a match or an unlock', async () => {
  const [child, office] = [await aChild(), await server.aPerson('SchoolAdmin', school)];
  const missFive = async () => {
    for (let miss = 0; miss < 5; miss++) expect(await tryFinger(child, false)).toBe('judged');
    const { seconds } = (await tryFinger(child, true)) as { seconds: number };
    await sql(
      'UPDATE student_locks SET finger_held_until = clock_timestamp() WHERE school_id = $1 AND student_id = $2',
      [child.id],
    );
    return Math.ceil(seconds / 30) * 30;
  };
  const holds: number[] = [];
  for (let times = 0; times < 5; times++) holds.push(await missFive());
  expect(holds).toEqual([30, 120, 600, 3600, 3600]);
  expect(await tryFinger(child, true)).toBe('judged');
  expect(await missFive()).toBe(30);
  expect(await missFive()).toBe(120);
  for (let miss = 0; miss < 5; miss++) await tryFinger(child, false);
  const unlocked = await office.ask<StudentDetails>(unlockStudent, { sysid: child.id });
  expect(unlocked.body).toMatchObject({ fingerHeldUntil: null, pinLockedUntil: null });
  expect(await tryFinger(child, false)).toBe('judged');
  expect(await missFiveMore(child)).toBe(30);
});

/** Misses four more times, after one miss; returns the length of the hold. */
async function missFiveMore(child: { id: string }): Promise<number> {
  for (let miss = 0; miss < 4; miss++) expect(await tryFinger(child, false)).toBe('judged');
  const { seconds } = (await tryFinger(child, true)) as { seconds: number };
  return Math.ceil(seconds / 30) * 30;
}

it('a user with sixty finger misses in an hour is stopped', async () => {
  const userId = newId();
  const tryAs = async (matches: boolean, { id }: { id: string }) => {
    const charged = await server.context.db.inSchool(school, (tx) => chargeFingerTry(tx, id, userId));
    if ('hold' in charged) throw new TypeError('The student is held.');
    await server.context.db.inSchool(school, (tx) => judgeFingerTry(tx, charged.tried, matches));
  };
  const children = await Promise.all(Array.from({ length: 20 }, () => aChild(null)));
  for (const child of children) for (let miss = 0; miss < 3; miss++) await tryAs(false, child);
  const next = await aChild(null);
  await expect(tryAs(true, next)).rejects.toMatchObject({ problem: 'fingerprint.too-many-misses' });
});

it('a wrong PIN counts when its key cannot be looked up, not when it was answered meanwhile', async () => {
  const { id, admissionNumber } = await aChild();
  const misses = async () =>
    (await sql('SELECT 1 FROM failed_attempts WHERE school_id = $1 AND student_id = $2', [id])).length;
  const leaving = (error: Error) => ({ ...aCall(), leaveIfAnswered: () => Promise.reject(error) });
  const answered = leaving(new AlreadyAnswered({ status: 200, body: null }));
  await expect(prove(admissionNumber, WRONG, answered)).rejects.toBeInstanceOf(AlreadyAnswered);
  expect(await misses()).toBe(0);
  for (let miss = 0; miss < 5; miss++)
    expect(await prove(admissionNumber, WRONG, leaving(new Error('no connection')))).toBe('pin.wrong');
  expect(await misses()).toBe(5);
  expect(await prove(admissionNumber, RIGHT)).toBe(LOCKED);
});

describe('twenty mistyped PINs of twenty students', () => {
  /** Inserts misses of that many children who were not proved afterwards. */
  const missed = (userId: string, times: number) =>
    sql(
      `INSERT INTO failed_attempts (school_id, id, user_id, at, student_id)
       SELECT $1, gen_random_uuid(), $2, clock_timestamp(), gen_random_uuid() FROM generate_series(1, $3::int)`,
      [userId, times],
    );

  it('are counted apart from finger misses', async () => {
    const [child, call] = [await aChild(), aCall()];
    await sql(
      `INSERT INTO failed_attempts (school_id, id, user_id, at, kind, student_id)
       SELECT $1, gen_random_uuid(), $2, clock_timestamp(), 'finger', $3 FROM generate_series(1, 20)`,
      [call.actor.userId, (await aChild()).id],
    );
    expect(await prove(child.admissionNumber, WRONG, call)).toBe('pin.wrong');
    expect(await prove(child.admissionNumber, RIGHT, call)).toBe('ok');
  });

  it('do not stop a counter where each student is proven afterwards', async () => {
    const [children, agent] = [await Promise.all(Array.from({ length: 3 }, () => aChild())), aCall()];
    await missed(agent.actor.userId, 18);
    for (const child of children) {
      expect(await prove(child.admissionNumber, WRONG, agent)).toBe('pin.wrong');
      expect(await prove(child.admissionNumber, RIGHT, agent)).toBe('ok');
    }
  });

  it('stop a user with no proven students until another person of the office unlocks', async () => {
    const [known, last] = [await aChild(), await aChild()];
    const [guard, office] = [await server.aPerson('CheckAgent', school), await server.aPerson('SchoolAdmin', school)];
    const agent = aCall(guard.userId);
    await missed(guard.userId, 19);
    // One proved child does not permit guesses at others.
    expect(await prove(known.admissionNumber, RIGHT, agent)).toBe('ok');
    expect(await prove(last.admissionNumber, WRONG, agent)).toBe('pin.wrong');
    expect(await prove(last.admissionNumber, RIGHT, agent)).toBe('pin.too-many-misses');
    const user = await office.ask<UserDetails>(getUser, { sysid: guard.userId });
    expect(user.body.stoppedUntil).toEqual(expect.any(String));
    expect((await guard.ask(unlockUser, { sysid: guard.userId })).problem).toBe('session.role');
    expect((await office.ask(unlockUser, { sysid: office.userId })).problem).toBe('user.self');
    const stranger = aCall();
    await missed(stranger.actor.userId, 20);
    expect((await office.ask(unlockUser, { sysid: guard.userId })).status).toBe(200);
    expect(await prove(last.admissionNumber, RIGHT, agent)).toBe('ok');
    expect(await prove(last.admissionNumber, RIGHT, stranger)).toBe('pin.too-many-misses');
    expect((await office.ask<UserDetails>(getUser, { sysid: guard.userId })).body.stoppedUntil).toBeNull();
  });

  it('notify the office', async () => {
    const child = await aChild();
    const [guard, office] = [
      await server.aPerson('CheckAgent', school, ['canteen']),
      await server.aPerson('SchoolAdmin', school),
    ];
    const menu = await office.ask<{ sysid: string }>(createMenu, { name: 'Chapati', quantityPerPerson: 1 });
    await missed(guard.userId, 20);
    const { admissionNumber } = child;
    const asked = await guard.ask(consumeMenuPin, { admissionNumber, menuItemSYSID: menu.body.sysid, pin: RIGHT });
    expect(asked.problem).toBe('pin.too-many-misses');
    await server.runJobs();
    const told = (await office.ask<NoticeRow[]>(getNotifications)).body.filter(
      ({ kind, subject }) => kind === 'pin.agent-stopped' && subject?.id === guard.userId,
    );
    expect(told).toMatchObject([{ subject: { kind: 'user', id: guard.userId } }]);
  });
});

describe('tries charged and not yet judged', () => {
  const charge = (db: Db, id: string, userId: string) => db.inSchool(school, (tx) => chargePinTry(tx, id, userId));
  const judge = (tried: PinTry, right: boolean) =>
    server.context.db.inSchool(school, (tx) => judgePinTry(tx, tried, right));

  it('count as misses of student and user while their server lives', async () => {
    const [child, agent] = [await aChild(), aCall()];
    const database = openDatabase(server.appUrl, 1);
    for (let tries = 0; tries < 5; tries++) await charge(database, child.id, newId());
    expect(await prove(child.admissionNumber, RIGHT)).toBe(LOCKED);
    for (let tries = 0; tries < 20; tries++) await charge(database, (await aChild(null)).id, agent.actor.userId);
    const { admissionNumber } = await aChild();
    const stopped = await provePin(agent, server.context, async () => admissionNumber, RIGHT).catch(
      (error: unknown) => error,
    );
    // Ten seconds, the longest comparison: none of the tries is a miss yet.
    expect(stopped).toMatchObject({ problem: 'pin.too-many-misses', retryAfter: 10 });
    expect(await prove(admissionNumber, RIGHT)).toBe('ok');
    await database.close();
  });

  it('lock until the oldest has been compared', async () => {
    const child = await aChild();
    for (let tries = 0; tries < 5; tries++) await charge(server.context.db, child.id, newId());
    await sql(
      `WITH later AS (DELETE FROM student_tries WHERE school_id = $1 AND student_id = $2
         AND at > (SELECT min(at) FROM student_tries WHERE school_id = $1 AND student_id = $2) RETURNING *)
       INSERT INTO student_tries SELECT school_id, id, student_id, kind, user_id, at + interval '4 seconds', session, session_since FROM later`,
      [child.id],
    );
    const locked = await provePin(aCall(), server.context, async () => child.admissionNumber, RIGHT).catch(
      (error) => error,
    );
    expect(locked).toMatchObject({ problem: LOCKED, retryAfter: expect.any(Number) });
    expect(locked.retryAfter).toBeGreaterThan(0);
    expect(locked.retryAfter).toBeLessThanOrEqual(10);
    expect(Date.parse(locked.detail.until)).toBeLessThan(Date.now() + 10_000);
  });

  it('do not count when their database session belongs to another process', async () => {
    const child = await aChild();
    for (let tries = 0; tries < 5; tries++) await charge(server.context.db, child.id, newId());
    expect(await prove(child.admissionNumber, RIGHT)).toBe(LOCKED);
    await sql(
      `WITH theirs AS (DELETE FROM student_tries WHERE school_id = $1 AND student_id = $2 RETURNING *)
       INSERT INTO student_tries SELECT school_id, id, student_id, kind, user_id, at, session, session_since - interval '1 second' FROM theirs`,
      [child.id],
    );
    expect(await prove(child.admissionNumber, RIGHT)).toBe('ok');
  });

  it('do not count once their server has died', async () => {
    const [child, agent] = [await aChild(), aCall()];
    const database = openDatabase(server.appUrl, 3);
    for (let tries = 0; tries < 5; tries++) await charge(database, child.id, agent.actor.userId);
    for (let tries = 0; tries < 15; tries++) await charge(database, (await aChild(null)).id, agent.actor.userId);
    expect(await prove(child.admissionNumber, RIGHT, agent)).toBe(LOCKED);
    await database.close();
    await expect.poll(() => prove(child.admissionNumber, RIGHT, agent)).toBe('ok');
  });

  it('hold a finger only while their server lives', async () => {
    const child = await aChild();
    const database = openDatabase(server.appUrl, 1);
    for (let tries = 0; tries < 5; tries++) await database.inSchool(school, (tx) => chargeFingerTry(tx, child.id));
    expect(await tryFinger(child, true)).toMatchObject({ seconds: expect.any(Number) });
    await database.close();
    await expect.poll(() => tryFinger(child, true)).toBe('judged');
  });

  it('do not count longer than a comparison may take', async () => {
    const child = await aChild();
    for (let tries = 0; tries < 5; tries++) await charge(server.context.db, child.id, newId());
    expect(await prove(child.admissionNumber, RIGHT)).toBe(LOCKED);
    await sql(
      `WITH late AS (DELETE FROM student_tries WHERE school_id = $1 AND student_id = $2 RETURNING *)
       INSERT INTO student_tries SELECT school_id, id, student_id, kind, user_id, at - interval '10 seconds', session, session_since FROM late`,
      [child.id],
    );
    expect(await prove(child.admissionNumber, RIGHT)).toBe('ok');
  });

  it.each([true, false])('that no longer count do not tell whether they were right (%s)', async (right) => {
    const child = await aChild();
    const database = openDatabase(server.appUrl, 1);
    const tried = await charge(database, child.id, newId());
    await database.close();
    await expect.poll(() => sql(DEAD, [tried.id])).toHaveLength(1);
    await expect(judge(tried, right)).rejects.toMatchObject({ problem: 'server.busy' });
    const late = await charge(server.context.db, child.id, newId());
    await sql(
      `WITH late AS (DELETE FROM student_tries WHERE school_id = $1 AND id = $2 RETURNING *)
       INSERT INTO student_tries SELECT school_id, id, student_id, kind, user_id, at - interval '10 seconds', session, session_since FROM late`,
      [late.id],
    );
    await expect(judge(late, right)).rejects.toMatchObject({ problem: 'server.busy' });
  });

  it('are judged once', async () => {
    const child = await aChild();
    const tried = await charge(server.context.db, child.id, newId());
    expect(await judge(tried, false)).toBe(4);
    await expect(judge(tried, true)).rejects.toMatchObject({ problem: 'server.busy' });
    expect(await judge(await charge(server.context.db, child.id, newId()), false)).toBe(3);
  });

  it("a wrong one is recorded after whoever holds the lock on the user's misses", async () => {
    const [child, userId] = [await aChild(), newId()];
    const tried = await charge(server.context.db, child.id, userId);
    const counting = openDatabase(server.appUrl, 1);
    let judged: Promise<number> | undefined;
    await counting.inSchool(school, async (tx) => {
      await tx.row('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`pin-misses:${userId}`]);
      judged = judge(tried, false);
      const waiting = `SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      await expect.poll(() => tx.row(waiting)).toEqual({ count: 1 });
    });
    expect(await judged).toBe(4);
    await counting.close();
  });

  it('are 20 at most per user when charged and judged concurrently', async () => {
    const children = await Promise.all(Array.from({ length: 8 }, () => aChild(null)));
    const userId = newId();
    const judged = await Promise.all(
      Array.from({ length: 120 }, async (_, place) => {
        const tried = await charge(server.context.db, children[place % 8]?.id ?? '', userId).catch(() => null);
        return tried && judge(tried, false);
      }),
    );
    expect(judged.filter((left) => left !== null)).toHaveLength(20);
  });
});

const DEAD = `SELECT 1 FROM student_tries t WHERE t.school_id = $1 AND t.id = $2
  AND NOT EXISTS (SELECT 1 FROM pg_stat_get_activity(t.session) s WHERE s.backend_start = t.session_since)`;
