import { type KeptTrip, viewOf } from './trip-view.ts';

/**
 * Returns the trip with the waiting rides of other pages of this device (`waiting`), and with a newer answer of the server that another
 * page has received. Returns the same object where nothing changes.
 */
export function withOthers(now: KeptTrip, stored: KeptTrip | null, waiting: ReadonlySet<string>): KeptTrip {
  const own = new Set(now.rides.map(({ key }) => key));
  const others = (stored?.rides ?? []).filter(({ key }) => waiting.has(key) && !own.has(key));
  const isNewer = stored !== null && (stored.asOf ?? '') > (now.asOf ?? '');
  if (others.length === 0 && !isNewer) return now;
  const { trip, asOf } = isNewer ? stored : now;
  return { trip, asOf, rides: [...now.rides, ...others].toSorted((a, b) => (a.at < b.at ? -1 : 1)) };
}

/** Returns true for a child whose last ride on this device is an alighting at or after that moment. */
export function hasJustLeft(
  { rides }: KeptTrip,
  { admissionNumber, since }: { readonly admissionNumber: string; readonly since: number },
): boolean {
  const last = rides.findLast((ride) => ride.admissionNumber === admissionNumber);
  return last?.kind === 'off' && Date.parse(last.at) >= since;
}

/** Returns true for a child who is on this bus as far as the device knows. */
export function isAboard(kept: KeptTrip, number: string): boolean {
  const { aboard } = viewOf({ kept, riders: null, plate: '', hour: 0 }).lists;
  return aboard.some(({ admissionNumber }) => admissionNumber === number);
}
