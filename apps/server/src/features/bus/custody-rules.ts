import type { TripDirection } from '@mfuko/contract/bus-routes';
import type { CustodyPlace } from '@mfuko/contract/custody';

/** Passage of the gate as custody sees it; one that was taken back is none. */
export interface PassageSeen {
  readonly kind: 'in' | 'out';
  /** Seconds, to compare. */
  readonly at: number;
  /** The school's day, as `yyyy-mm-dd`. */
  readonly day: string;
  /** With whom the student went, as `Mary Otieno (Aunt)`; null where nobody collected. */
  readonly collector: string | null;
}

export interface RideSeen {
  readonly kind: 'on' | 'off';
  readonly at: number;
  readonly plate: string;
  /** Null: of a ride from before there were trips. */
  readonly direction: TripDirection | null;
}

/** Trail: the last word of the gate and the last word of a bus before a moment. */
export interface Trail {
  readonly passage: PassageSeen | null;
  readonly ride: RideSeen | null;
}

export interface CustodyState {
  readonly place: CustodyPlace;
  /** Got off at school and has not been checked in since. */
  readonly awaited: boolean;
}

/**
 * Custody of a child by a trail. A bus has whoever has not got off it, whatever the gate says; else the later word holds, and a ride
 * to school ends on campus only for whom the gate has in.
 */
export function custodyOf({ passage, ride }: Trail): CustodyState {
  const at = (place: CustodyPlace, awaited = false) => ({ place, awaited });
  if (ride?.kind === 'on') return at('bus');
  if (ride && (!passage || ride.at > passage.at)) {
    if (ride.direction === 'home') return at('off-campus');
    return passage?.kind === 'in' ? at('on-campus') : at('off-campus', ride.direction === 'toSchool');
  }
  if (passage?.kind === 'in') return at('on-campus');
  return at(passage?.collector ? 'collector' : 'off-campus');
}

/** Step: a passage of the gate or a ride, with the day on which it happens. */
export interface Step {
  readonly kind: 'in' | 'out' | 'on' | 'off';
  readonly day: string;
  /** Of the trip that a boarding belongs to. */
  readonly direction?: TripDirection | null;
}

export type CustodyExceptionKind = 'custody-aboard' | 'custody-dropped' | 'custody-collected' | 'custody-on-campus';

/**
 * Judges a step against the trail before it: what one desk says that another's word makes impossible. It stops nobody; a person finds out
 * which of both is wrong. A check-in of an earlier day contradicts no boarding: the gate asks about that itself.
 */
export function judgeStep(trail: Trail, step: Step): CustodyExceptionKind | null {
  const { passage, ride } = trail;
  const { place } = custodyOf(trail);
  switch (step.kind) {
    case 'in':
      return place === 'bus' ? 'custody-aboard' : null;
    case 'out':
      if (place === 'bus') return 'custody-aboard';
      // The gate had them in, and since then a bus has brought them home.
      return passage?.kind === 'in' && passage.day === step.day && ride && place === 'off-campus'
        ? 'custody-dropped'
        : null;
    case 'off':
      return null;
    case 'on':
      if (step.direction === 'home') return place === 'collector' ? 'custody-collected' : null;
      return place === 'on-campus' && passage?.day === step.day ? 'custody-on-campus' : null;
  }
}
