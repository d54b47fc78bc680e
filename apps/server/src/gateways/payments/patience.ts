/** Returns the seconds until the next query for an unanswered request, by the number of queries so far. */
export function askAgainIn(asked: number): number {
  const minutes = [2, 10, 30, 60, 180][asked] ?? 360;
  return minutes * 60;
}

/**
 * Returns true if a request that the provider does not know counts as lost: after an hour. Before that, it may just not have arrived
 * yet.
 */
export function isLost(sentAt: Date, now: Date): boolean {
  return now.getTime() - sentAt.getTime() >= 3_600_000;
}
