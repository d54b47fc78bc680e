import { toKes } from '@mfuko/contract/money';
import { type DepositRoom, MAX_UNPROVEN_DEPOSITS } from '@mfuko/contract/wallet';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/call.ts';
import { isUnproven, needsStepUp } from '../../platform/http/step-up.ts';

/** A payment to be made, in cents. */
interface Asked {
  readonly actor: Actor;
  readonly amount: bigint;
}

/**
 * Bounds the deposits that a user makes without a second factor, so that a thief of the session or of the number can fill no wallet with
 * more. Locks the user's deposits until the transaction ends, and returns a check that throws session.step-up for a payment beyond the
 * bound.
 */
export async function holdRoom(tx: Tx, actor: Actor, production: boolean): Promise<(amount: bigint) => void> {
  if (!isUnproven(actor, production)) return () => undefined;
  const [paid = null] = await paidIn(tx, [actor], true);
  return (amount) => {
    if (paid === null || paid + amount > MAX_UNPROVEN_DEPOSITS) throw needsStepUp(actor, MAX_UNPROVEN_DEPOSITS);
  };
}

/**
 * Returns, for each payment of a list, true if it is within the user's bound; false too where another transaction holds the lock on the
 * user's deposits.
 */
export async function findRoom(tx: Tx, asked: readonly Asked[], production: boolean): Promise<boolean[]> {
  const sessions = new Map(
    asked.filter(({ actor }) => isUnproven(actor, production)).map(({ actor }) => [sessionOf(actor), actor]),
  );
  if (sessions.size === 0) return asked.map(() => true);
  const sums = await paidIn(tx, [...sessions.values()], false);
  const paid = new Map([...sessions.keys()].map((session, place) => [session, sums[place] ?? null]));
  const taken = new Map<string, bigint>();
  return asked.map(({ actor, amount }) => {
    if (!isUnproven(actor, production)) return true;
    const before = paid.get(sessionOf(actor)) ?? null;
    // Add up all sessions of the user, as the sum of recorded deposits does.
    const sum = (taken.get(actor.userId) ?? 0n) + amount;
    if (before === null || before + sum > MAX_UNPROVEN_DEPOSITS) return false;
    taken.set(actor.userId, sum);
    return true;
  });
}

/**
 * Returns what is left to a user without a second factor that counts, so that the desk can say it before the bound is reached; null where
 * nothing bounds the user but a proof that they can give. Holds no lock.
 */
export async function readRoom(tx: ReadTx, actor: Actor, production: boolean): Promise<DepositRoom | null> {
  if (!isUnproven(actor, production)) return null;
  const found = await tx.row<{ paid: bigint; until: Date | null }>(
    `SELECT (SELECT coalesce(sum(e.amount), 0)::bigint FROM journal_entries e
             WHERE e.school_id = $1 AND e.by_user = $2 AND e.kind = 'deposit'
               AND e.at > greatest(clock_timestamp() - interval '1 day', $3::timestamptz)) AS paid,
            (SELECT f.counts_from FROM second_factors f WHERE f.user_id = $2 AND f.counts_from > clock_timestamp()) AS until`,
    [tx.schoolId, actor.userId, actor.provenAt ?? null],
  );
  const until = found?.until ?? null;
  if (actor.hasFactor && !until) return null;
  const left = MAX_UNPROVEN_DEPOSITS - (found?.paid ?? 0n);
  return {
    limit: toKes(MAX_UNPROVEN_DEPOSITS),
    left: toKes(left > 0n ? left : 0n),
    waitsUntil: until?.toISOString() ?? null,
  };
}

/** Returns the key of a sum: sessions whose factor was proved at the same time, or never, have the same sum. */
function sessionOf({ userId, provenAt }: Actor): string {
  return `${userId} ${provenAt?.getTime() ?? ''}`;
}

/**
 * Returns the cents that each user has paid in within a day and since the session's proof; null where `wait` is false and another
 * transaction holds the user's lock.
 */
async function paidIn(tx: Tx, actors: readonly Actor[], wait: boolean): Promise<(bigint | null)[]> {
  const rows = await tx.prepared<{ place: number; amount: bigint | null }>(
    'paid-in-since-proof',
    'SELECT place, amount FROM paid_in_since_proof($1, $2, $3, $4)',
    [tx.schoolId, actors.map(({ userId }) => userId), actors.map(({ provenAt }) => provenAt ?? null), wait],
  );
  const byPlace = new Map(rows.map(({ place, amount }) => [place, amount]));
  return actors.map((_, index) => byPlace.get(index + 1) ?? null);
}
