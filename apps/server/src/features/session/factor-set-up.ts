import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { needsStepUp } from '../../platform/http/step-up.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { firstFactorTakesCode } from './errors.ts';
import { waitForFirst } from './factor-waits.ts';
import { FIRST_FACTOR_WITHIN } from './rules.ts';
import { type FactorRow, hasFactor, lockFactor } from './second-factor-store.ts';

/**
 * Checks that this session may begin to set up a factor. A user with a factor must have stepped up. A first factor, where the user must
 * have one or can step up by it, requires a recent sign-in by code: otherwise a thief of an open session could use a factor of their own
 * to make calls which that session could not make. Throws session.step-up and session.sign-in-due.
 */
export async function requireSetUp(context: AppContext, call: Call): Promise<void> {
  const { actor } = call;
  if (actor.steppedUp) return;
  if (actor.hasFactor) throw needsStepUp(actor);
  // A PIN of six digits opened this session, and no code.
  if (actor.boundTo) throw firstFactorTakesCode();
  if (!context.config.production && !actor.factorDue) return;
  const tokenHash = context.keys.digest('session', call.token);
  if (!(await context.db.readPlatform((tx) => signedInByCode(tx, tokenHash, FIRST_FACTOR_WITHIN))))
    throw firstFactorTakesCode();
}

/**
 * Locks the user's factors until the end of the transaction, and returns them. Refuses a first factor where another session has confirmed
 * one since this call was admitted; and lets a first factor wait if nothing but the phone number vouches for it. Throws session.step-up.
 */
export async function lockFactorsForChange(tx: Tx, context: AppContext, call: Call): Promise<FactorRow> {
  const { actor } = call;
  const now = await lockFactor(tx, actor.userId);
  if (!hasFactor(now)) await waitForFirst(tx, context, call);
  else if (!actor.hasFactor && !actor.steppedUp) throw needsStepUp({ ...actor, hasFactor: true });
  return now;
}

/** Returns true if a code opened this session within that many seconds. */
async function signedInByCode(tx: ReadTx, tokenHash: Buffer, seconds: number): Promise<boolean> {
  const lately = await tx.row(
    `SELECT 1 AS one FROM sessions WHERE token_hash = $1 AND ended_at IS NULL AND device_id IS NULL
       AND created_at > clock_timestamp() - make_interval(secs => $2)`,
    [tokenHash, seconds],
  );
  return lately !== undefined;
}
