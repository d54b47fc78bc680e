import { randomInt, timingSafeEqual } from 'node:crypto';
import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type { sendConsentCode as sendCall } from '@mfuko/contract/fingerprints';
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
import { type ContactOfStudent, getContactOf, getStudentById } from '../students/index.ts';
import * as store from './consent-code-store.ts';
import { wrongConsentCode } from './errors.ts';

/**
 * Sends a guardian the code by which they consent to the enrolment of one student's fingers. A newer code of the student ends the
 * older one. Throws student.not-found, guardian.not-found, session.resend-too-soon, session.too-many-codes.
 */
export function sendConsentCode(
  call: Call,
  context: AppContext,
  { sysid, contactSYSID }: InputOf<typeof sendCall>,
): Promise<AnswerOf<typeof sendCall>> {
  return call.record(async (tx) => {
    const student = await getStudentById(tx, sysid);
    const contact = await getContactOf(tx, sysid, contactSYSID);
    const phoneHash = hashPhone(context, contact.mobileNumber);
    await store.lockPhone(tx, phoneHash);
    const refusal = mayAskForCode(await store.earlierCodes(tx, phoneHash));
    if (refusal?.kind === 'too-soon') throw resendTooSoon(refusal.retryAfter);
    if (refusal) throw tooManyCodes(refusal.retryAfter);
    const id = newId();
    const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
    const kept = { id, studentId: sysid, contactId: contactSYSID, phoneHash, codeHash: hashCode(context, id, code) };
    await store.replaceCode(tx, kept, call.actor.userId);
    const text = await textOf(tx, contact, student.names, code);
    await enqueueMessage(tx, context, { to: contact.mobileNumber, text, kind: 'consent-code' }, CODE_LIFE);
    const to = maskedPhone(contact.mobileNumber);
    const detail = { contactSYSID, to };
    await audit(tx, call, { action: 'consent.code', subjectKind: 'student', subjectId: sysid, detail });
    return { to, name: contact.name, resendAfter: RESEND_AFTER, seconds: CODE_LIFE };
  });
}

async function textOf(tx: ReadTx, contact: ContactOfStudent, names: string, code: string): Promise<string> {
  const school = (await store.schoolName(tx)).slice(0, 20);
  const who = names.slice(0, 40);
  const minutes = CODE_LIFE / 60;
  const texts: Record<Language, string> = {
    en: `${code} is your consent code: with it ${school} may enrol a fingerprint of ${who}. Tell it to the school only if you agree. Valid for ${minutes} minutes.`,
    sw: `${code} ni msimbo wa idhini: kwa huo ${school} inaweza kusajili alama ya kidole ya ${who}. Uambie shule ikiwa tu unakubali. Unatumika kwa dakika ${minutes}.`,
  };
  return gsmSafe(texts[contact.language]);
}

/** A code that was right; it is still to be used up (`useConsentCode`). */
export interface RightConsentCode {
  readonly id: string;
  readonly contactId: string;
  readonly name: string;
}

/**
 * Holds a code against the one that a guardian of this student got. A try is charged before it is compared, and given back where
 * it was right, so that a finger that has to be scanned again costs none. Throws fingerprint.consent-code.
 */
export async function requireConsentCode(
  call: Call,
  context: AppContext,
  studentId: string,
  typed: string | undefined,
): Promise<RightConsentCode> {
  if (!typed) throw wrongConsentCode();
  const code = await call.autonomous((tx) => store.takeTry(tx, studentId, MOST_TRIES, CODE_LIFE));
  const right =
    code !== undefined &&
    timingSafeEqual(code.codeHash, hashCode(context, code.id, typed)) &&
    code.phoneHash.equals(hashPhone(context, code.mobileNumber));
  if (!right) throw wrongConsentCode();
  await call.autonomous((tx) => store.giveBackTry(tx, code.id));
  return { id: code.id, contactId: code.contactId, name: code.name };
}

/** Keyed, and bound to the code's own row, which names student and guardian. */
function hashCode(context: AppContext, id: string, code: string): Buffer {
  return context.keys.digest('consent-code', `${id}:${code}`);
}

function hashPhone(context: AppContext, phone: string): Buffer {
  return context.keys.digest('phone', phone);
}
