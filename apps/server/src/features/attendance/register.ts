import type { AttendanceState, attendanceRegister, Register, RegisterRow } from '@mfuko/contract/attendance';
import type { InputOf } from '@mfuko/contract/endpoint';
import type { ReadTx } from '../../platform/database/database.ts';
import { getClass } from '../schools/index.ts';
import { STATES, valuesOf } from './states.ts';

interface Marked extends Omit<RegisterRow, 'states'> {
  readonly states: Record<string, AttendanceState>;
}

/** Reads the register of a class for one month. Throws class.not-found. */
export async function readRegister(
  tx: ReadTx,
  now: Date,
  query: InputOf<typeof attendanceRegister>,
): Promise<Register> {
  const { classSYSID, month } = query;
  const { name: className } = await getClass(tx, classSYSID);
  const days = daysOf(month);
  const rows = await tx.rows<Marked>(
    `SELECT sysid, "admissionNumber", names, json_object_agg(to_char(day, 'YYYY-MM-DD'), state) AS states
     FROM (${STATES}) AS marked GROUP BY sysid, "admissionNumber", names
     ORDER BY lpad(length("admissionNumber")::text, 2, '0') || "admissionNumber", sysid`,
    valuesOf(tx, { now, from: days[0] ?? null, until: days.at(-1) ?? null, classId: classSYSID, students: null }),
  );
  return {
    className,
    month,
    days,
    rows: rows.map(({ states, ...row }) => ({ ...row, states: days.map((day) => states[day] ?? 'unknown') })),
  };
}

function daysOf(month: string): string[] {
  const [year = 2000, number = 1] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from({ length: last }, (_, place) => `${month}-${String(place + 1).padStart(2, '0')}`);
}
