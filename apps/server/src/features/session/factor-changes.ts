import { randomInt } from 'node:crypto';
import { BACKUP_CODE_SIGNS } from '@mfuko/contract/backup-codes';
import { RECOVERY_CODE_LENGTH, RECOVERY_CODES, showRecoveryCode } from '@mfuko/contract/second-factor-codes';
import { audit } from '../../platform/audit/audit.ts';
import { PLATFORM_SCHOOL, type Tx } from '../../platform/database/database.ts';
import type { Call, ReadCall } from '../../platform/http/call.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { type FactorChange, sayFactorChanged } from './account-notices.ts';
import { replaceRecoveryCodes } from './second-factor-store.ts';

const ACTION: Record<FactorChange, string> = {
  added: 'user.second-factor-added',
  replaced: 'user.second-factor-replaced',
  codes: 'user.second-factor-codes',
  removed: 'user.second-factor-removed',
  'passkey-added': 'user.passkey-added',
  'passkey-removed': 'user.passkey-removed',
};

/**
 * Changes the own factor, on record, and tells the person's phone of it; of a first one the others too, since whoever has taken over the number hears the
 * phone in their stead. What answers false has changed nothing.
 */
export async function changeFactor<T>(
  context: AppContext,
  call: Call,
  what: FactorChange,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { userId, userName, names, role, hasFactor } = call.actor;
  return context.db.inSchool(homeOf(call), async (tx) => {
    const done = await work(tx);
    // A repeat that changes nothing is told to nobody.
    if (done === false) return done;
    await audit(tx, call, { action: ACTION[what], subjectKind: 'user', subjectId: userId });
    await sayFactorChanged(tx, context, userName, what);
    if (context.config.strictAccounts && !hasFactor && role !== 'CheckAgent')
      await enqueueStaffNotice(tx, {
        kind: 'account.first-factor',
        subject: { kind: 'user', id: userId },
        params: { names },
        knownTo: userId,
      });
    return done;
  });
}

/** Makes ten recovery codes in the place of the old ones, as they are to be shown once. */
export async function issueRecoveryCodes(tx: Tx, context: AppContext, userId: string): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(newCode());
  const hashes = [...codes].map((code) => hashRecoveryCode(context, userId, code));
  await replaceRecoveryCodes(tx, userId, hashes);
  return [...codes].map(showRecoveryCode);
}

/** Keyed, and bound to the person. */
export function hashRecoveryCode(context: AppContext, userId: string, code: string): Buffer {
  return context.keys.digest('recovery-code', `${userId}:${code}`);
}

/** School of a person's row; the platform's own id for an Admin. */
export function homeOf({ actor }: Pick<ReadCall, 'actor'>): string {
  return actor.schoolId ?? PLATFORM_SCHOOL;
}

function newCode(): string {
  const sign = () => BACKUP_CODE_SIGNS[randomInt(BACKUP_CODE_SIGNS.length)];
  return Array.from({ length: RECOVERY_CODE_LENGTH }, sign).join('');
}
