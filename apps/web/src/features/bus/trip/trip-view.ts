import type { TripDirection } from '@mfuko/contract/bus-routes';
import type { Rider, TRIP_LISTS, Trip, TripEntry } from '@mfuko/contract/bus-trips';
import { keyOf } from '../bus-name.ts';

/** Ride that this device has recorded and that the server's last word of the trip does not hold yet. */
export interface OwnRide {
  readonly key: string;
  readonly kind: 'on' | 'off';
  readonly admissionNumber: string;
  readonly at: string;
}

/** Trip of a bus as this device knows it. It lies there under seal, so that the next page load has it without a network. */
export interface KeptTrip {
  /** The server's last word; null where the bus has had no trip. */
  readonly trip: Trip | null;
  /** When the server said so; null where it never did. By the device's clock. */
  readonly asOf: string | null;
  readonly rides: readonly OwnRide[];
}

/** Riders of the school as this device saw them last. */
export interface KeptRiders {
  readonly seenAt: string;
  readonly riders: readonly Rider[];
}

export type Lists = Pick<Trip, (typeof TRIP_LISTS)[number]>;

export interface TripView {
  /** The trip that is open by the server's word. */
  readonly open: Trip | null;
  /** A boarding waits that will open a trip as soon as there is a network. */
  readonly begun: boolean;
  readonly direction: TripDirection;
  readonly lists: Lists;
  /** Children whom a closed trip has aboard, by a ride that came in after its closing, and whom nobody has let off since. */
  readonly left: readonly TripEntry[];
}

interface Known {
  readonly kept: KeptTrip;
  readonly riders: KeptRiders | null;
  readonly plate: string;
  /** By the school's clock, 0 to 23. */
  readonly hour: number;
}

const NOON = 12;

/** State of the bus: the server's last word, and on top of it what was recorded here since. */
export function viewOf({ kept: { trip, rides }, riders, plate, hour }: Known): TripView {
  const open = trip && trip.closed === null ? trip : null;
  // The server goes by the time of day where a boarding opens the trip.
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

/** The child of that number, from what lies on the device; by number alone where it is on no list. */
export function childOf(number: string, lists: Lists, riders: KeptRiders | null): TripEntry {
  const { expected, others, aboard } = lists;
  const listed = [...expected, ...aboard, ...others].find(({ admissionNumber }) => admissionNumber === number);
  if (listed) return listed;
  const rider = riders?.riders.find(({ admissionNumber }) => admissionNumber === number);
  return { admissionNumber: number, names: rider?.names ?? '', className: rider?.className ?? '', stop: null };
}

/** Rides that the server's word does not hold: those that wait on the device, and those recorded since it was asked. */
export function stillOwn(
  rides: readonly OwnRide[],
  askedAt: readonly OwnRide[],
  waiting: ReadonlySet<string>,
): readonly OwnRide[] {
  const before = new Set(askedAt.map(({ key }) => key));
  return rides.filter(({ key }) => waiting.has(key) || !before.has(key));
}

/** True for a rider of the bus of that plate. */
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
