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
