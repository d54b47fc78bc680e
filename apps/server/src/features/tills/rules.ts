import { type Counts, sumOfCounts } from '@mfuko/contract/tills';

/** A count against the books, in cents. */
export interface Count {
  readonly expected: bigint;
  readonly counted: bigint;
  /** Below zero something is missing. */
  readonly variance: bigint;
}

/** What a school without a rule of its own takes without a reason: KES 100. */
export const USUAL_LIMIT = 100_00n;

export function compare(expected: bigint, given: { counts?: Counts | undefined; counted?: bigint | undefined }): Count {
  const counted = given.counted ?? sumOfCounts(given.counts ?? {});
  return { expected, counted, variance: counted - expected };
}

export function needsReason({ variance }: Count, limit: bigint): boolean {
  return (variance < 0n ? -variance : variance) > limit;
}
