import { randomInt, timingSafeEqual } from 'node:crypto';
import { phoneNumber } from '@mfuko/contract/ids';
import { open, SealError } from '@mfuko/contract/seal';
import type { Tx } from '../../platform/database.ts';
import type { House } from '../../platform/house.ts';
import { newId } from '../../platform/id.ts';
import { MalformedInput } from '../../platform/refusal.ts';
import { sendLater } from '../messages/index.ts';
import { resendTooSoon, tooManyCodes } from './errors.ts';
import { CODE_DIGITS, CODE_LIFE, MOST_TRIES, mayAskForCode, type Purpose } from './rules.ts';
import * as store from './store.ts';

/** Whether a phone number is a guardian's. Handed in, since students come after the session in the house. */
export type IsGuardian = (tx: Tx, phone: string) => Promise<boolean>;

export interface CodeOrder {
  readonly purpose: Purpose;
  /** Where it goes. */
  readonly phone: string;
  /** Whose account it is for; null where it is nobody's. */
  readonly userId: string | null;
  /** Whether it is sent at all. Where not, everything else is done alike. */
  readonly send: boolean;
  readonly text: (code: string) => string;
}

/**
 * Makes a sign-in code and sends it. A number that nobody has is answered, limited and timed alike; only the message,
 * which leaves later through a job, is missing.
 */
export async function requestCode(
  house: House,
  isGuardian: IsGuardian,
  sealedUserName: string,
): Promise<{ profileSYSID: string }> {
  const phone = openPhone(house, sealedUserName);
  return house.db.inPlatform(async (tx) => {
    const user = await store.findActiveUser(tx, phone);
    const guardian = await isGuardian(tx, phone);
    const text = (code: string) =>
      `${code} is your ${house.config.platformName} sign-in code. It is valid for 5 minutes. Never share it.`;
    const userId = user?.id ?? null;
    return {
      profileSYSID: await sendCode(tx, house, {
        purpose: 'sign-in',
        phone,
        userId,
        send: userId !== null || guardian,
        text,
      }),
    };
  });
}

/** Makes a code, within the limits of its number, and answers its id. Throws session.resend-too-soon, session.too-many-codes. */
export async function sendCode(tx: Tx, house: House, order: CodeOrder): Promise<string> {
  const phoneHash = hashPhone(house, order.phone);
  const id = newId();
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  // Worked out for everybody, or the time would tell who is known.
  const codeHash = hashCode(house, id, code);
  await store.lockNumber(tx, phoneHash);
  const refusal = mayAskForCode(await store.earlierCodes(tx, phoneHash, order.purpose));
  if (refusal?.kind === 'too-soon') throw resendTooSoon(refusal.retryAfter);
  if (refusal) throw tooManyCodes(refusal.retryAfter);
  await store.addCode(tx, {
    id,
    purpose: order.purpose,
    phoneHash,
    codeHash: order.send ? codeHash : null,
    userId: order.userId,
  });
  const sms = { to: order.phone, text: order.text(code), kind: `${order.purpose}-code` };
  await sendLater(tx, house, sms, order.send ? CODE_LIFE : 0);
  return id;
}

export interface ProvenCode {
  readonly userId: string | null;
  readonly phoneHash: Buffer;
}

/**
 * Takes a try of a code, for good, whatever becomes of the call. Null where it is wrong, old, used, unknown, or was
 * asked for something else. It is still to be used up (`useCode`).
 */
export async function tryCode(house: House, purpose: Purpose, id: string, otp: string): Promise<ProvenCode | null> {
  const code = await house.db.inPlatform((tx) => store.takeTry(tx, id, purpose, MOST_TRIES, CODE_LIFE));
  if (!code?.code_hash || !timingSafeEqual(code.code_hash, hashCode(house, id, otp))) return null;
  return { userId: code.user_id, phoneHash: code.phone_hash };
}

/** Whether a code went to that number: the number of an account may have changed since. */
export function wentTo(house: House, code: ProvenCode, phone: string): boolean {
  return code.phoneHash.equals(hashPhone(house, phone));
}

/** Keyed, and bound to the request it was made for. */
function hashCode(house: House, id: string, code: string): Buffer {
  return house.keys.digest('sign-in-code', `${id}:${code}`);
}

function hashPhone(house: House, phone: string): Buffer {
  return house.keys.digest('phone', phone);
}

export function openPhone(house: House, sealed: string): string {
  try {
    const phone = phoneNumber.safeParse(open(house.config.wireKey, 'userName', sealed));
    if (phone.success) return phone.data;
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
  }
  throw new MalformedInput({ userName: 'must be a sealed phone number of the form 254XXXXXXXXX' });
}
