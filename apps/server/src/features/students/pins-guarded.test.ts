import { checkInPin } from '@mfuko/contract/gate';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { getUser, type UserDetails, unlockUser } from '@mfuko/contract/staff';
import { type StudentDetails, unlockStudent } from '@mfuko/contract/students';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { newId } from '../../platform/records/id.ts';
import { addStudent, chargeFingerTry, hashPin, judgeFingerTry } from './index.ts';

const RIGHT = '482613';
const WRONG = '190375';

let server: TestServer;
let school: string;
let guard: Person;
let office: Person;

beforeAll(async () => {
  server = await openTestServer();
});
beforeEach(async () => {
  school = await server.aSchool();
  [guard, office] = [await server.aPerson('CheckAgent', school), await server.aPerson('SchoolAdmin', school)];
});
afterAll(() => server.close());

async function aChild(): Promise<{ id: string; admissionNumber: string }> {
  const [id, classId, admissionNumber] = [newId(), await server.aClass(school), String(1000 + aNumber())];
  const pinHash = await hashPin(server.context, school, id, RIGHT);
  await server.context.db.inSchool(school, (tx) =>
    addStudent(tx, { id, admissionNumber, names: 'Baraka Mwangi', classId, pinHash }),
  );
  return { id, admissionNumber };
}

/** Inserts wrong PINs of the last hour, `times` for each user, of children who were not proved afterwards. */
const missed = (times: number, ...users: string[]) =>
  server.context.db.inSchool(school, (tx) =>
    tx.rows(
      `INSERT INTO failed_attempts (school_id, id, user_id, at, student_id)
       SELECT $1, gen_random_uuid(), u, clock_timestamp() - interval '10 minutes', gen_random_uuid()
       FROM unnest($3::uuid[]) AS u, generate_series(1, $2::int)`,
      [school, times, users],
    ),
  );
const people = (count: number) => Array.from({ length: count }, () => newId());

const enter = (child: { admissionNumber: string }, pin: string, by = guard) =>
  by.ask<{ detail?: { triesLeft?: number; until?: string } }>(checkInPin, {
    admissionNumber: child.admissionNumber,
    pin,
  });
const triesLeft = async (child: { admissionNumber: string }) => (await enter(child, WRONG)).body.detail?.triesLeft;

describe('a hundred wrong PINs in a school within an hour', () => {
  beforeEach(() => missed(20, ...people(5)));

  it("leave a student two tries and let other students' right PINs pass", async () => {
    const [wrong, right] = [await aChild(), await aChild()];
    expect([await triesLeft(wrong), await triesLeft(wrong)]).toEqual([1, 0]);
    const locked = await enter(wrong, RIGHT);
    expect(locked.problem).toBe('pin.locked');
    const minutes = (Date.parse(String(locked.body.detail?.until)) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(48);
    expect(minutes).toBeLessThan(51);
    expect((await enter(right, RIGHT)).status).toBe(200);
  });

  it('leave no more tries to concurrent guesses', async () => {
    const child = await aChild();
    const agents = await Promise.all(Array.from({ length: 6 }, () => server.aPerson('CheckAgent', school)));
    const answers = await Promise.all(agents.map((agent) => enter(child, WRONG, agent)));
    expect(answers.filter(({ problem }) => problem === 'pin.wrong')).toHaveLength(2);
  });

  it('a finger or the office still unlocks a student', async () => {
    const [first, second] = [await aChild(), await aChild()];
    for (const child of [first, second]) for (let tries = 0; tries < 2; tries++) await enter(child, WRONG);
    await server.context.db.inSchool(school, async (tx) => {
      const charged = await chargeFingerTry(tx, first.id);
      if ('tried' in charged) await judgeFingerTry(tx, charged.tried, true);
    });
    expect((await enter(first, RIGHT)).status).toBe(200);
    const unlocked = await office.ask<StudentDetails>(unlockStudent, { sysid: second.id });
    expect(unlocked.body.pinLockedUntil).toBeNull();
    expect((await enter(second, RIGHT)).status).toBe(200);
  });

  it('leave a user five misses, which the office sees and can clear', async () => {
    await missed(4, guard.userId);
    const [next, last] = [await aChild(), await aChild()];
    expect((await enter(next, WRONG)).problem).toBe('pin.wrong');
    expect((await enter(last, RIGHT)).problem).toBe('pin.too-many-misses');
    expect((await office.ask<UserDetails>(getUser, { sysid: guard.userId })).body.stoppedUntil).not.toBeNull();
    await office.ask(unlockUser, { sysid: guard.userId });
    expect((await enter(last, RIGHT)).status).toBe(200);
  });

  it('raise one notice that names who entered most', async () => {
    const clerk = await server.aPerson('CheckAgent', school);
    await missed(25, clerk.userId);
    for (const by of [guard, office]) await enter(await aChild(), WRONG, by);
    await server.runJobs();
    const told = (await office.ask<NoticeRow[]>(getNotifications)).body.filter(({ kind }) => kind === 'pin.guessing');
    expect(told).toMatchObject([{ severity: 'urgent', subject: null, params: { count: 126 } }]);
    // The five users with twenty misses each are unknown to the school.
    expect(told[0]?.params.by).toBe('Wanjiru Otieno');
    expect(JSON.stringify(told)).not.toContain(WRONG);
  });

  it('have no effect after an hour', async () => {
    await server.context.db.inSchool(school, (tx) =>
      tx.rows(
        `WITH gone AS (DELETE FROM failed_attempts WHERE school_id = $1 RETURNING *)
         INSERT INTO failed_attempts SELECT school_id, id, user_id, at - interval '51 minutes', kind, student_id FROM gone`,
        [school],
      ),
    );
    expect(await triesLeft(await aChild())).toBe(4);
  });
});

describe('an ordinary breakfast', () => {
  it('with fewer than a hundred misses leaves every student five tries', async () => {
    await missed(49, ...people(2));
    const child = await aChild();
    expect([await triesLeft(child), await triesLeft(child)]).toEqual([4, 3]);
  });

  it('of 1,000 students is guarded only after 250 misses', async () => {
    const classId = await server.aClass(school);
    await server.context.db.inSchool(school, (tx) =>
      tx.rows(
        `INSERT INTO students (school_id, id, admission_number, names, class_id)
         SELECT $1, gen_random_uuid(), '9000' || n, 'Wanjiku Kamau', $2 FROM generate_series(1, 999) n`,
        [school, classId],
      ),
    );
    const child = await aChild();
    await missed(249, newId());
    expect(await triesLeft(child)).toBe(4);
    expect(await triesLeft(child)).toBe(0);
  });

  it('does not count a student who mistyped and was proven afterwards', async () => {
    await missed(33, ...people(3));
    const [slip, next] = [await aChild(), await aChild()];
    expect(await triesLeft(slip)).toBe(4);
    expect((await enter(slip, RIGHT)).status).toBe(200);
    expect(await triesLeft(next)).toBe(4);
  });

  it('is not guarded because of four users with twenty misses each', async () => {
    const children = await Promise.all(Array.from({ length: 25 }, () => aChild()));
    const four = await Promise.all(Array.from({ length: 4 }, () => server.aPerson('CheckAgent', school)));
    for (const by of four) await missed(19, by.userId);
    await Promise.all(
      four.flatMap((by, place) => children.slice(place * 5, place * 5 + 5).map((child) => enter(child, WRONG, by))),
    );
    expect(await triesLeft(children.at(-1) as { admissionNumber: string })).toBe(4);
  });
});
