import { randomInt, timingSafeEqual } from 'node:crypto';
import { gsmSafe, type Language } from '@mfuko/contract/sms';
import { maskedPhone } from '../../platform/audit/changes.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Refusal } from '../../platform/http/refusal.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { enqueueMessage } from '../messages/index.ts';
import {
  CODE_DIGITS,
  CODE_LIFE,
  MAX_TRIES,
  mayAskForCode,
  RESEND_AFTER,
  resendTooSoon,
  tooManyCodes,
} from '../session/index.ts';
import type { ContactOfStudent } from '../students/index.ts';
import * as store from './store.ts';

/** Code to be sent to a guardian. */
export interface CodeToSend {
  readonly purpose: store.Purpose;
  readonly studentId: string;
  readonly contactId: string;
  readonly contact: ContactOfStudent;
  readonly sentBy: string;
  /** Person whom the code is for; null if the purpose has none. */
  readonly name: string | null;
  /** Text of the SMS. `minutes` is the code's lifetime, `school` its short name. */
  readonly text: (words: {
    readonly code: string;
    readonly school: string;
    readonly minutes: number;
  }) => Record<Language, string>;
}

/** Answer about a code that was sent: masked number, seconds until another may be requested, and seconds until this one expires. */
export interface SentCode {
  readonly to: string;
  readonly name: string;
  readonly resendAfter: number;
  readonly seconds: number;
}

/**
 * Sends a guardian a code and ends the student's older code of the same purpose. Codes are limited by number and purpose, by the rules
 * of sign-in codes, and by sender: a user could otherwise send SMS to every family at the school's cost. Throws session.resend-too-soon
 * and session.too-many-codes.
 */
export async function sendGuardianCode(tx: Tx, context: AppContext, asked: CodeToSend): Promise<SentCode> {
  const { purpose, studentId, contactId, contact, name } = asked;
  const phoneHash = hashPhone(context, contact.mobileNumber);
  const full = await store.secondsUntilRoom(tx, asked.sentBy);
  if (full !== null) throw tooManyCodes(full);
  await store.lockPhone(tx, phoneHash);
  const refusal = mayAskForCode(await store.earlierCodes(tx, purpose, phoneHash));
  if (refusal?.kind === 'too-soon') throw resendTooSoon(refusal.retryAfter);
  if (refusal) throw tooManyCodes(refusal.retryAfter);
  const id = newId();
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  const codeHash = hashCode(context, purpose, id, code);
  await store.replaceCode(tx, { id, purpose, studentId, contactId, name, phoneHash, codeHash }, asked.sentBy);
  const school = await tx.row<{ name: string }>('SELECT short_name AS name FROM schools WHERE id = $1', [tx.schoolId]);
  const texts = asked.text({ code, school: (school?.name ?? '').slice(0, 20), minutes: CODE_LIFE / 60 });
  const message = {
    to: contact.mobileNumber,
    text: gsmSafe(texts[contact.language]),
    kind: `${purpose}-code`,
  } as const;
  await enqueueMessage(tx, context, message, CODE_LIFE);
  return { to: maskedPhone(contact.mobileNumber), name: contact.name, resendAfter: RESEND_AFTER, seconds: CODE_LIFE };
}

/** Code as typed, with the refusal of any wrong code, which must not reveal the reason. */
export interface WantedCode {
  readonly purpose: store.Purpose;
  readonly studentId: string;
  readonly typed: string;
  readonly wrong: () => Refusal;
}

/**
 * Compares a code with the one sent to a guardian of this student. The try is charged before the comparison, outside the call's
 * transaction, and returned if the code is right. Throws `wrong` for a code that is missing, wrong, expired, used, tried too often or
 * another student's.
 */
export async function requireGuardianCode(
  call: Call,
  context: AppContext,
  { purpose, studentId, typed, wrong }: WantedCode,
): Promise<store.RightCode> {
  const limits = { most: MAX_TRIES, seconds: CODE_LIFE };
  const code = await call.autonomous((tx) => store.takeTry(tx, purpose, studentId, limits));
  const right =
    code !== undefined &&
    timingSafeEqual(code.codeHash, hashCode(context, purpose, code.id, typed)) &&
    code.phoneHash.equals(hashPhone(context, code.mobileNumber));
  if (!right) throw wrong();
  await call.autonomous((tx) => store.giveBackTry(tx, code.id));
  const { id, contactId, guardian, mobileNumber, name } = code;
  return { id, contactId, guardian, mobileNumber, name };
}

/** Returns a keyed digest bound to the code's row, which names student, guardian and the person whom the code is for. */
function hashCode(context: AppContext, purpose: store.Purpose, id: string, code: string): Buffer {
  return context.keys.digest(`${purpose}-code`, `${id}:${code}`);
}

function hashPhone(context: AppContext, phone: string): Buffer {
  return context.keys.digest('phone', phone);
}
