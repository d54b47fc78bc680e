import { z } from 'zod';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { enqueue, type Jobs } from '../../platform/jobs/jobs.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { writePassage } from '../messages/index.ts';
import { guardiansToTell } from '../students/index.ts';
import { isUndone } from './undone.ts';

/** Job that sends the guardians an SMS of a passage or ride. */
const WRITE_PASSAGE = 'write-passage';

const payload = z.object({
  schoolId: z.uuid(),
  studentId: z.uuid(),
  eventId: z.uuid(),
  kind: z.enum(['in', 'out', 'on', 'off', 'stayed']),
  at: z.string(),
  plate: z.string().nullable(),
});
type Passed = z.output<typeof payload>;

export function passageJobs(context: AppContext): Jobs {
  return {
    [WRITE_PASSAGE]: (given) => {
      const passed = payload.parse(given);
      return context.db.inSchool(passed.schoolId, (tx) => notifyGuardiansOf(tx, context, passed));
    },
  };
}

/**
 * Enqueues the SMS to those guardians who asked for such messages, in the caller's transaction. One statement, which does nothing for
 * most students. `plate` is null at the gate; `notBefore` is the earliest time of sending.
 */
export async function enqueuePassageNotice(
  tx: Tx,
  passed: Pick<Passed, 'studentId' | 'kind' | 'eventId' | 'plate'> & { readonly at: Date; readonly notBefore?: Date },
): Promise<void> {
  const { studentId, kind, eventId, at, plate, notBefore } = passed;
  await tx.prepared('enqueue-passage-notice', 'SELECT enqueue_passage_notice($1, $2, $3, $4, $5, $6, $7)', [
    tx.schoolId,
    studentId,
    kind,
    eventId,
    at,
    plate,
    notBefore ?? null,
  ]);
}

/** Enqueues the SMS of a passage or ride, however long ago it is said to have happened. */
export async function enqueueDelayedNotice(
  tx: Tx,
  { studentId, kind, eventId, at, plate }: Omit<Passed, 'schoolId' | 'at'> & { readonly at: Date },
): Promise<void> {
  const passed = { schoolId: tx.schoolId, studentId, eventId, kind, at: at.toISOString(), plate };
  await enqueue(tx, WRITE_PASSAGE, passed, { mostAttempts: 12 });
}

/** Delay after which the job for the check-out has either sent its messages or found the check-out taken back. */
const STAYED_AFTER_MS = 10_000;

/** Enqueues an SMS to the guardians who were notified of a check-out that was then taken back: the child has not left. */
export async function enqueueStayed(
  tx: Tx,
  { studentId, eventId, at }: { readonly studentId: string; readonly eventId: string; readonly at: Date },
): Promise<void> {
  const passed = { schoolId: tx.schoolId, studentId, eventId, kind: 'stayed', at: at.toISOString(), plate: null };
  await enqueue(tx, WRITE_PASSAGE, passed, { runAt: new Date(at.getTime() + STAYED_AFTER_MS), mostAttempts: 12 });
}

/** Sends the SMS of a passage to the guardians who asked for such messages; idempotent, so that the job may run again. */
export async function notifyGuardiansOf(
  tx: Tx,
  context: AppContext,
  { studentId, kind, eventId, at, plate }: Passed,
): Promise<void> {
  const about = await tx.row<{ names: string; admissionNumber: string; school: string; at: string }>(
    `SELECT s.names, s.admission_number AS "admissionNumber", c.short_name AS school,
            to_char($3::timestamptz AT TIME ZONE c.time_zone, 'DD/MM HH24:MI') AS at
     FROM students s JOIN schools c ON c.id = s.school_id
     WHERE s.school_id = $1 AND s.id = $2 AND s.deleted_at IS NULL`,
    [tx.schoolId, studentId, at],
  );
  if (!about || (await isUndone(tx, eventId))) return;
  if (kind === 'stayed' && !(await wasToldOfUndone(tx, eventId))) return;
  const guardians = await guardiansToTell(tx, studentId, kind === 'stayed' ? 'out' : kind);
  await writePassage(tx, context, { ...about, kind, eventId, guardians, plate });
}

/** Tells whether any guardian was sent an SMS of the passage that the event takes back. */
async function wasToldOfUndone(tx: ReadTx, eventId: string): Promise<boolean> {
  const told = await tx.row(
    `SELECT 1 AS told FROM gate_events u
     JOIN sms_messages m ON m.school_id = u.school_id AND m.passage_id = u.undoes
     WHERE u.school_id = $1 AND u.id = $2 LIMIT 1`,
    [tx.schoolId, eventId],
  );
  return told !== undefined;
}
