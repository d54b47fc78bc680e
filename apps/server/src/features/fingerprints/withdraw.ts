import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type { withdrawConsent as withdrawCall } from '@mfuko/contract/fingerprints';
import { audit } from '../../platform/audit/audit.ts';
import type { Call } from '../../platform/http/call.ts';
import { newId } from '../../platform/records/id.ts';
import { getStudentById } from '../students/index.ts';
import { type Engine, forgetImpressions } from './engine.ts';
import { eraseFingerprints, lockEnrolments } from './store.ts';

/**
 * Withdraws a guardian's consent: erases every impression of the student with the key that sealed them, and records who withdrew. Any
 * later enrolment needs a new consent, whatever the school's policy. Throws student.not-found.
 */
export async function withdrawConsent(
  call: Call,
  engine: Engine,
  { studentSYSID, withdrawnBy, relation }: InputOf<typeof withdrawCall>,
): Promise<AnswerOf<typeof withdrawCall>> {
  const forgotten: string[] = [];
  const answer = await call.record(async (tx) => {
    await lockEnrolments(tx);
    await getStudentById(tx, studentSYSID);
    const erased = await eraseFingerprints(tx, studentSYSID);
    forgotten.push(...erased);
    await tx.row(
      `UPDATE consents SET withdrawn_at = clock_timestamp()
       WHERE school_id = $1 AND student_id = $2 AND purpose = 'fingerprint' AND withdrawn_at IS NULL`,
      [tx.schoolId, studentSYSID],
    );
    const kept = await tx.row<{ at: Date }>(
      `INSERT INTO consent_withdrawals (school_id, id, student_id, purpose, withdrawn_by, relation, erased, recorded_by)
       VALUES ($1, $2, $3, 'fingerprint', $4, $5, $6, $7) RETURNING at`,
      [tx.schoolId, newId(), studentSYSID, withdrawnBy, relation, erased.length, call.actor.userId],
    );
    if (!kept) throw new TypeError('The INSERT of the withdrawal returned no row.');
    const changes = { consent: { from: 'given', to: 'withdrawn' } };
    await audit(tx, call, {
      action: 'consent.withdraw',
      subjectKind: 'student',
      subjectId: studentSYSID,
      detail: { erased: erased.length, changes },
    });
    return { studentSYSID, erased: erased.length, date: kept.at.toISOString() };
  });
  await forgetImpressions(engine, call.schoolId, forgotten);
  return answer;
}
