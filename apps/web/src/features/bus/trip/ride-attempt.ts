import type { Trip } from '@mfuko/contract/bus-trips';
import type { Workplace } from '../../../lib/workplace.ts';
import { dropRide, leaveRide, noteRide } from '../orphaned/pending-rides.ts';
import type { KeptBus } from './kept-bus.ts';
import type { RideProof } from './ride-proof.ts';
import type { RideKind, Scan } from './scan.ts';
import { childOf, type KeptRiders, type TripView } from './trip-view.ts';
import { otherBusOf } from './warnings-here.ts';

/** Press at the door of a bus, with its account and school. */
export interface RidePress {
  readonly key: string;
  readonly kind: RideKind;
  readonly admissionNumber: string;
  readonly at: number;
  readonly from: Workplace;
}

/** Lists of the bus as the screen shows them at the press. */
export interface ShownLists {
  readonly view: TripView;
  readonly riders: KeptRiders | null;
}

/** Press with its bus, its proof, and what the page knew at the press. */
export interface RideAttempt {
  readonly bus: KeptBus;
  readonly shown: ShownLists;
  readonly press: RidePress;
  readonly proof: RideProof;
  /** Reason for which a user has it recorded against the last record. */
  readonly override: string | undefined;
  /** Id of the trip on which the page works. */
  readonly worksOn: string | null;
  /** That trip, where this device has it. */
  readonly trip: Trip | null;
  /** Scan without its outcome. */
  readonly scan: Omit<Scan, 'outcome'>;
}

/** Returns the attempt of a press that is made now. */
export function attemptRide(
  bus: KeptBus,
  shown: ShownLists,
  press: RidePress,
  proof: RideProof,
  override?: string,
): RideAttempt {
  const { key, kind, admissionNumber, at, from } = press;
  const { view, riders } = shown;
  const worksOn = bus.worksOn();
  const known = bus.state.get().kept?.trip;
  const trip = known && known.sysid === worksOn ? known : null;
  const { names, className } = childOf(admissionNumber, view.lists, riders);
  const otherBus = otherBusOf(admissionNumber, view.direction, bus.plate, riders);
  const of = { kind, admissionNumber, names, className, otherBus, proof, press: { ...from, key, at } };
  return { bus, shown, press, proof, override, worksOn, trip, scan: { ...of, warnings: [], why: null } };
}

/** Drops the press of a child who has passed, which settles an earlier press of the child too. */
export function settlePress({ key, kind, admissionNumber, at, from }: RidePress): void {
  dropRide(key);
  noteRide({ key, kind, admissionNumber, at, school: from.school });
}

/** Leaves the press to its own account, which is told once it is back. */
export function leavePress({ key }: RidePress): null {
  leaveRide(key);
  return null;
}

/** Notes a recorded ride on the bus's lists. */
export function noteOnBus({ bus, press: { key, kind, admissionNumber } }: RideAttempt): Promise<void> {
  return bus.note({ key, kind, admissionNumber, at: new Date().toISOString() });
}
