import type { TripDirection } from '@mfuko/contract/bus-routes';
import type { Rider, TRIP_LISTS, Trip, TripEntry } from '@mfuko/contract/bus-trips';
import { keyOf } from '../bus-name.ts';

/** Ride that this device has recorded and that the server's last answer does not contain yet. */
export interface OwnRide {
  readonly key: string;
  readonly kind: 'on' | 'off';
  readonly admissionNumber: string;
  readonly at: string;
}

/** Trip of a bus as this device knows it. The device stores it sealed, so that the next page load can show it offline. */
export interface KeptTrip {
  /** Server's last answer; null where the bus has had no trip. */
  readonly trip: Trip | null;
  /** Time of the server's last answer by the device's clock; null where there was none. */
  readonly asOf: string | null;
  readonly rides: readonly OwnRide[];
}

/** Riders of the school as this device received them last. */
export interface KeptRiders {
  readonly seenAt: string;
  readonly riders: readonly Rider[];
}

export type Lists = Pick<Trip, (typeof TRIP_LISTS)[number]>;

export interface TripView {
  /** Trip that is open by the server's last answer. */
  readonly open: Trip | null;
  /** True where a waiting boarding will open a trip once the network is back. */
  readonly begun: boolean;
  readonly direction: TripDirection;
  readonly lists: Lists;
  /** Children whom a closed trip has aboard by a ride that was sent late, and who have not got off since. */
  readonly left: readonly TripEntry[];
}

interface Known {
  readonly kept: KeptTrip;
  readonly riders: KeptRiders | null;
  readonly plate: string;
  /** Hour in the school's time zone, 0 to 23. */
  readonly hour: number;
}

const NOON = 12;

/** Returns the state of the bus: the server's last answer with the rides recorded here since. */
export function viewOf({ kept: { trip, rides }, riders, plate, hour }: Known): TripView {
  const open = trip && trip.closed === null ? trip : null;
  // The server goes by the time of day too where a boarding opens the trip.
  const direction = open?.direction ?? (hour < NOON ? 'toSchool' : 'home');
  const stayed = open === null ? (trip?.aboard ?? []) : [];
  const base = open ?? expectedFrom(riders, plate, direction, stayed);
  const lists = rides.reduce((before, ride) => afterRide(before, ride, riders), base as Lists);
  return {
    open,
    begun: open === null && rides.some(({ kind }) => kind === 'on'),
    direction,
    lists,
    left: stayed.filter((child) => has(lists.aboard, child)),
  };
}

function has(entries: readonly TripEntry[], { admissionNumber }: Pick<TripEntry, 'admissionNumber'>): boolean {
  return entries.some((entry) => entry.admissionNumber === admissionNumber);
}

/** Returns the child of a number from the device's lists; a child on no list has the number only. */
export function childOf(number: string, lists: Lists, riders: KeptRiders | null): TripEntry {
  const { expected, others, aboard } = lists;
  const listed = [...expected, ...aboard, ...others].find(({ admissionNumber }) => admissionNumber === number);
  if (listed) return listed;
  const rider = riders?.riders.find(({ admissionNumber }) => admissionNumber === number);
  return { admissionNumber: number, names: rider?.names ?? '', className: rider?.className ?? '', stop: null };
}

/** Returns the rides that the server's answer does not contain: waiting ones, and those recorded since the request. */
export function stillOwn(
  rides: readonly OwnRide[],
  askedAt: readonly OwnRide[],
  waiting: ReadonlySet<string>,
): readonly OwnRide[] {
  const before = new Set(askedAt.map(({ key }) => key));
  return rides.filter(({ key }) => waiting.has(key) || !before.has(key));
}

/** Returns true for a rider of the bus with that plate. */
export function isOf({ busNumberPlate }: Rider, plate: string): boolean {
  return keyOf(busNumberPlate) === keyOf(plate);
}

function expectedFrom(
  riders: KeptRiders | null,
  plate: string,
  direction: TripDirection,
  aboard: readonly TripEntry[],
): Lists {
  const expected = (riders?.riders ?? [])
    .filter((rider) => rider.direction === direction && isOf(rider, plate))
    .map(({ admissionNumber, names, className, stop }) => ({ admissionNumber, names, className, stop }));
  const missing = expected.filter((child) => !has(aboard, child));
  return { expected, aboard: [...aboard], dropped: [], missing, others: [] };
}

function afterRide(lists: Lists, { kind, admissionNumber }: OwnRide, riders: KeptRiders | null): Lists {
  const child = childOf(admissionNumber, lists, riders);
  const without = (entries: readonly TripEntry[]) =>
    entries.filter((entry) => entry.admissionNumber !== admissionNumber);
  const withChild = (entries: readonly TripEntry[]) => [...without(entries), child];
  const isExpected = lists.expected.some((entry) => entry.admissionNumber === admissionNumber);
  return {
    expected: lists.expected,
    aboard: kind === 'on' ? withChild(lists.aboard) : without(lists.aboard),
    dropped: kind === 'off' ? withChild(lists.dropped) : without(lists.dropped),
    missing: without(lists.missing),
    others: isExpected ? lists.others : withChild(lists.others),
  };
}
