import type { UserDetails } from '@mfuko/contract/staff';
import { audit } from '../../platform/audit/audit.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { sayFactorLost } from './account-notices.ts';
import { factorInUse, noFactor, noRemoval, removalUnderWay, sameRemover } from './errors.ts';
import { deleteFactors, hasFactor, readFactor } from './second-factor-store.ts';
import { endSessionsOf } from './store.ts';

interface Holder {
  readonly sysid: string;
  readonly mobileNumber: string;
}

/** Returns the state of the second factor of a user of the transaction's school, as the user `askedBy` sees it. */
export async function findFactorState(
  tx: ReadTx,
  userId: string,
  askedBy: string,
): Promise<UserDetails['secondFactor']> {
  const found = await readFactor(tx, userId);
  const open = await readOpen(tx, userId);
  return {
    on: found !== undefined && hasFactor(found),
    waitsUntil: found?.waitsUntil?.toISOString() ?? null,
    removal: open && {
      by: open.names,
      reason: open.reason,
      date: open.at.toISOString(),
      own: open.byUser === askedBy,
    },
  };
}

/**
 * Requests the removal of a lost second factor, in the transaction of the user's school. The user is notified at once, while there is
 * time to object. Throws session.no-factor, session.removal-under-way, session.same-remover.
 */
export async function proposeRemoval(
  tx: Tx,
  context: AppContext,
  call: Call,
  user: Holder,
  reason: string,
): Promise<void> {
  const { actor } = call;
  if (actor.userId === user.sysid) throw sameRemover();
  if (!(await findFactorState(tx, user.sysid, actor.userId)).on) throw noFactor();
  const asked = await tx.row(
    `INSERT INTO factor_removals (school_id, id, user_id, reason, by_user, names) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (school_id, user_id) WHERE decision IS NULL DO NOTHING RETURNING id`,
    [tx.schoolId, newId(), user.sysid, reason, actor.userId, actor.names],
  );
  if (!asked) throw removalUnderWay();
  await note(tx, call, user, 'user.second-factor-lost');
  await sayFactorLost(tx, context, user.mobileNumber, 'asked');
}

/**
 * Removes a second factor that another person has reported as lost, and ends all sessions of the user. A factor that was used meanwhile
 * is not lost. Throws session.same-remover, session.factor-in-use, session.no-removal.
 */
export async function approveRemoval(tx: Tx, context: AppContext, call: Call, user: Holder): Promise<void> {
  const { userId } = call.actor;
  const open = await lockOpenRemoval(tx, user.sysid);
  if (userId === open.byUser || userId === user.sysid) throw sameRemover();
  if (await usedSince(tx, user.sysid, open.at)) throw factorInUse();
  await closeRemoval(tx, open.id, 'approved', userId);
  await deleteFactors(tx, user.sysid);
  await endSessionsOf(tx, user.sysid, 'account');
  await note(tx, call, user, 'user.second-factor-removed');
  await sayFactorLost(tx, context, user.mobileNumber, 'removed');
}

/** Rejects the removal; the user who requested it may do so too. Throws session.no-removal. */
export async function rejectRemoval(tx: Tx, call: Call, user: Holder): Promise<void> {
  const open = await lockOpenRemoval(tx, user.sysid);
  await closeRemoval(tx, open.id, 'rejected', call.actor.userId);
  await note(tx, call, user, 'user.second-factor-kept');
}

/** Closes an open removal, if there is one, without an audit event: its factor no longer exists. */
export async function dropRemoval(tx: Tx, call: Call, userId: string): Promise<void> {
  const open = await readOpen(tx, userId);
  if (open) await closeRemoval(tx, open.id, 'rejected', call.actor.userId);
}

interface Open {
  readonly id: string;
  readonly byUser: string;
  readonly names: string;
  readonly reason: string;
  readonly at: Date;
}

async function readOpen(tx: ReadTx, userId: string): Promise<Open | null> {
  const found = await tx.row<Open>(
    `SELECT id, by_user AS "byUser", names, reason, at FROM factor_removals
     WHERE school_id = $1 AND user_id = $2 AND decision IS NULL`,
    [tx.schoolId, userId],
  );
  return found ?? null;
}

async function lockOpenRemoval(tx: Tx, userId: string): Promise<Open> {
  await tx.row(
    'SELECT 1 AS one FROM factor_removals WHERE school_id = $1 AND user_id = $2 AND decision IS NULL FOR UPDATE',
    [tx.schoolId, userId],
  );
  const open = await readOpen(tx, userId);
  if (!open) throw noRemoval();
  return open;
}

async function closeRemoval(tx: Tx, id: string, decision: 'approved' | 'rejected', by: string): Promise<void> {
  await tx.row(
    `UPDATE factor_removals SET decision = $3, decided_by = $4, decided_at = clock_timestamp()
     WHERE school_id = $1 AND id = $2`,
    [tx.schoolId, id, decision, by],
  );
}

/** Returns true if a code of the authenticator, a passkey or a recovery code was used or set up after that time. */
async function usedSince(tx: ReadTx, userId: string, moment: Date): Promise<boolean> {
  const used = await tx.row(
    `SELECT 1 AS one FROM second_factors
     WHERE user_id = $1 AND (last_used_at > $2 OR confirmed_at > $2)
     UNION ALL SELECT 1 FROM passkeys WHERE user_id = $1 AND (last_used_at > $2 OR added_at > $2)
     UNION ALL SELECT 1 FROM recovery_codes WHERE user_id = $1 AND used_at > $2`,
    [userId, moment],
  );
  return used !== undefined;
}

function note(tx: Tx, call: Call, user: Holder, action: string): Promise<void> {
  return audit(tx, call, { action, subjectKind: 'user', subjectId: user.sysid });
}
