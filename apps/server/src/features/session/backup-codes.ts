import { randomInt } from 'node:crypto';
import { BACKUP_CODE_LENGTH, BACKUP_CODE_SIGNS, BACKUP_CODES, showBackupCode } from '@mfuko/contract/backup-codes';
import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type { makeBackupCodes as makeCall } from '@mfuko/contract/profile';
import { audit } from '../../platform/audit.ts';
import { PLATFORM_SCHOOL, type Tx } from '../../platform/database.ts';
import type { House } from '../../platform/house.ts';
import type { Actor, Call } from '../../platform/http/call.ts';
import { tellStaffLater } from '../../platform/tell.ts';
import { sayBackupCodeUsed } from './account-notices.ts';
import * as backup from './backup-store.ts';
import { type ProvenCode, tryCode, wentTo } from './codes.ts';
import { wrongChangeCode, wrongCode } from './errors.ts';
import { CODE_LIFE, MOST_TRIES } from './rules.ts';
import { lockNumber, takeTry, useCode } from './store.ts';

/** Makes new ones, by a code that has just come to the own phone. The answer is kept nowhere, not even for a repeat. */
export async function makeBackupCodes(
  house: House,
  call: Call,
  input: InputOf<typeof makeCall>,
): Promise<AnswerOf<typeof makeCall>> {
  const { actor } = call;
  const code = await tryCode(house, 'backup-codes', input.profileSYSID, input.otp);
  if (code?.userId !== actor.userId || !wentTo(house, code, actor.userName)) throw wrongChangeCode(['otp']);
  return house.db.inSchool(actor.schoolId ?? PLATFORM_SCHOOL, async (tx) => {
    // Whoever shuts the account or changes its phone meanwhile ends these codes too.
    if (!(await backup.lockUser(tx, actor.userId, actor.userName))) throw wrongChangeCode(['otp']);
    if (!(await useCode(tx, input.profileSYSID))) throw wrongChangeCode(['otp']);
    const codes = await issueBackupCodes(tx, house, actor.userId, actor, call.requestId);
    return { ...(await backup.readCodes(tx, actor.userId)), codes };
  });
}

/** Makes new codes for a user, as they are to be shown once, and ends the old ones. In a transaction of the user's school. */
export async function issueBackupCodes(
  tx: Tx,
  house: House,
  userId: string,
  by: Pick<Actor, 'userId'> | null,
  requestId?: string,
): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < BACKUP_CODES) codes.add(newCode());
  await backup.replaceCodes(
    tx,
    userId,
    [...codes].map((code) => hashOf(house, userId, code)),
  );
  await audit(tx, by, { action: 'user.backup-codes', subjectKind: 'user', subjectId: userId }, requestId);
  return [...codes].map(showBackupCode);
}

/** Ends all codes of a user, whose account was shut or has another phone. */
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
 * Takes a backup code in the place of the code that was sent. Charged before it is looked up: one of the five tries of that
 * request, and one of those that the number has. The same is done for a number that nobody has. It is still to be spent.
 */
export async function tryBackupCode(house: House, id: string, code: string): Promise<ProvenBackupCode | null> {
  const asked = await house.db.inPlatform(async (tx) => {
    const request = await takeTry(tx, id, 'sign-in', MOST_TRIES, CODE_LIFE);
    if (!request) return null;
    await lockNumber(tx, request.phone_hash);
    const tryId = await backup.chargeTry(tx, request.phone_hash);
    return { userId: request.user_id, phoneHash: request.phone_hash, tryId };
  });
  if (asked === null) return null;
  const { userId, phoneHash, tryId } = asked;
  const hash = hashOf(house, userId ?? NOBODY, code);
  const right = await house.db.inPlatform((tx) => backup.isUnused(tx, userId ?? NOBODY, hash));
  return right && userId && tryId ? { userId, phoneHash, hash, tryId } : null;
}

/**
 * Spends the code that signs a person in, and has them told: at the bell, and by SMS as soon as one gets through. In a
 * transaction of their school that holds their row. Throws session.wrong-code.
 */
export async function spendBackupCode(
  tx: Tx,
  house: House,
  { userId, hash, tryId }: ProvenBackupCode,
  user: { readonly phone: string },
  requestId: string,
): Promise<void> {
  if (!(await backup.spendCode(tx, userId, hash))) throw wrongCode();
  await backup.giveTryBack(tx, tryId);
  const { left } = await backup.readCodes(tx, userId);
  const event = { action: 'user.backup-code', subjectKind: 'user', subjectId: userId, detail: { left } };
  await audit(tx, { userId }, event, requestId);
  await tellStaffLater(tx, {
    kind: 'account.backup-code',
    subject: { kind: 'profile', id: userId },
    params: { count: left },
    onlyFor: userId,
  });
  await sayBackupCodeUsed(tx, house, user.phone, left);
}

function newCode(): string {
  return Array.from({ length: BACKUP_CODE_LENGTH }, () => BACKUP_CODE_SIGNS[randomInt(BACKUP_CODE_SIGNS.length)]).join(
    '',
  );
}

/** Keyed, and bound to the person. */
function hashOf(house: House, userId: string, code: string): Buffer {
  return house.keys.digest('backup-code', `${userId}:${code}`);
}
