import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type { recordConsent as recordCall } from '@mfuko/contract/fingerprints';
import { audit } from '../../platform/audit/audit.ts';
import type { Call } from '../../platform/http/call.ts';
import { getStudentById } from '../students/index.ts';
import { recordConsent } from './consent.ts';

/** Records a consent given on paper or before a witness, before any finger is enrolled. Throws student.not-found. */
export function recordConsentAhead(
  call: Call,
  { studentSYSID, givenBy, relation, method }: InputOf<typeof recordCall>,
): Promise<AnswerOf<typeof recordCall>> {
  return call.record(async (tx) => {
    await getStudentById(tx, studentSYSID);
    await recordConsent(tx, studentSYSID, { by: givenBy, relation, method, code: null }, call.actor.userId);
    const detail = { method };
    await audit(tx, call, { action: 'student.consent', subjectKind: 'student', subjectId: studentSYSID, detail });
    return { studentSYSID };
  });
}
