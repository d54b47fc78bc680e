import { type KeptTrip, viewOf } from './trip-view.ts';

/**
 * The trip with what other pages of this device have recorded of it and that still waits (`waiting`), and with the server's word where one of them has
 * heard a later one. The very same where there is neither.
 */
export function withOthers(now: KeptTrip, stored: KeptTrip | null, waiting: ReadonlySet<string>): KeptTrip {
  const own = new Set(now.rides.map(({ key }) => key));
  const others = (stored?.rides ?? []).filter(({ key }) => waiting.has(key) && !own.has(key));
  const isNewer = stored !== null && (stored.asOf ?? '') > (now.asOf ?? '');
  if (others.length === 0 && !isNewer) return now;
  const { trip, asOf } = isNewer ? stored : now;
  return { trip, asOf, rides: [...now.rides, ...others].toSorted((a, b) => (a.at < b.at ? -1 : 1)) };
}

/** True for a child whose last ride on this device is an alighting no earlier than that moment. */
export function hasJustLeft(
  { rides }: KeptTrip,
  { admissionNumber, since }: { readonly admissionNumber: string; readonly since: number },
): boolean {
  const last = rides.findLast((ride) => ride.admissionNumber === admissionNumber);
  return last?.kind === 'off' && Date.parse(last.at) >= since;
}

/** True for a child who is on this bus by all that the device knows. */
export function isAboard(kept: KeptTrip, number: string): boolean {
  const { aboard } = viewOf({ kept, riders: null, plate: '', hour: 0 }).lists;
  return aboard.some(({ admissionNumber }) => admissionNumber === number);
}
