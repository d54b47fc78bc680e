import type { Tx } from '../../platform/database.ts';
import type { House } from '../../platform/house.ts';
import { sendLater } from '../messages/index.ts';

const ONE_DAY = 24 * 3600;
const KIND = 'account-notice';

/** Tells the old number that it no longer signs in, so that its owner knows of a change that was not theirs. */
export async function sayPhoneChanged(tx: Tx, house: House, oldPhone: string, newPhone: string): Promise<void> {
  const text = `Your ${house.config.platformName} number was changed to one that ends in ${newPhone.slice(-3)}. If you did not ask for that, tell your administrator at once.`;
  await sendLater(tx, house, { to: oldPhone, text, kind: KIND }, ONE_DAY);
}

export async function sayPasswordChanged(tx: Tx, house: House, phone: string): Promise<void> {
  const text = `The password of your ${house.config.platformName} account was changed. If you did not do that, tell your administrator at once.`;
  await sendLater(tx, house, { to: phone, text, kind: KIND }, ONE_DAY);
}

export async function sayBackupCodeUsed(tx: Tx, house: House, phone: string, left: number): Promise<void> {
  const text = `A backup code signed in to your ${house.config.platformName} account. Codes left: ${left}. If that was not you, tell your administrator at once.`;
  await sendLater(tx, house, { to: phone, text, kind: KIND }, ONE_DAY);
}
