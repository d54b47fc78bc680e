import type { TripDirection } from '@mfuko/contract/bus-routes';
import type { CustodyPlace } from '@mfuko/contract/custody';

/** Passage at the gate, as custody uses it; passages that were taken back are left out. */
export interface PassageSeen {
  readonly kind: 'in' | 'out';
  /** Unix time in seconds. */
  readonly at: number;
  /** Date in the school's time zone, as `yyyy-mm-dd`. */
  readonly day: string;
  /** Collector with whom the student left, as `Mary Otieno (Aunt)`; null if there was none. */
  readonly collector: string | null;
}

export interface RideSeen {
  readonly kind: 'on' | 'off';
  readonly at: number;
  readonly plate: string;
  /** Null for a ride without a trip, from before trips existed. */
  readonly direction: TripDirection | null;
}

/** Trail: the last passage and the last ride before a moment. */
export interface Trail {
  readonly passage: PassageSeen | null;
  readonly ride: RideSeen | null;
}

export interface CustodyState {
  readonly place: CustodyPlace;
  /** True if the child got off at school and has not been checked in since. */
  readonly awaited: boolean;
}

/**
 * Derives a child's custody from the trail. A child who has not got off a bus is with the bus, whatever the gate says; otherwise the
 * later event counts, and a ride to school ends on campus only if the gate has checked the child in.
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

/** Step: a passage or a ride, with its day. */
export interface Step {
  readonly kind: 'in' | 'out' | 'on' | 'off';
  readonly day: string;
  /** Direction of the trip that a boarding belongs to. */
  readonly direction?: TripDirection | null;
}

export type CustodyExceptionKind = 'custody-aboard' | 'custody-dropped' | 'custody-collected' | 'custody-on-campus';

/**
 * Judges whether a step contradicts the trail before it. A contradiction stops nobody; a person finds out which desk is wrong. A
 * boarding does not contradict a check-in of an earlier day, which the gate handles itself.
 */
export function judgeStep(trail: Trail, step: Step): CustodyExceptionKind | null {
  const { passage, ride } = trail;
  const { place } = custodyOf(trail);
  switch (step.kind) {
    case 'in':
      return place === 'bus' ? 'custody-aboard' : null;
    case 'out':
      if (place === 'bus') return 'custody-aboard';
      // The child was in by the gate, and has been brought home by a bus since.
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
