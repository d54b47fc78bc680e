/** Seconds until the provider is asked again what came of a request that it has not answered, by how often it was asked. */
export function askAgainIn(asked: number): number {
  const minutes = [2, 10, 30, 60, 180][asked] ?? 360;
  return minutes * 60;
}

/**
 * Tells whether a request of which the provider says that it does not know it was lost on its way, or may only not have
 * got there yet: it is taken for lost after an hour.
 */
export function isLost(sentAt: Date, now: Date): boolean {
  return now.getTime() - sentAt.getTime() >= 3_600_000;
}
