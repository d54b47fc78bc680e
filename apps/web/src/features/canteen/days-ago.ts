/** Midnight so many days ago, where this device is. */
export function daysAgo(days: number): string {
  const midnight = new Date();
  midnight.setHours(0, 0, 0, 0);
  midnight.setDate(midnight.getDate() - days);
  return midnight.toISOString();
}
