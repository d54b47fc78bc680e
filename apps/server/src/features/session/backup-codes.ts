import { randomInt } from 'node:crypto';
import { BACKUP_CODE_LENGTH, BACKUP_CODE_SIGNS, BACKUP_CODES, showBackupCode } from '@mfuko/contract/backup-codes';
import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type { makeBackupCodes as makeCall } from '@mfuko/contract/profile';
import { audit, type Origin } from '../../platform/audit/audit.ts';
import { PLATFORM_SCHOOL, type Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { sayBackupCodeUsed } from './account-notices.ts';
import * as backup from './backup-store.ts';
import { type ProvenCode, tryCode, wentTo } from './codes.ts';
import { wrongChangeCode, wrongCode } from './errors.ts';
import { CODE_LIFE, MAX_TRIES } from './rules.ts';
import { lockNumber, takeTry, useCode } from './store.ts';

/** Makes new backup codes, for a code just sent to the user's phone. The answer is not stored, not even for a repeat of the call. */
export async function makeBackupCodes(
  context: AppContext,
  call: Call,
  input: InputOf<typeof makeCall>,
): Promise<AnswerOf<typeof makeCall>> {
  const { actor } = call;
  const code = await tryCode(context, call, 'backup-codes', input.profileSYSID, input.otp);
  if (code?.userId !== actor.userId || !wentTo(context, code, actor.userName)) throw wrongChangeCode(['otp']);
  return context.db.inSchool(actor.schoolId ?? PLATFORM_SCHOOL, async (tx) => {
    // A change of the phone or the end of the account meanwhile ends these codes too.
    if (!(await backup.lockUser(tx, actor.userId, actor.userName))) throw wrongChangeCode(['otp']);
    if (!(await useCode(tx, input.profileSYSID))) throw wrongChangeCode(['otp']);
    const codes = await issueBackupCodes(tx, context, actor.userId, call);
    return { ...(await backup.readCodes(tx, actor.userId)), codes };
  });
}

/** Makes new codes for a user, to be shown once, and ends the old ones. Runs in a transaction of the user's school. */
export async function issueBackupCodes(tx: Tx, context: AppContext, userId: string, by: Origin): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < BACKUP_CODES) codes.add(newCode());
  await backup.replaceCodes(
    tx,
    userId,
    [...codes].map((code) => hashOf(context, userId, code)),
  );
  await audit(tx, by, { action: 'user.backup-codes', subjectKind: 'user', subjectId: userId });
  return [...codes].map(showBackupCode);
}

/** Ends all codes of a user whose account was closed or whose phone was changed. */
export function revokeBackupCodes(tx: Tx, userId: string): Promise<void> {
  return backup.deleteCodes(tx, userId);
}

export interface ProvenBackupCode extends ProvenCode {
  readonly userId: string;
  readonly hash: Buffer;
  readonly tryId: string;
}

const NOBODY = PLATFORM_SCHOOL;

/**
 * Tries a backup code in place of the code that was sent. The try is charged before the lookup, to the request (five tries) and to the
 * number. An unknown number gets the same treatment. A right code is not spent yet.
 */
export async function tryBackupCode(context: AppContext, id: string, code: string): Promise<ProvenBackupCode | null> {
  const asked = await context.db.inPlatform(async (tx) => {
    const request = await takeTry(tx, id, 'sign-in', MAX_TRIES, CODE_LIFE);
    if (!request) return null;
    await lockNumber(tx, request.phone_hash);
    const tryId = await backup.chargeBackupCodeTry(tx, request.phone_hash);
    return { userId: request.user_id, phoneHash: request.phone_hash, tryId };
  });
  if (asked === null) return null;
  const { userId, phoneHash, tryId } = asked;
  const hash = hashOf(context, userId ?? NOBODY, code);
  const right = await context.db.readPlatform((tx) => backup.isUnused(tx, userId ?? NOBODY, hash));
  return right && userId && tryId ? { userId, phoneHash, hash, tryId } : null;
}

/**
 * Spends the code by which a user signs in, and notifies the staff, and the user by SMS as soon as one can be sent. Runs in a transaction
 * of the user's school that holds the user's row. Throws session.wrong-code.
 */
export async function spendBackupCode(
  tx: Tx,
  context: AppContext,
  { userId, hash, tryId }: ProvenBackupCode,
  user: { readonly phone: string },
  requestId: string,
): Promise<void> {
  if (!(await backup.spendCode(tx, userId, hash))) throw wrongCode();
  await backup.dropBackupCodeTry(tx, tryId);
  const { left } = await backup.readCodes(tx, userId);
  const event = { action: 'user.backup-code', subjectKind: 'user', subjectId: userId, detail: { left } };
  await audit(tx, { actor: { userId }, requestId }, event);
  await enqueueStaffNotice(tx, {
    kind: 'account.backup-code',
    subject: { kind: 'profile', id: userId },
    params: { count: left },
    onlyFor: userId,
  });
  await sayBackupCodeUsed(tx, context, user.phone, left);
}

function newCode(): string {
  return Array.from({ length: BACKUP_CODE_LENGTH }, () => BACKUP_CODE_SIGNS[randomInt(BACKUP_CODE_SIGNS.length)]).join(
    '',
  );
}

/** Returns the keyed hash of a code, bound to the user. */
function hashOf(context: AppContext, userId: string, code: string): Buffer {
  return context.keys.digest('backup-code', `${userId}:${code}`);
}
