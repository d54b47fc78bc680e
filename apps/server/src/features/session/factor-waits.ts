import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call, ReadCall } from '../../platform/http/call.ts';
import { needsStepUp } from '../../platform/http/step-up.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { sayFactorSettled } from './account-notices.ts';
import { revokeBackupCodes } from './backup-codes.ts';
import { factorCounts, factorWaits, ownFactor } from './errors.ts';
import { dropRemoval } from './factor-removals.ts';
import { forgetDevices } from './known-devices.ts';
import { FIRST_FACTOR_WAIT } from './rules.ts';
import { deleteFactors, readFactor } from './second-factor-store.ts';
import { endSessionsOf } from './store.ts';

/**
 * Lets a first factor wait, so that the thief of a phone number cannot decide about money ten minutes later. A factor counts at once
 * where more than the number vouches for its owner: the owner has just proved an earlier factor, the browser has signed the owner in for
 * days (after a change of number: since days before the change), or the account is so new that its maker knows of it. Runs in the
 * transaction of the user's school that holds the user's factors.
 */
export async function waitForFirst(tx: Tx, { config, keys }: AppContext, { actor, token }: Call): Promise<void> {
  if (!config.strictAccounts || actor.steppedUp) return;
  // Truncated to milliseconds, the resolution in the API.
  await tx.row(
    `UPDATE second_factors SET counts_from = date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => $4)
     WHERE user_id = $2
       AND NOT EXISTS (SELECT 1 FROM users WHERE school_id = $1 AND id = $2 AND created_at > clock_timestamp() - make_interval(secs => $5))
       AND NOT EXISTS (SELECT 1 FROM sessions s WHERE token_hash = $3 AND known_since <= clock_timestamp() - make_interval(secs => $5)
         AND NOT EXISTS (SELECT 1 FROM former_numbers n WHERE n.user_id = $2 AND n.left_at > clock_timestamp() - make_interval(secs => $6)
                           AND n.left_at < s.known_since + make_interval(secs => $5)))`,
    [
      tx.schoolId,
      actor.userId,
      keys.digest('session', token),
      FIRST_FACTOR_WAIT.seconds,
      FIRST_FACTOR_WAIT.trustedSeconds,
      FIRST_FACTOR_WAIT.changedSeconds,
    ],
  );
}

/** Throws session.factor-waits where the caller's own factor does not count yet. */
export async function requireCounting(context: AppContext, { actor }: ReadCall): Promise<void> {
  const factor = await context.db.readPlatform((tx) => readFactor(tx, actor.userId));
  if (factor?.waitsUntil) throw factorWaits(factor.waitsUntil);
}

/**
 * Applies a colleague's decision on a waiting first factor: the factor counts at once, or is removed together with all sessions of the
 * user. Runs in the transaction of the user's school. Throws session.step-up, session.own-factor and session.factor-counts.
 */
export async function settleWaiting(
  tx: Tx,
  context: AppContext,
  call: Call,
  user: { readonly sysid: string; readonly mobileNumber: string },
  { waitsUntil, theirs }: { readonly waitsUntil: string; readonly theirs: boolean },
): Promise<void> {
  const { actor } = call;
  // Also in a trial, which requires no second factor: vouching needs one that counts.
  if (!actor.steppedUp) throw needsStepUp(actor);
  if (actor.userId === user.sysid) throw ownFactor();
  const settled = await tx.row(
    `UPDATE second_factors SET counts_from = NULL WHERE user_id = $1 AND counts_from = $2 AND counts_from > clock_timestamp()
     RETURNING user_id`,
    [user.sysid, waitsUntil],
  );
  if (!settled) throw factorCounts();
  if (!theirs) {
    await deleteFactors(tx, user.sysid);
    await dropRemoval(tx, call, user.sysid);
    await endSessionsOf(tx, user.sysid, 'office');
    // Remove everything of a rejected user that signs in without the number, or that would vouch for the next factor once it is three
    // days old.
    await revokeBackupCodes(tx, user.sysid);
    await forgetDevices(tx, user.sysid, FIRST_FACTOR_WAIT.trustedSeconds + FIRST_FACTOR_WAIT.seconds);
  }
  const action = theirs ? 'user.second-factor-accepted' : 'user.second-factor-refused';
  await audit(tx, call, { action, subjectKind: 'user', subjectId: user.sysid });
  await sayFactorSettled(tx, context, user.mobileNumber, theirs);
}
