import { randomInt, timingSafeEqual } from 'node:crypto';
import type { sendCollectorCode as sendCall } from '@mfuko/contract/collectors';
import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import { gsmSafe, type Language } from '@mfuko/contract/sms';
import { audit } from '../../platform/audit/audit.ts';
import { maskedPhone } from '../../platform/audit/changes.ts';
import type { ReadTx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { enqueueMessage } from '../messages/index.ts';
import {
  CODE_DIGITS,
  CODE_LIFE,
  MOST_TRIES,
  mayAskForCode,
  RESEND_AFTER,
  resendTooSoon,
  tooManyCodes,
} from '../session/index.ts';
import { findHold, getContactOf, getStudent, phoneMeans } from '../students/index.ts';
import * as store from './code-store.ts';
import { noCodeToThisNumber, releaseRefused, wrongCollectorCode } from './errors.ts';
import { sameName } from './rules.ts';
import { listOfStudent } from './store.ts';
import { blockedNumbers } from './tell.ts';

/**
 * Sends a guardian the code by which the person who is named may collect the child, once. Throws student.not-found,
 * guardian.not-found, collector.blocked for somebody who must not collect, collector.number where the guardian's number is that of
 * such a person or was set within the hold, session.resend-too-soon and session.too-many-codes.
 */
export function sendCollectorCode(
  call: Call,
  context: AppContext,
  { admissionNumber, contactSYSID, name }: InputOf<typeof sendCall>,
): Promise<AnswerOf<typeof sendCall>> {
  return call.record(async (tx) => {
    const student = await getStudent(tx, admissionNumber);
    const contact = await getContactOf(tx, student.id, contactSYSID);
    const listed = await listOfStudent(tx, student.id);
    if (listed.some((each) => each.blockedReason !== null && sameName(each.name, name)))
      throw releaseRefused('collector.blocked');
    if (!(await mayHaveCode(tx, context, student.id, contact.mobileNumber))) throw noCodeToThisNumber();
    const phoneHash = hashPhone(context, contact.mobileNumber);
    await store.lockPhone(tx, phoneHash);
    const refusal = mayAskForCode(await store.earlierCodes(tx, phoneHash));
    if (refusal?.kind === 'too-soon') throw resendTooSoon(refusal.retryAfter);
    if (refusal) throw tooManyCodes(refusal.retryAfter);
    const id = newId();
    const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
    const kept = {
      id,
      studentId: student.id,
      contactId: contactSYSID,
      name,
      phoneHash,
      codeHash: hashCode(context, id, code),
    };
    await store.replaceCode(tx, kept, call.actor.userId);
    const text = await textOf(tx, contact.language, { code, name, student: student.names });
    await enqueueMessage(tx, context, { to: contact.mobileNumber, text, kind: 'collector-code' }, CODE_LIFE);
    const to = maskedPhone(contact.mobileNumber);
    await audit(tx, call, {
      action: 'student.collector-code',
      subjectKind: 'student',
      subjectId: student.id,
      detail: { contactSYSID, to, collector: name },
    });
    return { to, name: contact.name, resendAfter: RESEND_AFTER, seconds: CODE_LIFE };
  });
}

/** Tells whether a code may go to a guardian's number: not where somebody has just set it, nor where it is a blocked person's. */
export async function mayHaveCode(tx: ReadTx, context: AppContext, studentId: string, phone: string): Promise<boolean> {
  if ((await blockedNumbers(tx, studentId)).includes(phone)) return false;
  return (await findHold(tx, studentId, phoneMeans(context, phone))) === null;
}

interface Words {
  readonly code: string;
  readonly name: string;
  readonly student: string;
}

async function textOf(tx: ReadTx, language: Language, { code, name, student }: Words): Promise<string> {
  const school = await tx.row<{ name: string }>('SELECT short_name AS name FROM schools WHERE id = $1', [tx.schoolId]);
  const at = (school?.name ?? '').slice(0, 20);
  const who = student.slice(0, 30);
  const texts: Record<Language, string> = {
    en: `${code} lets ${name} collect ${who} from ${at} now. Tell it only if you agree; if not, call the school. Valid for ${CODE_LIFE / 60} minutes.`,
    sw: `${code} inamruhusu ${name} kumchukua ${who} kutoka ${at} sasa. Uutaje ikiwa tu unakubali; la sivyo, pigia shule simu. Unatumika kwa dakika ${CODE_LIFE / 60}.`,
  };
  return gsmSafe(texts[language]);
}

/** A code that was right; it is still to be used up in the transaction of the release. */
export interface RightCode {
  readonly id: string;
  /** For whom the guardian gave it. */
  readonly name: string;
}

/**
 * Holds a code against the one that a guardian of this student got. A try is charged before it is compared, and given back where it
 * was right. Throws collector.code.
 */
export async function requireCode(
  call: Call,
  context: AppContext,
  admissionNumber: string,
  typed: string,
): Promise<RightCode> {
  const student = await call.autonomous((tx) => getStudent(tx, admissionNumber));
  const code = await call.autonomous((tx) => store.takeTry(tx, student.id, MOST_TRIES, CODE_LIFE));
  const right =
    code !== undefined &&
    timingSafeEqual(code.codeHash, hashCode(context, code.id, typed)) &&
    code.phoneHash.equals(hashPhone(context, code.mobileNumber));
  if (!right) throw wrongCollectorCode();
  await call.autonomous((tx) => store.giveBackTry(tx, code.id));
  return { id: code.id, name: code.name };
}

/** Keyed, and bound to the code's own row, which names student, guardian and collector. */
function hashCode(context: AppContext, id: string, code: string): Buffer {
  return context.keys.digest('collector-code', `${id}:${code}`);
}

function hashPhone(context: AppContext, phone: string): Buffer {
  return context.keys.digest('phone', phone);
}
