import type { Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { blockedNumbers } from '../collectors/index.ts';
import { lockCustody, STANDS } from '../gate/index.ts';
import { writeAttendance, writePassage } from '../messages/index.ts';
import { type GuardianNumber, guardianNumbers, guardiansToTell } from '../students/index.ts';
import { STATES, type StateRow, valuesOf } from './states.ts';

type Told = 'absent' | 'late';

/**
 * Notifies a child's guardians, if the state still holds: locks the gate state, so that a concurrent check-in is seen. Once per child
 * and day: the notice's row is inserted before any message.
 */
export async function notifyAttendance(
  tx: Tx,
  context: AppContext,
  studentId: string,
  kind: Told,
  now: Date,
): Promise<void> {
  await lockCustody(tx, studentId);
  const child = await tx.row<StateRow & { school: string; at: string; today: string }>(
    `SELECT a.*, s.short_name AS school, to_char(a.day, 'YYYY-MM-DD') AS today,
            to_char(COALESCE(CASE WHEN a.state = 'late' THEN a.arrived END, $2::timestamptz) AT TIME ZONE s.time_zone, 'DD/MM HH24:MI') AS at
     FROM (${STATES}) AS a JOIN schools s ON s.id = $1`,
    valuesOf(tx, { now, from: null, until: null, classId: null, students: [studentId] }),
  );
  if (child?.state !== kind) return;
  const id = newId();
  const guardians = await guardiansOf(tx, studentId, kind);
  const claimed = await tx.row(
    `INSERT INTO attendance_notices (school_id, student_id, day, id, kind, phones) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT DO NOTHING RETURNING id`,
    [tx.schoolId, studentId, child.today, id, kind, guardians.length],
  );
  if (!claimed) return;
  const { names, admissionNumber, school, at } = child;
  await writeAttendance(tx, context, { kind, names, admissionNumber, school, at, guardians, noticeId: id });
}

/**
 * Returns the guardians to notify, without those who must not collect the child. Of a late child, guardians with check-in messages know
 * already.
 */
async function guardiansOf(tx: Tx, studentId: string, kind: Told): Promise<GuardianNumber[]> {
  const blocked = await blockedNumbers(tx, studentId);
  const informed = kind === 'late' ? await guardiansToTell(tx, studentId, 'in') : [];
  const left = new Set([...blocked, ...informed.map(({ mobileNumber }) => mobileNumber)]);
  return (await guardianNumbers(tx, studentId)).filter(({ mobileNumber }) => !left.has(mobileNumber));
}

/**
 * Notifies the guardians who were told of an absence that the child has come, by the SMS of a check-in, whether or not they asked for
 * such messages. A phone gets one SMS per passage, so that those who did ask get no second one.
 */
export async function notifyArrival(
  tx: Tx,
  context: AppContext,
  studentId: string,
  day: string,
  by: Date,
): Promise<void> {
  const told = await tx.row(
    `UPDATE attendance_notices SET arrival_notified_at = clock_timestamp()
     WHERE school_id = $1 AND student_id = $2 AND day = $3 AND arrival_notified_at IS NULL RETURNING id`,
    [tx.schoolId, studentId, day],
  );
  if (!told) return;
  const came = await tx.row<{ eventId: string; names: string; admissionNumber: string; school: string; at: string }>(
    `SELECT e.id AS "eventId", p.names, p.admission_number AS "admissionNumber", s.short_name AS school,
            to_char(e.at AT TIME ZONE s.time_zone, 'DD/MM HH24:MI') AS at
     FROM gate_events e JOIN schools s ON s.id = e.school_id JOIN students p ON p.school_id = e.school_id AND p.id = e.student_id
     WHERE e.school_id = $1 AND e.student_id = $2 AND e.kind = 'in' AND e.at >= $3::date::timestamp AT TIME ZONE s.time_zone
       AND e.at <= $4 AND ${STANDS} ORDER BY e.at, e.id LIMIT 1`,
    [tx.schoolId, studentId, day, by],
  );
  if (!came) return;
  await writePassage(tx, context, {
    ...came,
    kind: 'in',
    guardians: await guardiansOf(tx, studentId, 'absent'),
    plate: null,
  });
}
