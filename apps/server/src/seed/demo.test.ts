import { afterEach, describe, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../../tests/kit.ts';
import { seedDemo } from './demo.ts';
import { lastMidnight } from './midnight.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

let server: TestServer;
afterEach(() => server.close());

/** Returns midnight in Nairobi of the latest school day before today. */
function startOfSchoolDay(): number {
  const days = [1, 2, 3].map((ago) => lastMidnight(Date.now()) - ago * DAY);
  return days.find((day) => ![0, 6].includes(new Date(day + DAY / 2).getUTCDay())) ?? Number.NaN;
}

/** Seeds eight students at a given time, and queries their school. */
async function seeded<Row extends object>(now: number, morning: boolean, sql: string): Promise<Row[]> {
  server = await openTestServer();
  const context = { ...server.context, clock: { ...server.context.clock, now: () => now } };
  const demo = await seedDemo(context, () => undefined, { students: 8, morning });
  return server.context.db.inSchool(demo?.schoolId ?? '', (tx) => tx.rows<Row>(sql));
}

/** Counts the students in school and aboard a bus at a given time. */
async function seededAt(now: number, morning: boolean): Promise<{ inside: number; aboard: number }> {
  const [counted] = await seeded<{ inside: number; aboard: number }>(
    now,
    morning,
    `SELECT (SELECT count(*) FROM gate_states WHERE kind = 'in')::int AS inside,
            (SELECT count(*) FROM bus_states WHERE kind = 'on')::int AS aboard`,
  );
  return counted ?? { inside: Number.NaN, aboard: Number.NaN };
}

describe('the demo school at ten on a school day', () => {
  it('has students checked in', async () => {
    expect((await seededAt(startOfSchoolDay() + 10 * HOUR, false)).inside).toBeGreaterThan(0);
  });

  it('has nobody checked in or aboard when seeded for the morning', async () => {
    expect(await seededAt(startOfSchoolDay() + 10 * HOUR, true)).toEqual({ inside: 0, aboard: 0 });
  });
});

describe('the demo school seeded twice', () => {
  it('has the same passages and journal entries', async () => {
    const now = startOfSchoolDay() + 10 * HOUR;
    const told = () =>
      seeded(
        now,
        false,
        `SELECT admission_number, kind, method, at, NULL AS amount FROM gate_events e JOIN students s ON s.id = e.student_id
         UNION ALL
         SELECT admission_number, kind, method, at, amount FROM journal_entries e JOIN students s ON s.id = e.student_id
         ORDER BY admission_number, at, kind`,
      );
    const first = await told();
    expect(first.length).toBeGreaterThan(300);
    await server.close();
    expect(await told()).toEqual(first);
  });
});

describe('the demo school while its bus is on the road', () => {
  it('has nobody aboard', async () => {
    expect((await seededAt(startOfSchoolDay() + 6.5 * HOUR, false)).aboard).toBe(0);
  });
});
