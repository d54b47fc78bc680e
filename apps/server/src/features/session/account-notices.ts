import type { Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { enqueueMessage } from '../messages/index.ts';

const ONE_DAY = 24 * 3600;
const KIND = 'account-notice';

export type FactorChange = 'added' | 'replaced' | 'codes' | 'removed' | 'passkey-added' | 'passkey-removed';

/** Notifies the phone of a change of the second factor, so that its owner learns of a change by somebody else. */
export async function sayFactorChanged(
  tx: Tx,
  context: AppContext,
  phone: string,
  change: FactorChange,
): Promise<void> {
  const what = {
    added: 'An authenticator was added to',
    replaced: 'Another authenticator was set for',
    codes: 'New recovery codes were made for',
    removed: 'The authenticator was removed from',
    'passkey-added': 'A passkey was added to',
    'passkey-removed': 'A passkey was removed from',
  }[change];
  const text = `${what} your ${context.config.platformName} account. If you did not do that, tell your administrator at once.`;
  await enqueueMessage(tx, context, { to: phone, text, kind: KIND }, ONE_DAY);
}

/** Notifies the phone that a passkey was stopped, since two devices used it. */
export async function sayPasskeyStopped(tx: Tx, context: AppContext, phone: string): Promise<void> {
  const text = `A passkey of your ${context.config.platformName} account was stopped: someone may have a copy. Remove it in My Profile, add a new one, and tell your administrator at once.`;
  await enqueueMessage(tx, context, { to: phone, text, kind: 'security' }, ONE_DAY);
}

/** Notifies the phone that the removal of its owner's second factor was requested as lost, or carried out. */
export async function sayFactorLost(
  tx: Tx,
  context: AppContext,
  phone: string,
  what: 'asked' | 'removed',
): Promise<void> {
  const said = {
    asked: 'Someone asked to remove the authenticator or passkeys of',
    removed: 'Two people have removed the authenticator and passkeys of',
  }[what];
  const then = what === 'asked' ? 'If it is not lost, sign in with it' : 'If you did not ask for that';
  const text = `${said} your ${context.config.platformName} account. ${then} and tell your administrator at once.`;
  await enqueueMessage(tx, context, { to: phone, text, kind: 'security' }, ONE_DAY);
}

/** Notifies the phone of a colleague's decision on a new second factor. */
export async function sayFactorSettled(tx: Tx, context: AppContext, phone: string, theirs: boolean): Promise<void> {
  const account = `${context.config.platformName} account`;
  const text = theirs
    ? `A colleague accepted the new second factor of your ${account}: it works now. If you did not set it up, tell your administrator at once.`
    : `A colleague rejected the new second factor of your ${account} and signed you out. If it was yours, ask the office.`;
  await enqueueMessage(tx, context, { to: phone, text, kind: 'security' }, ONE_DAY);
}

/** Notifies the old number that it no longer signs in, so that its owner learns of a change by somebody else. */
export async function sayPhoneChanged(tx: Tx, context: AppContext, oldPhone: string, newPhone: string): Promise<void> {
  const text = `Your ${context.config.platformName} number was changed to one that ends in ${newPhone.slice(-3)}. If you did not ask for that, tell your administrator at once.`;
  await enqueueMessage(tx, context, { to: oldPhone, text, kind: KIND }, ONE_DAY);
}

/** Notifies the present number that another is to replace it, while the owner can still refuse. */
export async function sayNumberAsked(tx: Tx, context: AppContext, phone: string, next: string): Promise<void> {
  const text = `Someone set another number for your ${context.config.platformName} account, ending in ${next.slice(-3)}. It works from tomorrow. If that is wrong, sign in and refuse it in My Profile.`;
  await enqueueMessage(tx, context, { to: phone, text, kind: 'security' }, ONE_DAY);
}

/** Notifies the phone that the office has signed its owner out everywhere, so that an owner who cannot sign in again asks there. */
export async function saySessionsEnded(tx: Tx, context: AppContext, phone: string): Promise<void> {
  const text = `The office signed you out of ${context.config.platformName} on all devices. Sign in again with a new code. If nobody told you why, ask the office.`;
  await enqueueMessage(tx, context, { to: phone, text, kind: 'security' }, ONE_DAY);
}

export async function sayPasswordChanged(tx: Tx, context: AppContext, phone: string): Promise<void> {
  const text = `The password of your ${context.config.platformName} account was changed. If you did not do that, tell your administrator at once.`;
  await enqueueMessage(tx, context, { to: phone, text, kind: KIND }, ONE_DAY);
}

export async function sayBackupCodeUsed(tx: Tx, context: AppContext, phone: string, left: number): Promise<void> {
  const text = `A backup code signed in to your ${context.config.platformName} account. Codes left: ${left}. If that was not you, tell your administrator at once.`;
  await enqueueMessage(tx, context, { to: phone, text, kind: KIND }, ONE_DAY);
}
