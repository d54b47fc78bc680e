import type { Finger } from '@mfuko/contract/fingerprints';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { guardianRecipients, holdMoney, noteEnrolled, notifyOfChange } from '../students/index.ts';

interface Enrolment {
  readonly id: string;
  readonly studentId: string;
  readonly finger: Finger;
  /** True if the finger had impressions before. */
  readonly again: boolean;
  /** True if a guardian consented by a code to their phone. */
  readonly byCode: boolean;
}

/**
 * Notifies the guardians of an enrolment: of each new finger, and of an impression that is added later than in one sitting. Holds money
 * by a finger that is added after the first one, and by the first one too if the school says so and no guardian gave a code.
 */
export async function noteEnrolment(
  tx: Tx,
  context: AppContext,
  { actor }: Pick<Call, 'actor'>,
  enrolment: Enrolment,
): Promise<void> {
  const { studentId, finger, again, byCode } = enrolment;
  const isFirst = !(await noteEnrolled(tx, studentId));
  if (again && (await isOneSitting(tx, enrolment))) return;
  const waits = !again && (!isFirst || (!byCode && (await holdsFirst(tx))));
  if (waits) await holdMoney(tx, actor.userId, [studentId], `finger:${finger}`);
  const change = again ? 'finger-again' : isFirst ? 'finger-first' : 'finger';
  await notifyOfChange(tx, context, studentId, change, { to: await guardianRecipients(tx, studentId), waits });
}

/** Tells whether the finger got another impression within 15 minutes: the three scans of an enrolment cause one notice. */
async function isOneSitting(tx: ReadTx, { id, studentId, finger }: Enrolment): Promise<boolean> {
  const lately = await tx.row(
    `SELECT 1 AS one FROM fingerprints WHERE school_id = $1 AND student_id = $2 AND finger = $3 AND id <> $4
       AND enrolled_at > clock_timestamp() - interval '15 minutes' LIMIT 1`,
    [tx.schoolId, studentId, finger, id],
  );
  return lately !== undefined;
}

async function holdsFirst(tx: ReadTx): Promise<boolean> {
  const school = await tx.row<{ holds: boolean }>('SELECT hold_first_means AS holds FROM schools WHERE id = $1', [
    tx.schoolId,
  ]);
  return school?.holds ?? false;
}
