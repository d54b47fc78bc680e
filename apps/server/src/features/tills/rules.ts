import { type Counts, sumOfCounts } from '@mfuko/contract/tills';
import type { Actor } from '../../platform/http/call.ts';

/** A count against the books, in cents. */
export interface Count {
  readonly expected: bigint;
  readonly counted: bigint;
  /** Below zero something is missing. */
  readonly variance: bigint;
}

/** Usual limit: what a school without a rule of its own takes without a reason: KES 100. */
export const USUAL_LIMIT = 100_00n;

export function compare(expected: bigint, given: { counts?: Counts | undefined; counted?: bigint | undefined }): Count {
  const counted = given.counted ?? sumOfCounts(given.counts ?? {});
  return { expected, counted, variance: counted - expected };
}

export function needsReason({ variance }: Count, limit: bigint): boolean {
  return (variance < 0n ? -variance : variance) > limit;
}

/** True for somebody who may see and close that person's tills: a cashier their own alone. */
export function mayTouchTill(actor: Pick<Actor, 'role' | 'userId'>, ownerId: string): boolean {
  return actor.role !== 'CheckAgent' || actor.userId === ownerId;
}
