import type { BusWarning } from '@mfuko/contract/bus';
import type { TripDirection } from '@mfuko/contract/bus-routes';
import type { Place } from '../../platform/http/call.ts';

export type BusKind = 'on' | 'off';

/** Bus state: where a student is by the last event. */
export interface BusState {
  /** Null where the student has not been on a bus yet. */
  readonly kind: BusKind | null;
  /** The key of the plate of that event's bus. */
  readonly plateKey: string | null;
}

export type BusClash = 'bus.already-aboard' | 'bus.not-aboard';
export type BusExceptionKind = 'on-overridden' | 'off-overridden';

export type BusJudgement =
  | { readonly verdict: 'pass'; readonly exception: BusExceptionKind | null }
  | { readonly verdict: 'refuse'; readonly clash: BusClash };

/**
 * Tells whether a student may board or alight. Boarding needs somebody who is not aboard any bus, alighting somebody
 * who is aboard that very one. An override passes against the state; where the state allows it anyway, it changes
 * nothing.
 */
export function judge(kind: BusKind, plateKey: string, state: BusState, overridden: boolean): BusJudgement {
  const fits = kind === 'on' ? state.kind !== 'on' : state.kind === 'on' && state.plateKey === plateKey;
  if (fits) return { verdict: 'pass', exception: null };
  if (overridden) return { verdict: 'pass', exception: `${kind}-overridden` };
  return { verdict: 'refuse', clash: kind === 'on' ? 'bus.already-aboard' : 'bus.not-aboard' };
}

/** Late bus place: where a ride stands that is told later: between which others. */
export interface LateBusPlace {
  readonly before: BusState;
  readonly after: BusState | null;
}

/** The clash of a ride that was recorded without a network with what came before it, or of what came after it with it. */
export function judgeLate(kind: BusKind, plateKey: string, { before, after }: LateBusPlace): BusClash | null {
  const judged = judge(kind, plateKey, before, false);
  if (judged.verdict === 'refuse') return judged.clash;
  if (!after?.kind || after.plateKey === null) return null;
  const next = judge(after.kind, after.plateKey, { kind, plateKey }, false);
  return next.verdict === 'refuse' ? next.clash : null;
}

/** Plate key: what a plate is known by: its letters and digits, however they are typed. */
export function plateKeyOf(plate: string): string {
  return plate.toUpperCase().replace(/[\s-]/g, '');
}

/** Tells whether a text can be a plate: letters and digits, such as KDA 123A. */
export function isPlate(text: string): boolean {
  return /^[A-Z0-9]+([ -][A-Z0-9]+)*$/.test(text.toUpperCase());
}

/** Meters from the own stop within which a bus stands at it: a phone is wrong by fifty, and a bus stops where it can. */
const AT_THE_STOP = 300;

interface RideToWarnOf {
  readonly kind: BusKind;
  readonly direction: TripDirection;
  /** The student is assigned to this bus in this direction. */
  readonly expected: boolean;
  readonly stop: Place | null;
  readonly place: Place | null;
}

/** Warnings of a ride: they stop nobody. The stop counts where a child gets on for school and off for home. */
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
