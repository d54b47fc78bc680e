import type { BusWarning } from '@mfuko/contract/bus';
import type { TripDirection } from '@mfuko/contract/bus-routes';
import type { Rider, TRIP_LISTS, Trip, TripEntry } from '@mfuko/contract/bus-trips';
import type { Location } from '../../../lib/location.ts';
import { keyOf } from '../bus-name.ts';
import { metresBetween } from '../metres.ts';

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
  const base = open ?? expectedFrom(riders, plate, direction);
  return {
    open,
    begun: open === null && rides.some(({ kind }) => kind === 'on'),
    direction,
    lists: rides.reduce((lists, ride) => afterRide(lists, ride, riders), base as Lists),
  };
}

/** The child of that number, from what lies on the device; by number alone where it is on no list. */
export function childOf(number: string, lists: Lists, riders: KeptRiders | null): TripEntry {
  const { expected, others, aboard } = lists;
  const listed = [...expected, ...aboard, ...others].find(({ admissionNumber }) => admissionNumber === number);
  if (listed) return listed;
  const rider = riders?.riders.find(({ admissionNumber }) => admissionNumber === number);
  return { admissionNumber: number, names: rider?.names ?? '', className: rider?.className ?? '', stop: null };
}

interface RideHere {
  readonly kind: 'on' | 'off';
  readonly admissionNumber: string;
  readonly place: Location | null;
}

/** Meters from the own stop within which a bus stands at it, as the server has it. */
const AT_THE_STOP = 300;

/** Warnings of a ride by what lies on the device: the same as the server's, for a ride that it hears of later. */
export function warningsHere(
  { kind, admissionNumber, place }: RideHere,
  { direction, lists }: TripView,
  riders: KeptRiders | null,
  plate: string,
): BusWarning[] {
  const isExpected = lists.expected.some((child) => child.admissionNumber === admissionNumber);
  // A school without routes expects nobody, and would be warned of everybody.
  if (!isExpected) return riders && riders.riders.length > 0 ? ['bus.not-assigned'] : [];
  const own = riders?.riders.find(
    (rider) => rider.admissionNumber === admissionNumber && rider.direction === direction && isOf(rider, plate),
  );
  const atOwnStop = (kind === 'on') === (direction === 'toSchool');
  if (!atOwnStop || place === null || !own || own.lat === null || own.long === null) return [];
  return metresBetween({ latitude: own.lat, longitude: own.long }, place) > AT_THE_STOP ? ['bus.wrong-stop'] : [];
}

/** Bus on which a child is expected in that direction, where it is another one. */
export function otherBusOf(
  admissionNumber: string,
  direction: TripDirection,
  plate: string,
  riders: KeptRiders | null,
): string | null {
  const found = riders?.riders.find(
    (rider) => rider.admissionNumber === admissionNumber && rider.direction === direction && !isOf(rider, plate),
  );
  return found?.busNumberPlate ?? null;
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

function isOf({ busNumberPlate }: Rider, plate: string): boolean {
  return keyOf(busNumberPlate) === keyOf(plate);
}

function expectedFrom(riders: KeptRiders | null, plate: string, direction: TripDirection): Lists {
  const expected = (riders?.riders ?? [])
    .filter((rider) => rider.direction === direction && isOf(rider, plate))
    .map(({ admissionNumber, names, className, stop }) => ({ admissionNumber, names, className, stop }));
  return { expected, aboard: [], dropped: [], missing: expected, others: [] };
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
