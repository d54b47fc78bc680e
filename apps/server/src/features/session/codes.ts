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
import { CODE_DIGITS, CODE_LIFE, MOST_TRIES, mayAskForCode, type Purpose } from './rules.ts';
import * as store from './store.ts';

/** Tells whether a phone number is a guardian's. Handed in, since students come after the session in the order of the features. */
export type IsGuardian = (tx: Tx, phone: string) => Promise<boolean>;

export interface CodeOrder {
  readonly purpose: Purpose;
  /** Phone: where it goes. */
  readonly phone: string;
  /** Whose account it is for; null where it is nobody's. */
  readonly userId: string | null;
  /** True if it is sent at all. Where not, everything else is done alike. */
  readonly send: boolean;
  /** Browser or address that asks, where the user has signed in with it before. */
  readonly device?: Known | null;
  /** Address that asks, where nobody is signed in there; null where it is not counted. */
  readonly caller?: string | null;
  readonly text: (code: string) => string;
}

/**
 * Makes a sign-in code and sends it. A number that nobody has is answered, limited and timed alike; only the message,
 * which leaves later through a job, is missing.
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
        // A guardian has no session here: without an app of theirs a code would cost money and open nothing.
        send: userId !== null || (guardian && context.config.guardianCodes),
        device: await knownDevice(tx, context, request, userId),
        caller: request.caller,
        text,
      }),
    };
  });
}

/** Makes a code, within the budget of its number for that, and answers its id. Throws session.resend-too-soon, session.too-many-codes. */
export async function sendCode(tx: Tx, context: AppContext, order: CodeOrder): Promise<string> {
  const phoneHash = hashPhone(context, order.phone);
  const id = newId();
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  // Worked out for everybody, or the time would tell who is known.
  const codeHash = hashCode(context, id, code);
  await store.lockNumber(tx, phoneHash);
  const device = order.device?.key ?? null;
  const callerHash = order.caller ? context.keys.digest('caller', order.caller) : null;
  // Others may ask from the same address.
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
 * Takes a try of a code, for good, whatever becomes of the call. Null where it is wrong, old, used, unknown, or was
 * asked for something else, which stands in the trail of whoever it was for. It is still to be used up (`useCode`).
 */
export async function tryCode(
  context: AppContext,
  { requestId }: Pick<RequestContext, 'requestId'>,
  purpose: Purpose,
  id: string,
  otp: string,
): Promise<ProvenCode | null> {
  return context.db.inPlatform(async (tx) => {
    const code = await store.takeTry(tx, id, purpose, MOST_TRIES, CODE_LIFE);
    if (!code) return null;
    const { user_id: userId, school_id: schoolId, phone_hash: phoneHash } = code;
    if (code.code_hash && timingSafeEqual(code.code_hash, hashCode(context, id, otp))) return { userId, phoneHash };
    // Of a number that nobody has in the platform's, so that both take as long.
    const event = { action: 'user.wrong-code', subjectKind: 'user', subjectId: userId, detail: { purpose } };
    await inSchoolOf(tx, schoolId ?? PLATFORM_SCHOOL, (inside) => audit(inside, { actor: null, requestId }, event));
    return null;
  });
}

/** Tells whether a code went to that number: the number of an account may have changed since. */
export function wentTo(context: AppContext, code: ProvenCode, phone: string): boolean {
  return code.phoneHash.equals(hashPhone(context, phone));
}

/** Keyed, and bound to the request it was made for. */
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
