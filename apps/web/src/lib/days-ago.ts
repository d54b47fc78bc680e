/** Returns the midnight that many days ago, in the device's time zone. */
export function daysAgo(days: number): string {
  const midnight = new Date();
  midnight.setHours(0, 0, 0, 0);
  midnight.setDate(midnight.getDate() - days);
  return midnight.toISOString();
}
