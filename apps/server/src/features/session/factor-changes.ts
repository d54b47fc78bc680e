import { randomInt } from 'node:crypto';
import { BACKUP_CODE_SIGNS } from '@mfuko/contract/backup-codes';
import { RECOVERY_CODE_LENGTH, RECOVERY_CODES, showRecoveryCode } from '@mfuko/contract/second-factor-codes';
import { audit } from '../../platform/audit/audit.ts';
import { PLATFORM_SCHOOL, type Tx } from '../../platform/database/database.ts';
import type { Call, ReadCall } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { type FactorChange, sayFactorChanged } from './account-notices.ts';
import { replaceRecoveryCodes } from './second-factor-store.ts';
import { isWorthTaking, tellColleagues } from './tell-colleagues.ts';

const ACTION: Record<FactorChange, string> = {
  added: 'user.second-factor-added',
  replaced: 'user.second-factor-replaced',
  codes: 'user.second-factor-codes',
  removed: 'user.second-factor-removed',
  'passkey-added': 'user.passkey-added',
  'passkey-removed': 'user.passkey-removed',
};

/**
 * Changes the caller's second factor, with an audit event, and notifies the caller's phone. Of a first factor the colleagues are notified
 * too, since a thief of the number gets the phone's messages. If `work` returns false, nothing was changed.
 */
export async function changeFactor<T>(
  context: AppContext,
  call: Call,
  what: FactorChange,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return context.db.inSchool(homeOf(call), async (tx) => {
    const done = await work(tx);
    // A repeat that changes nothing is not notified.
    if (done !== false) await noteChange(tx, context, call, what);
    return done;
  });
}

/**
 * Removes a factor of the caller like `changeFactor`, and answers what `read` finds afterwards. The answer is stored under the call's
 * idempotency key, since it shows no code: whoever lost it can ask.
 */
export function removeFactor<T>(
  context: AppContext,
  call: Call,
  what: 'removed' | 'passkey-removed',
  remove: (tx: Tx) => Promise<boolean>,
  read: (tx: Tx) => Promise<T>,
): Promise<T> {
  return call.recordIn(homeOf(call), async (tx) => {
    if (await remove(tx)) await noteChange(tx, context, call, what);
    return read(tx);
  });
}

async function noteChange(tx: Tx, context: AppContext, call: Call, what: FactorChange): Promise<void> {
  const { userId, userName, hasFactor } = call.actor;
  await audit(tx, call, { action: ACTION[what], subjectKind: 'user', subjectId: userId });
  await sayFactorChanged(tx, context, userName, what);
  if (!context.config.strictAccounts || hasFactor || !isWorthTaking(call.actor)) return;
  const notice = { kind: 'account.first-factor', subject: { kind: 'user', id: userId } } as const;
  await tellColleagues(tx, call.actor, (names) => ({ ...notice, params: { names } }), { vouching: true });
}

/** Makes ten recovery codes, to be shown once, in place of the old ones. */
export async function issueRecoveryCodes(tx: Tx, context: AppContext, userId: string): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(newCode());
  const hashes = [...codes].map((code) => hashRecoveryCode(context, userId, code));
  await replaceRecoveryCodes(tx, userId, hashes);
  return [...codes].map(showRecoveryCode);
}

/** Returns the keyed hash of a recovery code, bound to the user. */
export function hashRecoveryCode(context: AppContext, userId: string, code: string): Buffer {
  return context.keys.digest('recovery-code', `${userId}:${code}`);
}

/** Returns the school of a user's row; for an Admin, the platform's own id. */
export function homeOf({ actor }: Pick<ReadCall, 'actor'>): string {
  return actor.schoolId ?? PLATFORM_SCHOOL;
}

function newCode(): string {
  const sign = () => BACKUP_CODE_SIGNS[randomInt(BACKUP_CODE_SIGNS.length)];
  return Array.from({ length: RECOVERY_CODE_LENGTH }, sign).join('');
}
