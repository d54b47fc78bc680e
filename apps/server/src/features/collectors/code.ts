import type { sendCollectorCode as sendCall } from '@mfuko/contract/collectors';
import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import { audit } from '../../platform/audit/audit.ts';
import type { ReadTx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { type CodeToSend, sendGuardianCode } from '../guardian-codes/index.ts';
import { findHold, getContactOf, getStudent, phoneMeans } from '../students/index.ts';
import { noCodeToThisNumber, releaseRefused } from './errors.ts';
import { blockedNumbers } from './notify.ts';
import { isBarred } from './rules.ts';
import { listOfStudent } from './store.ts';

/**
 * Sends a guardian the code with which the named person may collect the child, once. Throws student.not-found, guardian.not-found,
 * collector.blocked for a person who must not collect, collector.number if the guardian's number is such a person's or was set within
 * the hold, session.resend-too-soon and session.too-many-codes.
 */
export function sendCollectorCode(
  call: Call,
  context: AppContext,
  { admissionNumber, contactSYSID, name }: InputOf<typeof sendCall>,
): Promise<AnswerOf<typeof sendCall>> {
  return call.record(async (tx) => {
    const student = await getStudent(tx, admissionNumber);
    const contact = await getContactOf(tx, student.id, contactSYSID);
    if (isBarred(await listOfStudent(tx, student.id), { name, mobileNumber: null }))
      throw releaseRefused('collector.blocked');
    if (!(await mayHaveCode(tx, context, student.id, contact.mobileNumber))) throw noCodeToThisNumber();
    const sent = await sendGuardianCode(tx, context, {
      purpose: 'collector',
      studentId: student.id,
      contactId: contactSYSID,
      contact,
      sentBy: call.actor.userId,
      name,
      text: textFor(name, student.names),
    });
    await audit(tx, call, {
      action: 'student.collector-code',
      subjectKind: 'student',
      subjectId: student.id,
      detail: { contactSYSID, to: sent.to, collector: name },
    });
    return sent;
  });
}

/** Tells whether a code may be sent to a guardian's number: it may not if the number is held after a change, or is a blocked person's. */
export async function mayHaveCode(tx: ReadTx, context: AppContext, studentId: string, phone: string): Promise<boolean> {
  if ((await blockedNumbers(tx, studentId)).includes(phone)) return false;
  return (await findHold(tx, studentId, phoneMeans(context, phone))) === null;
}

const textFor = (name: string, student: string): CodeToSend['text'] => {
  const who = student.slice(0, 30);
  return ({ code, school, minutes }) => ({
    en: `${code} lets ${name} collect ${who} from ${school} now. Tell it only if you agree; if not, call the school. Valid for ${minutes} minutes.`,
    sw: `${code} inamruhusu ${name} kumchukua ${who} kutoka ${school} sasa. Uutaje ikiwa tu unakubali; la sivyo, pigia shule simu. Unatumika kwa dakika ${minutes}.`,
  });
};
