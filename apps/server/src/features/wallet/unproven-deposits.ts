import { MOST_UNPROVEN_DEPOSITS } from '@mfuko/contract/wallet';
import type { Tx } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/call.ts';
import { isUnproven, needsStepUp } from '../../platform/http/step-up.ts';

/** One payment that somebody wants to make, in cents. */
interface Asked {
  readonly actor: Actor;
  readonly amount: bigint;
}

/**
 * Keeps what a person pays in without their second factor within bounds: whoever has only their session, or only their number, fills no wallet with more. Holds what
 * they have paid in until the transaction ends, and answers a check that throws session.step-up where a payment goes beyond it.
 */
export async function holdRoom(tx: Tx, actor: Actor, production: boolean): Promise<(amount: bigint) => void> {
  if (!isUnproven(actor, production)) return () => undefined;
  const [paid = null] = await paidIn(tx, [actor], true);
  return (amount) => {
    if (paid === null || paid + amount > MOST_UNPROVEN_DEPOSITS) throw needsStepUp(actor, MOST_UNPROVEN_DEPOSITS);
  };
}

/** Tells of each payment of a list whether there is room for it; there is none for one of a person of whom somebody else records one. */
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
    // Of all sessions of the person, as what is recorded already.
    const sum = (taken.get(actor.userId) ?? 0n) + amount;
    if (before === null || before + sum > MOST_UNPROVEN_DEPOSITS) return false;
    taken.set(actor.userId, sum);
    return true;
  });
}

/** Sessions that have proven it at the same moment, or never, have the same sum. */
function sessionOf({ userId, provenAt }: Actor): string {
  return `${userId} ${provenAt?.getTime() ?? ''}`;
}

/** Cents that each has paid in within a day and since this session's proof; null where nobody is waited for and somebody else records. */
async function paidIn(tx: Tx, actors: readonly Actor[], wait: boolean): Promise<(bigint | null)[]> {
  const rows = await tx.prepared<{ place: number; amount: bigint | null }>(
    'paid-in-since-proof',
    'SELECT place, amount FROM paid_in_since_proof($1, $2, $3, $4)',
    [tx.schoolId, actors.map(({ userId }) => userId), actors.map(({ provenAt }) => provenAt ?? null), wait],
  );
  const byPlace = new Map(rows.map(({ place, amount }) => [place, amount]));
  return actors.map((_, index) => byPlace.get(index + 1) ?? null);
}
