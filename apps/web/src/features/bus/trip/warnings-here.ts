import type { BusWarning } from '@mfuko/contract/bus';
import type { TripDirection } from '@mfuko/contract/bus-routes';
import type { Location } from '../../../lib/location.ts';
import { metresBetween } from '../metres.ts';
import { isOf, type KeptRiders, type TripView } from './trip-view.ts';

interface RideHere {
  readonly kind: 'on' | 'off';
  readonly admissionNumber: string;
  readonly place: Location | null;
}

/** Metres from the student's own stop within which a bus counts as at that stop, as on the server. */
const AT_THE_STOP = 300;

/** Returns a ride's warnings from the device's lists: the same as the server's, for a ride that is sent later. */
export function warningsHere(
  { kind, admissionNumber, place }: RideHere,
  { direction, lists }: TripView,
  riders: KeptRiders | null,
  plate: string,
): BusWarning[] {
  const isExpected = lists.expected.some((child) => child.admissionNumber === admissionNumber);
  // A school without routes expects no riders, and would be warned about each.
  if (!isExpected) return riders && riders.riders.length > 0 ? ['bus.not-assigned'] : [];
  const own = riders?.riders.find(
    (rider) => rider.admissionNumber === admissionNumber && rider.direction === direction && isOf(rider, plate),
  );
  const atOwnStop = (kind === 'on') === (direction === 'toSchool');
  if (!atOwnStop || place === null || !own || own.lat === null || own.long === null) return [];
  return metresBetween({ latitude: own.lat, longitude: own.long }, place) > AT_THE_STOP ? ['bus.wrong-stop'] : [];
}

/** Returns another bus on which the child is expected in that direction. */
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
