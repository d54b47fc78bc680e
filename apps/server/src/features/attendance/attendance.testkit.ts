import * as contract from '@mfuko/contract/attendance';
import { updateSchoolSettings } from '@mfuko/contract/schools';
import { addContact, createStudent } from '@mfuko/contract/students';
import { expect } from 'vitest';
import { aNumber, type Person, type TestServer } from '../../../tests/kit.ts';
import { newId } from '../../platform/records/id.ts';
import { ATTENDANCE_CHECK, attendanceJobs } from './jobs.ts';
import { listAttendance, listAway, readFigures } from './list.ts';
import { readRegister } from './register.ts';

export interface Child {
  readonly sysid: string;
  readonly admissionNumber: string;
}

const DAY_MS = 86_400_000;

/** Returns a Monday after today, so that students created now belong to it, whatever day and hour it is. */
function nextMonday(): string {
  const day = new Date(Date.now() + 2 * DAY_MS);
  while (day.getUTCDay() !== 1) day.setTime(day.getTime() + DAY_MS);
  return day.toISOString().slice(0, 10);
}

const MONDAY = nextMonday();
/** Date so many days after that Monday; 0 is the Monday itself. */
export const dayOf = (after: number) => new Date(Date.parse(MONDAY) + after * DAY_MS).toISOString().slice(0, 10);
/** Time of the school's clock (three hours ahead of UTC, all year) on that Monday, or so many days later. */
export const at = (time: string, after = 0) => new Date(`${dayOf(after)}T${time}:00+03:00`);

/** Creates a school with a class, and returns what may happen there at given times. */
export async function createSchoolDay(server: TestServer, rules: object = {}) {
  const school = await server.aSchool('KILIMO');
  const [admin, office] = await Promise.all([server.aPerson('Admin'), server.aPerson('SchoolAdmin', school)]);
  const classSYSID = await server.aClass(school, 'Grade 4');
  const set = async (more: object) =>
    expect((await admin.ask(updateSchoolSettings, { sysid: school, ...more })).status).toBe(200);
  await set({ lateFrom: '08:00', absentFrom: '09:00', ...rules });
  const inSchool = (text: string, values: readonly unknown[] = []) =>
    server.context.db.inSchool(school, (tx) => tx.row<Record<string, unknown>>(text, [school, ...values]));
  const context = (now: Date) => ({ ...server.context, clock: { ...server.context.clock, now: () => now.getTime() } });

  return {
    ...{ school, admin, office, classSYSID, set, inSchool, context },
    async aChild(guardian: object | null = null, inClass = classSYSID): Promise<Child> {
      const admissionNumber = String(20_000 + aNumber());
      const made = await office.ask<Child>(createStudent, {
        admissionNumber,
        names: 'Achieng Odhiambo',
        classSYSID: inClass,
      });
      expect(made.status).toBe(200);
      const child = { sysid: made.body.sysid, admissionNumber };
      if (guardian) await this.aGuardian(child, guardian);
      return child;
    },
    async aGuardian(child: Child, more: object = {}): Promise<string> {
      const mobileNumber = `25472${String(1_000_000 + aNumber())}`;
      const added = { studentSYSID: child.sysid, name: 'Mama Achieng', mobileNumber, ...more };
      expect((await office.ask(addContact, added)).status).toBe(200);
      return mobileNumber;
    },
    async pass(child: Child, kind: 'in' | 'out', when: Date, undoes: string | null = null): Promise<string> {
      const id = newId();
      await inSchool(
        `INSERT INTO gate_events (school_id, id, student_id, kind, method, at, recorded_by, undoes)
         VALUES ($1, $2, $3, $4, 'pin', $5, $1, $6)`,
        [id, child.sysid, kind, when, undoes],
      );
      return id;
    },
    async leave(child: Child, from: Date, until: Date): Promise<void> {
      await inSchool(
        `INSERT INTO exeats (school_id, id, student_id, leaves_from, return_by, reason, granted_by)
         VALUES ($1, $2, $3, $4, $5, 'Dentist', $1)`,
        [newId(), child.sysid, from, until],
      );
    },
    /** Reads one child's attendance on a day, as of a given time. */
    async of(child: Child, now: Date, day?: string): Promise<contract.AttendanceRow | undefined> {
      const query = { pageSize: 50, ...(day !== undefined && { day }) };
      const { rows } = await server.context.db.inSchool(school, (tx) => listAttendance(tx, now, query));
      return rows.find(({ sysid }) => sysid === child.sysid);
    },
    /** Reads the admission numbers of a list, in its order. */
    async list(now: Date, query: object): Promise<string[]> {
      const { rows } = await server.context.db.inSchool(school, (tx) =>
        listAttendance(tx, now, { pageSize: 50, ...query }),
      );
      return rows.map(({ admissionNumber }) => admissionNumber);
    },
    figures: (now: Date, query: object = {}) => server.context.db.inSchool(school, (tx) => readFigures(tx, now, query)),
    /** Lists the ids of absent students as of a given time. */
    away: (now: Date) => server.context.db.inSchool(school, (tx) => listAway(tx, now)),
    register: (now: Date, month = dayOf(0).slice(0, 7), inClass = classSYSID) =>
      server.context.db.inSchool(school, (tx) => readRegister(tx, now, { classSYSID: inClass, month })),
    /** Runs the job once at a given time. */
    async look(now: Date, more: object = {}): Promise<void> {
      await attendanceJobs({ ...context(now), ...more })[ATTENDANCE_CHECK]?.({});
    },
    /** Lists the SMS about attendance that a phone has received, check-ins included. */
    async heardBy(phone: string): Promise<string[]> {
      await server.runJobs();
      return server.sent
        .filter(({ to, kind }) => to === phone && ['attendance', 'passage'].includes(kind))
        .map(({ text }) => text);
    },
  };
}
export type SchoolDay = Awaited<ReturnType<typeof createSchoolDay>>;

export const excuse = (by: Person, child: Child, more: object = {}) =>
  by.ask(contract.excuseAbsence, {
    studentSYSID: child.sysid,
    from: dayOf(0),
    until: dayOf(0),
    reason: 'sick',
    ...more,
  });
