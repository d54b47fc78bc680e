import { randomInt } from 'node:crypto';
import { phoneNumber } from '@mfuko/contract/ids';
import { open, SealError } from '@mfuko/contract/seal';
import type { Tx } from '../../platform/database.ts';
import type { House } from '../../platform/house.ts';
import { newId } from '../../platform/id.ts';
import { MalformedInput } from '../../platform/refusal.ts';
import { resendTooSoon, tooManyCodes } from './errors.ts';
import { CODE_DIGITS, CODE_LIFE, mayAskForCode } from './rules.ts';
import { sendLater } from './sms.ts';
import * as store from './store.ts';

/** Whether a phone number is a guardian's. Handed in, since students come after the session in the house. */
export type IsGuardian = (tx: Tx, phone: string) => Promise<boolean>;

/**
 * Makes a code and sends it. A number that nobody has is answered, limited and timed alike; only the message, which
 * leaves later through a job, is missing.
 */
export async function requestCode(
  house: House,
  isGuardian: IsGuardian,
  sealedUserName: string,
): Promise<{ profileSYSID: string }> {
  const phone = openPhone(house, sealedUserName);
  const phoneHash = house.keys.digest('phone', phone);
  const id = newId();
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  // Worked out for everybody, or the time would tell who is known.
  const codeHash = hashCode(house, id, code);
  await house.db.inPlatform(async (tx) => {
    await store.lockNumber(tx, phoneHash);
    const refusal = mayAskForCode(await store.codeAges(tx, phoneHash));
    if (refusal?.kind === 'too-soon') throw resendTooSoon(refusal.retryAfter);
    if (refusal) throw tooManyCodes(refusal.retryAfter);
    const user = await store.findActiveUser(tx, phone);
    const guardian = await isGuardian(tx, phone);
    const known = user !== undefined || guardian;
    await store.addCode(tx, {
      id,
      phoneHash,
      codeHash: known ? codeHash : null,
      userId: user?.id ?? null,
    });
    const text = `${code} is your ${house.config.platformName} sign-in code. It is valid for 5 minutes. Never share it.`;
    await sendLater(tx, house, { to: phone, text, kind: 'sign-in-code' }, known ? CODE_LIFE : 0);
  });
  return { profileSYSID: id };
}

/** Keyed, and bound to the request it was made for. */
export function hashCode(house: House, id: string, code: string): Buffer {
  return house.keys.digest('sign-in-code', `${id}:${code}`);
}

function openPhone(house: House, sealed: string): string {
  try {
    const phone = phoneNumber.safeParse(open(house.config.wireKey, 'userName', sealed));
    if (phone.success) return phone.data;
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
  }
  throw new MalformedInput({ userName: 'must be a sealed phone number of the form 254XXXXXXXXX' });
}
