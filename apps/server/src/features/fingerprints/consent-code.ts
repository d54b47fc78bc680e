import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type { sendConsentCode as sendCall } from '@mfuko/contract/fingerprints';
import { audit } from '../../platform/audit/audit.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { type CodeToSend, type RightCode, requireGuardianCode, sendGuardianCode } from '../guardian-codes/index.ts';
import { getContactOf, getStudentById } from '../students/index.ts';
import { wrongConsentCode } from './errors.ts';

/**
 * Sends a guardian the code that consents to the enrolment of one student's fingers. A newer code for the student invalidates the older
 * one. Throws student.not-found, guardian.not-found, session.resend-too-soon, session.too-many-codes.
 */
export function sendConsentCode(
  call: Call,
  context: AppContext,
  { sysid, contactSYSID }: InputOf<typeof sendCall>,
): Promise<AnswerOf<typeof sendCall>> {
  return call.record(async (tx) => {
    const student = await getStudentById(tx, sysid);
    const contact = await getContactOf(tx, sysid, contactSYSID);
    const sent = await sendGuardianCode(tx, context, {
      purpose: 'consent',
      studentId: sysid,
      contactId: contactSYSID,
      contact,
      sentBy: call.actor.userId,
      name: null,
      text: textFor(student.names),
    });
    const detail = { contactSYSID, to: sent.to };
    await audit(tx, call, { action: 'consent.code', subjectKind: 'student', subjectId: sysid, detail });
    return sent;
  });
}

const textFor = (names: string): CodeToSend['text'] => {
  const who = names.slice(0, 40);
  return ({ code, school, minutes }) => ({
    en: `${code} is your consent code: with it ${school} may enrol a fingerprint of ${who}. Tell it to the school only if you agree. Valid for ${minutes} minutes.`,
    sw: `${code} ni msimbo wa idhini: kwa huo ${school} inaweza kusajili alama ya kidole ya ${who}. Uambie shule ikiwa tu unakubali. Unatumika kwa dakika ${minutes}.`,
  });
};

/**
 * Compares a code with the one that was sent to a guardian of this student, without using it up: `recordConsent` does that, so that a
 * finger that has to be scanned again costs no try. Throws fingerprint.consent-code.
 */
export async function requireConsentCode(
  call: Call,
  context: AppContext,
  studentId: string,
  typed: string | undefined,
): Promise<RightCode> {
  if (!typed) throw wrongConsentCode();
  return requireGuardianCode(call, context, { purpose: 'consent', studentId, typed, wrong: wrongConsentCode });
}
