import type { Student } from '../features/students/index.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/records/id.ts';
import { FIRST_NAMES } from './names.ts';

/** First phone number of the demo guardians, after those of the staff. */
const FIRST_PHONE = 254700001000;

/** Seeds one guardian for each student, and a second one for every other student. */
export async function seedGuardians(tx: Tx, students: readonly Student[]): Promise<void> {
  const guardians = students.flatMap((student, place) =>
    (place % 2 === 0 ? [0, 1] : [0]).map((nth) => ({
      id: newId(),
      student_id: student.id,
      name: `${FIRST_NAMES[(place * 3 + nth * 5 + 1) % FIRST_NAMES.length]} ${student.names.split(' ').at(-1)}`,
      mobile_number: String(FIRST_PHONE + place * 2 + nth),
    })),
  );
  await tx.row(
    `INSERT INTO guardians (school_id, id, student_id, name, mobile_number)
     SELECT $1, g.id, g.student_id, g.name, g.mobile_number
     FROM jsonb_to_recordset($2) AS g (id uuid, student_id uuid, name text, mobile_number text)`,
    [tx.schoolId, JSON.stringify(guardians)],
  );
}
