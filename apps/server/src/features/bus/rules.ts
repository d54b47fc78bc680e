import type { BusWarning } from '@mfuko/contract/bus';
import type { TripDirection } from '@mfuko/contract/bus-routes';
import type { Place } from '../../platform/http/call.ts';

export type BusKind = 'on' | 'off';

/** Bus state: kind and bus of the student's last ride. */
export interface BusState {
  /** Null if the student has never been on a bus. */
  readonly kind: BusKind | null;
  /** Plate key of that ride's bus. */
  readonly plateKey: string | null;
}

export type BusClash = 'bus.already-aboard' | 'bus.not-aboard';
export type BusExceptionKind = 'on-overridden' | 'off-overridden';

export type BusJudgement =
  | { readonly verdict: 'pass'; readonly exception: BusExceptionKind | null }
  | { readonly verdict: 'refuse'; readonly clash: BusClash };

/**
 * Judges whether a student may board or alight. To board, the student must not be aboard any bus; to alight, the student must be aboard
 * this bus. An override passes against the state, and has no effect where the state permits the ride.
 */
export function judge(kind: BusKind, plateKey: string, state: BusState, overridden: boolean): BusJudgement {
  const fits = kind === 'on' ? state.kind !== 'on' : state.kind === 'on' && state.plateKey === plateKey;
  if (fits) return { verdict: 'pass', exception: null };
  if (overridden) return { verdict: 'pass', exception: `${kind}-overridden` };
  return { verdict: 'refuse', clash: kind === 'on' ? 'bus.already-aboard' : 'bus.not-aboard' };
}

/** Neighbours in time of an offline ride. */
export interface LateBusPlace {
  readonly before: BusState;
  readonly after: BusState | null;
}

/** Returns the clash of an offline ride with the ride before it, or of the ride after it with this one. */
export function judgeLate(kind: BusKind, plateKey: string, { before, after }: LateBusPlace): BusClash | null {
  const judged = judge(kind, plateKey, before, false);
  if (judged.verdict === 'refuse') return judged.clash;
  if (!after?.kind || after.plateKey === null) return null;
  const next = judge(after.kind, after.plateKey, { kind, plateKey }, false);
  return next.verdict === 'refuse' ? next.clash : null;
}

/** Returns the key that identifies a plate, whatever its spaces, hyphens and case. */
export function plateKeyOf(plate: string): string {
  return plate.toUpperCase().replace(/[\s-]/g, '');
}

/** Tells whether a text can be a plate: letters and digits, such as KDA 123A. */
export function isPlate(text: string): boolean {
  return /^[A-Z0-9]+([ -][A-Z0-9]+)*$/.test(text.toUpperCase());
}

/** Distance in metres within which a bus counts as at the stop: a phone's position is off by fifty, and a bus stops where it can. */
const AT_THE_STOP = 300;

interface RideToWarnOf {
  readonly kind: BusKind;
  readonly direction: TripDirection;
  /** True if the student is assigned to this bus in this direction. */
  readonly expected: boolean;
  readonly stop: Place | null;
  readonly place: Place | null;
}

/** Returns the warnings of a ride, which stop nobody. The student's stop matters for boarding to school and alighting on the way home. */
export function warningsOf({ kind, direction, expected, stop, place }: RideToWarnOf): BusWarning[] {
  if (!expected) return ['bus.not-assigned'];
  const atOwnStop = (kind === 'on') === (direction === 'toSchool');
  if (!atOwnStop || stop === null || place === null) return [];
  return metersBetween(stop, place) > AT_THE_STOP ? ['bus.wrong-stop'] : [];
}

const EARTH_RADIUS_M = 6_371_000;

function metersBetween(one: Place, other: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const chord =
    half(one.latitude, other.latitude) +
    Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * half(one.longitude, other.longitude);
  return 2 * EARTH_RADIUS_M * Math.asin(Math.sqrt(Math.min(1, chord)));
}
