import type { BusWarning } from '@mfuko/contract/bus';
import type { Tx } from '../../platform/database/database.ts';
import { addException, enqueuePassageNotice, type LateEvent, type LateRide, lockCustody } from '../gate/index.ts';
import { noteStep } from './custody.ts';
import { alreadyAboard, notAboard } from './errors.ts';
import { notifyOfPapers, notifyOfUnlisted } from './ride-exceptions.ts';
import { type BusExceptionKind, judge, judgeLate } from './rules.ts';
import { seenClosed } from './seen-trip.ts';
import {
  type Bus,
  findByClientKey,
  getBusOf,
  insertEvent,
  type LockedBusState,
  lockState,
  type NewBusEvent,
  readNeighbours,
} from './store.ts';
import { lockLateTrip, lockTrip, noteAboardAfter, readWarnings } from './trip-of-ride.ts';

export interface NewRide extends Omit<NewBusEvent, 'busId' | 'endsBoarding' | 'tripId'> {
  readonly busNumberPlate: string;
  readonly listedOnly: boolean;
  readonly seenTripId?: string | undefined;
}

export interface Ride {
  readonly id: string;
  readonly at: Date;
  /** Plate as written on the bus. */
  readonly plate: string;
  readonly exception: BusExceptionKind | null;
  readonly warnings: readonly BusWarning[];
}

/**
 * Records that a student boards or alights. Locks the student's gate state and then the bus state, so that of two concurrent rides one
 * is refused, and gate and bus see each other's events. Throws bus.not-found, bus.trip-closed, and bus.already-aboard, bus.not-aboard
 * and bus.papers-over unless there is an override.
 */
export async function recordRide(tx: Tx, ride: NewRide): Promise<Ride> {
  const bus = await getBusOf(tx, ride);
  await lockCustody(tx, ride.studentId);
  const state = await lockState(tx, ride.studentId);
  const judgement = judge(ride.kind, bus.plateKey, state, ride.overrideReason !== null);
  if (judgement.verdict === 'refuse') throw refusalOf(judgement.clash, state);
  const endsBoarding = state.kind === 'on' ? state.eventId : null;
  const { kind, recordedBy, overrideReason, seenTripId } = ride;
  const { plate } = bus;
  const of = { busId: bus.id, plate, kind, recordedBy, endsBoarding, overrideReason, seenTripId };
  const trip = await lockTrip(tx, { ...of, at: null });
  const tripId = trip.id;
  const { id, at } = await insertEvent(tx, { ...ride, busId: bus.id, endsBoarding, tripId });
  await notifyGuardians(tx, ride, bus, { id, at });
  await notifyOfUnlisted(tx, ride, bus, id);
  await notifyOfPapers(tx, ride, bus, id, trip);
  await noteStep(tx, { ...ride, eventId: id, plate: bus.plateKey, at: null });
  if (judgement.exception !== null) {
    await addException(tx, {
      kind: `bus-${judgement.exception}`,
      studentId: ride.studentId,
      eventId: id,
      recordedBy: ride.recordedBy,
      detail: {
        busNumberPlate: bus.plate,
        since: state.since?.toISOString() ?? null,
        lastBusNumberPlate: state.plate,
        reason: ride.overrideReason,
      },
    });
  }
  const warnings = await readWarnings(tx, tripId, ride.studentId, kind, ride.place);
  return { id, at, plate: bus.plate, exception: judgement.exception, warnings };
}

/** Records an offline ride at its own time and whatever the state is; see the gate's `backfillPass`. Throws bus.not-found. */
export async function backfillRide(tx: Tx, ride: LateRide, prove: () => Promise<boolean>): Promise<LateEvent> {
  const bus = await getBusOf(tx, { ...ride, listedOnly: false });
  await lockCustody(tx, ride.studentId);
  await lockState(tx, ride.studentId);
  const known = await findByClientKey(tx, ride.clientKey);
  if (known !== null) return { id: known, known: true, clash: null, exception: null };
  const place = await readNeighbours(tx, ride.studentId, ride.at);
  const clash = judgeLate(ride.kind, bus.plateKey, place);
  const later = { at: ride.at, verified: await prove(), overtaken: place.after !== null };
  const endsBoarding = place.before.openBoarding;
  const { studentId, kind, at, recordedBy, overrideReason } = ride;
  const stands = place.after === null;
  const { plate } = bus;
  const of = { busId: bus.id, plate, kind, recordedBy, endsBoarding, overrideReason };
  const trip = await lockLateTrip(tx, { ...of, at, stands });
  const { id } = await insertEvent(tx, { ...ride, busId: bus.id, endsBoarding, later, tripId: trip.id });
  await notifyGuardians(tx, ride, bus, { id, at });
  await notifyOfUnlisted(tx, ride, bus, id);
  await notifyOfPapers(tx, ride, bus, id, trip);
  await noteStep(tx, { ...ride, eventId: id, plate: bus.plateKey });
  if (trip.closed && trip.id !== null) {
    const aboard = kind === 'on' && stands;
    const detail = { event: kind, occurredAt: at.toISOString(), busNumberPlate: bus.plate, aboard };
    await addException(tx, { kind: 'bus-after-closing', studentId, eventId: id, recordedBy, detail });
    if (aboard) await noteAboardAfter(tx, trip.id);
  }
  const closedTrip = kind === 'on' ? await seenClosed(tx, { busId: bus.id, seenTripId: ride.seenTripId }) : null;
  return { id, known: false, clash, exception: null, closedTrip };
}

function notifyGuardians(
  tx: Tx,
  { studentId, kind }: Pick<NewBusEvent, 'studentId' | 'kind'>,
  { plate }: Bus,
  { id, at }: { readonly id: string; readonly at: Date },
): Promise<void> {
  return enqueuePassageNotice(tx, { studentId, kind, eventId: id, at, plate });
}

function refusalOf(clash: 'bus.already-aboard' | 'bus.not-aboard', state: LockedBusState) {
  const { since, clockTime, plate } = state;
  const last = since && clockTime && plate ? { since, clockTime, plate } : null;
  // A clash with a boarding always has a time and a bus; the type cannot express this.
  if (clash === 'bus.already-aboard' && last) return alreadyAboard(last);
  return notAboard(last && { ...last, left: state.kind === 'off' });
}
