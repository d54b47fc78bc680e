import { type Counts, sumOfCounts } from '@mfuko/contract/tills';
import type { Actor } from '../../platform/http/call.ts';

/** A count compared with the books, in cents. */
export interface Count {
  readonly expected: bigint;
  readonly counted: bigint;
  /** Counted minus expected; negative where cash is missing. */
  readonly variance: bigint;
}

/** Variance limit of a school that has set none: up to KES 100, no reason is needed. */
export const USUAL_LIMIT = 100_00n;

export function compare(expected: bigint, given: { counts?: Counts | undefined; counted?: bigint | undefined }): Count {
  const counted = given.counted ?? sumOfCounts(given.counts ?? {});
  return { expected, counted, variance: counted - expected };
}

export function needsReason({ variance }: Count, limit: bigint): boolean {
  return (variance < 0n ? -variance : variance) > limit;
}

/** Returns true if the actor may see and close that user's tills; a cashier only their own. */
export function mayTouchTill(actor: Pick<Actor, 'role' | 'userId'>, ownerId: string): boolean {
  return actor.role !== 'CheckAgent' || actor.userId === ownerId;
}
