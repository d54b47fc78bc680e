import { randomInt, timingSafeEqual } from 'node:crypto';
import { fieldError } from '@mfuko/contract/field-errors';
import { phoneNumber } from '@mfuko/contract/ids';
import { open, SealError } from '@mfuko/contract/seal';
import { audit } from '../../platform/audit/audit.ts';
import { inSchoolOf, PLATFORM_SCHOOL, type Tx } from '../../platform/database/database.ts';
import type { RequestContext } from '../../platform/http/call.ts';
import { MalformedInput } from '../../platform/http/refusal.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { enqueueMessage } from '../messages/index.ts';
import { limitStrangers, tellingOfFlood } from './code-flood.ts';
import { resendTooSoon, tooManyCodes } from './errors.ts';
import { type Known, knownDevice } from './known-devices.ts';
import { CODE_DIGITS, CODE_LIFE, MAX_TRIES, mayAskForCode, type Purpose } from './rules.ts';
import * as store from './store.ts';

/** Returns true if a phone number is a guardian's. Passed in, since students come after the session in the order of the features. */
export type IsGuardian = (tx: Tx, phone: string) => Promise<boolean>;

export interface CodeOrder {
  readonly purpose: Purpose;
  /** Phone number that the code is sent to. */
  readonly phone: string;
  /** Id of the user whom the code is for; null where the number is unknown. */
  readonly userId: string | null;
  /** True if the code is sent. Otherwise everything else is done alike. */
  readonly send: boolean;
  /** Known browser or address that requests the code, where the user has signed in with it before. */
  readonly device?: Known | null;
  /** Address of the caller, where nobody is signed in; null where the address is not counted. */
  readonly caller?: string | null;
  readonly text: (code: string) => string;
}

/**
 * Makes a sign-in code and sends it. An unknown number gets the same answer, limits and timing; only the message, which a job sends
 * later, is missing.
 */
export async function requestCode(
  context: AppContext,
  request: RequestContext,
  isGuardian: IsGuardian,
  sealedUserName: string,
): Promise<{ profileSYSID: string }> {
  const phone = openPhone(context, sealedUserName);
  return tellingOfFlood(context, async (tx) => {
    const user = await store.findActiveUser(tx, phone);
    const guardian = await isGuardian(tx, phone);
    const text = (code: string) =>
      `${code} is your ${context.config.platformName} sign-in code. It is valid for 5 minutes. Never share it.`;
    const userId = user?.id ?? null;
    return {
      profileSYSID: await sendCode(tx, context, {
        purpose: 'sign-in',
        phone,
        userId,
        // A guardian has no session here: without an app for guardians, a code would cost money and open nothing.
        send: userId !== null || (guardian && context.config.guardianCodes),
        device: await knownDevice(tx, context, request, userId),
        caller: request.caller,
        text,
      }),
    };
  });
}

/** Makes a code within the budget of its number, and returns the code's id. Throws session.resend-too-soon, session.too-many-codes. */
export async function sendCode(tx: Tx, context: AppContext, order: CodeOrder): Promise<string> {
  const phoneHash = hashPhone(context, order.phone);
  const id = newId();
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  // Computed for every number, or the timing would reveal which numbers are known.
  const codeHash = hashCode(context, id, code);
  await store.lockNumber(tx, phoneHash);
  const device = order.device?.key ?? null;
  const callerHash = order.caller ? context.keys.digest('caller', order.caller) : null;
  // Other people may use the same address, so only a known browser is exempt.
  if (order.device?.kind !== 'browser') await limitStrangers(tx, context, callerHash);
  const refusal = mayAskForCode(
    await store.earlierCodes(tx, phoneHash, order.purpose, device, callerHash),
    device !== null,
  );
  if (refusal?.kind === 'too-soon') throw resendTooSoon(refusal.retryAfter);
  if (refusal) throw tooManyCodes(refusal.retryAfter);
  await store.addCode(tx, {
    id,
    purpose: order.purpose,
    phoneHash,
    codeHash: order.send ? codeHash : null,
    userId: order.userId,
    device,
    callerHash,
  });
  const sms = { to: order.phone, text: order.text(code), kind: `${order.purpose}-code` };
  await enqueueMessage(tx, context, sms, order.send ? CODE_LIFE : 0);
  return id;
}

export interface ProvenCode {
  readonly userId: string | null;
  readonly phoneHash: Buffer;
}

/**
 * Uses up a try of a code, permanently, whatever the outcome of the call. Returns null where the code is wrong, expired, used, unknown,
 * or of another purpose; a wrong code is recorded in its user's audit trail. A right code is still to be spent (`useCode`).
 */
export async function tryCode(
  context: AppContext,
  { requestId }: Pick<RequestContext, 'requestId'>,
  purpose: Purpose,
  id: string,
  otp: string,
): Promise<ProvenCode | null> {
  return context.db.inPlatform(async (tx) => {
    const code = await store.takeTry(tx, id, purpose, MAX_TRIES, CODE_LIFE);
    if (!code) return null;
    const { user_id: userId, school_id: schoolId, phone_hash: phoneHash } = code;
    if (code.code_hash && timingSafeEqual(code.code_hash, hashCode(context, id, otp))) return { userId, phoneHash };
    // For an unknown number the event goes to the platform, so that both cases take the same time.
    const event = { action: 'user.wrong-code', subjectKind: 'user', subjectId: userId, detail: { purpose } };
    await inSchoolOf(tx, schoolId ?? PLATFORM_SCHOOL, (inside) => audit(inside, { actor: null, requestId }, event));
    return null;
  });
}

/** Returns true if a code was sent to that number, since the number of an account may have changed since. */
export function wentTo(context: AppContext, code: ProvenCode, phone: string): boolean {
  return code.phoneHash.equals(hashPhone(context, phone));
}

/** Returns the keyed hash of a code, bound to its request. */
function hashCode(context: AppContext, id: string, code: string): Buffer {
  return context.keys.digest('sign-in-code', `${id}:${code}`);
}

function hashPhone(context: AppContext, phone: string): Buffer {
  return context.keys.digest('phone', phone);
}

export function openPhone(context: AppContext, sealed: string): string {
  try {
    const phone = phoneNumber.safeParse(open(context.config.wireKey, 'userName', sealed));
    if (phone.success) return phone.data;
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
  }
  throw new MalformedInput({ userName: fieldError('sealed-phone') });
}
