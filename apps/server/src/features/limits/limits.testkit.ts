import { randomUUID } from 'node:crypto';
import type { Limits, StudentLimits } from '@mfuko/contract/limits';
import * as contract from '@mfuko/contract/limits';
import * as students from '@mfuko/contract/students';
import { cashOutPin, deposit, type Moved } from '@mfuko/contract/wallet';
import pg from 'pg';
import { expect } from 'vitest';
import { aNumber, openTestServer } from '../../../tests/kit.ts';
import { setTimeZoneToNoon } from '../../../tests/noon.testkit.ts';

export const PIN = '274951';

export interface Student {
  readonly sysid: string;
  readonly admissionNumber: string;
}

export type LimitsSchool = Awaited<ReturnType<typeof openLimitsSchool>>;

/** Opens a school at noon with two users in its office, an Admin, and students with money. */
export async function openLimitsSchool() {
  const server = await openTestServer();
  const school = await server.aSchool();
  await setTimeZoneToNoon(server.ownerUrl, school);
  const classSYSID = await server.aClass(school, 'Grade 6');
  const admin = await server.aPerson('Admin');
  const bursar = await server.aPerson('SchoolAdmin', school);
  const head = await server.aPerson('SchoolAdmin', school);
  const owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await owner.query(`SET app.school_id = '${school}'`);

  return {
    ...{ server, school, classSYSID, admin, bursar, head, owner },
    async close() {
      await owner.end();
      await server.close();
    },
    async aStudent(balance = 15_000): Promise<Student> {
      const admissionNumber = String(90_000 + aNumber());
      const made = await bursar.ask<{ sysid: string }>(students.createStudent, {
        admissionNumber,
        names: 'Amina Juma',
        classSYSID,
        checkPin: PIN,
      });
      expect(made.status).toBe(200);
      expect((await bursar.ask(deposit, { admissionNumber, amount: balance })).status).toBe(200);
      return { sysid: made.body.sysid, admissionNumber };
    },
    /** Cashes out with a new key each time, so that nothing is a double press. */
    cashOut({ admissionNumber }: Student, amount: number, who = bursar) {
      return who.ask<Moved & { message: string; detail: Record<string, unknown> }>(
        cashOutPin,
        { admissionNumber, amount, pin: PIN },
        { key: randomUUID() },
      );
    },
    setLimits(scope: contract.LimitScope, sysid: string | undefined, limits: object, who = bursar) {
      return who.ask<Limits & { detail: unknown }>(contract.setLimits, {
        ...{ scope, ...(sysid ? { sysid } : {}) },
        ...limits,
      });
    },
    /** Sets the school's limits as an Admin, since only an Admin may. */
    async setForSchool(limits: object): Promise<void> {
      const answer = await admin.ask(contract.setLimits, { scope: 'school', ...limits }, { school });
      expect(answer.status).toBe(200);
    },
    async limitsOf({ admissionNumber }: Student, who = bursar): Promise<StudentLimits> {
      return (await who.ask<StudentLimits>(contract.getStudentLimits, { admissionNumber })).body;
    },
  };
}
