import { setLimits } from '@mfuko/contract/limits';
import { createStudent } from '@mfuko/contract/students';
import { expect } from 'vitest';
import type { Person, TestServer } from '../../../tests/kit.ts';
import { setTimeZoneToNoon } from '../../../tests/noon.testkit.ts';

export const PIN = '274951';
const STUDENTS = 8;

export interface Ordinary {
  readonly school: string;
  readonly head: Person;
  readonly cashiers: readonly [Person, Person];
  readonly students: readonly string[];
}

/** Opens a school with ten ordinary days behind it: two cashiers who pay out pocket money at noon. */
export async function ordinarySchool(server: TestServer, admin: Person): Promise<Ordinary> {
  const school = await server.aSchool();
  await setTimeZoneToNoon(server.ownerUrl, school);
  const head = await server.aPerson('SchoolAdmin', school);
  const cashiers = [
    await server.aPerson('SchoolAdmin', school),
    await server.aPerson('CheckAgent', school, ['cashier']),
  ] as const;
  const classSYSID = await server.aClass(school);
  const students: string[] = [];
  for (let number = 1; number <= STUDENTS; number += 1) {
    const student = { admissionNumber: String(number), names: 'Imani Were', classSYSID, checkPin: PIN };
    students.push((await head.ask<{ sysid: string }>(createStudent, student)).body.sysid);
  }
  const limits = { scope: 'school', sysid: school, approvalAbove: 1000 };
  expect((await admin.ask(setLimits, limits, { school })).status).toBe(200);
  const ordinary = { school, head, cashiers, students };
  for (let day = 1; day <= 10; day += 1)
    for (const [place, cashier] of cashiers.entries()) {
      // Each cashier pays out to three students a day; now and then one takes much, or comes three times.
      await paidOut(server, ordinary, cashier, place + (day % 3), day, 150);
      await paidOut(server, ordinary, cashier, place + 3, day, day === 4 ? 950 : 300);
      await paidOut(server, ordinary, cashier, place + 5, day, 100, day === 6 ? 2 : 1);
    }
  return ordinary;
}

/** Inserts cash-outs dated that many days ago, at noon plus that many hours. */
export async function paidOut(
  server: TestServer,
  { school, students }: Ordinary,
  by: Person,
  student: number,
  daysAgo: number,
  kes: number,
  count = 1,
  hours = 0,
): Promise<void> {
  await server.context.db.inSchool(school, (tx) =>
    tx.row(
      `WITH made AS (
         INSERT INTO journal_entries (school_id, id, kind, student_id, amount, fee, method, by_user, at)
         SELECT $1, gen_random_uuid(), 'cash-out', $2, $3, 0, 'pin', $4,
                ((now() AT TIME ZONE time_zone)::date - $5::int + interval '12 hours' + make_interval(hours => $6)) AT TIME ZONE time_zone
         FROM schools, generate_series(1, $7) WHERE id = $1 RETURNING id, at
       )
       INSERT INTO postings (school_id, entry_id, leg, account_id, amount, at)
       SELECT $1, id, leg, school_account($1, CASE leg WHEN 1 THEN 'm-pesa' ELSE 'cash-desk' END), 3 - 2 * leg, at
       FROM made, generate_series(1, 2) AS leg`,
      [school, students[student % STUDENTS], kes * 100, by.userId, daysAgo, hours, count],
    ),
  );
}

/** Changes a student's PIN, dated that many hours ago. */
export async function changedPin(
  server: TestServer,
  { school, students }: Ordinary,
  by: Person,
  student: number,
  hoursAgo: number,
): Promise<void> {
  await server.context.db.inSchool(school, (tx) =>
    tx.row(
      `INSERT INTO money_holds (school_id, student_id, means, by_user, since)
       VALUES ($1, $2, 'pin', $3, clock_timestamp() - make_interval(hours => $4))`,
      [school, students[student], by.userId, hoursAgo],
    ),
  );
}
