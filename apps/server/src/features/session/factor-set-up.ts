import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { needsStepUp } from '../../platform/http/step-up.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { firstFactorTakesCode } from './errors.ts';
import { waitForFirst } from './factor-waits.ts';
import { FIRST_FACTOR_WITHIN } from './rules.ts';
import { type FactorRow, hasFactor, holdFactor } from './second-factor-store.ts';

/**
 * Lets this session begin to set up a factor: whoever has one proves that one. The first one, of whoever has to have it or can step up by it, takes a
 * sign-in by code that was lately, or a session that was left open, and is taken over, would open by it all that it could not open before.
 * Throws session.step-up and session.sign-in-due.
 */
export async function requireSetUp(context: AppContext, call: Call): Promise<void> {
  const { actor } = call;
  if (actor.steppedUp) return;
  if (actor.hasFactor) throw needsStepUp(actor);
  // It was opened by a PIN of six digits, and by no code.
  if (actor.boundTo) throw firstFactorTakesCode();
  if (!context.config.production && !actor.factorDue) return;
  const tokenHash = context.keys.digest('session', call.token);
  if (!(await context.db.readPlatform((tx) => signedInByCode(tx, tokenHash, FIRST_FACTOR_WITHIN))))
    throw firstFactorTakesCode();
}

/**
 * Holds the person's factors until the end of the transaction, and answers them. Refuses to put a first one into force beside one that another session has
 * put into force since this call was let in, and has a first one wait that nothing but the phone number speaks for. Throws session.step-up.
 */
export async function holdFactors(tx: Tx, context: AppContext, call: Call): Promise<FactorRow> {
  const { actor } = call;
  const now = await holdFactor(tx, actor.userId);
  if (!hasFactor(now)) await waitForFirst(tx, context, call);
  else if (!actor.hasFactor && !actor.steppedUp) throw needsStepUp({ ...actor, hasFactor: true });
  return now;
}

/** Tells whether a session was begun by a code, no longer ago than that. */
async function signedInByCode(tx: ReadTx, tokenHash: Buffer, seconds: number): Promise<boolean> {
  const lately = await tx.row(
    `SELECT 1 AS one FROM sessions WHERE token_hash = $1 AND ended_at IS NULL AND device_id IS NULL
       AND created_at > clock_timestamp() - make_interval(secs => $2)`,
    [tokenHash, seconds],
  );
  return lately !== undefined;
}
