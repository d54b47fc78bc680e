/**
 * Minutes until each query for an unanswered request. A wait is about as long as all before it; the sixth query comes just after an hour,
 * since a request that the provider does not know counts as lost from then on.
 */
const WAITS = [1, 2, 4, 8, 15, 31, 60, 120];

/** Number of queries after which a request is queried every six hours. */
export const ASKED_LONG = WAITS.length;

/** Returns the seconds until the next query for an unanswered request, by the number of queries so far. */
export function askAgainIn(asked: number): number {
  return (WAITS[asked] ?? 360) * 60;
}

/**
 * Returns true if a request that the provider does not know counts as lost: after an hour. Before that, it may just not have arrived
 * yet.
 */
export function isLost(sentAt: Date, now: Date): boolean {
  return now.getTime() - sentAt.getTime() >= 3_600_000;
}
