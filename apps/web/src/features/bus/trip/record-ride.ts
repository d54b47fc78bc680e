import { offBusFingerprint, offBusKids, offBusPin, onBusFingerprint, onBusKids, onBusPin } from '@mfuko/contract/bus';
import type { Location } from '../../../lib/location.ts';
import { type CallError, describe, isSilence } from '../../../lib/problems.ts';
import { call, type Sent } from '../../../lib/request.ts';
import { isWorkplace, type Workplace } from '../../../lib/workplace.ts';
import { outbox } from '../../../school/offline/outbox.ts';
import { findPlace } from '../find-place.ts';
import { dropRide, keepRide, leaveRide, noteRide } from '../orphaned/pending-rides.ts';
import { inTurn } from './in-turn.ts';
import type { KeptBus } from './kept-bus.ts';
import { hasJustLeft, isAboard } from './other-pages.ts';
import { proofFields, type RideProof } from './ride-proof.ts';
import { DOUBLE_WITHIN_MS, isDouble, judgeRefusal, saysNothing } from './ride-rules.ts';
import type { RideKind, Scan, TripClosing } from './scan.ts';
import { childOf, type KeptRiders, type TripView } from './trip-view.ts';
import { otherBusOf, warningsHere } from './warnings-here.ts';

const CALLS = {
  on: { attested: onBusKids, fingerprint: onBusFingerprint, pin: onBusPin },
  off: { attested: offBusKids, fingerprint: offBusFingerprint, pin: offBusPin },
};
const ANSWER_WITHIN_MS = 8_000;

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

/**
 * Records a press on the server if it is reachable, otherwise on the device, and once either way. Returns null where the press was not
 * sent, since another account or school is at work; its own account is told once it is back.
 */
export async function recordRide(
  bus: KeptBus,
  { view, riders }: ShownLists,
  { key, kind, admissionNumber, at, from }: RidePress,
  proof: RideProof,
  override?: string,
): Promise<Scan | null> {
  const { plate } = bus;
  const worksOn = bus.worksOn();
  const known = bus.state.get().kept?.trip;
  /** Trip on which the page works, where this device has it. */
  const trip = known && known.sysid === worksOn ? known : null;
  const { names, className } = childOf(admissionNumber, view.lists, riders);
  const otherBus = otherBusOf(admissionNumber, view.direction, plate, riders);
  const of = { kind, admissionNumber, names, className, otherBus, proof, press: { ...from, key, at } };
  const scan = { ...of, warnings: [], why: null } as const;
  const method = proof?.method ?? 'attested';
  const fields = proofFields(proof);

  /** Drops the press of a child who has passed, which settles an earlier press of the child too. */
  function passed(): void {
    dropRide(key);
    noteRide({ key, kind, admissionNumber, at, school: from.school });
  }
  function leave(): null {
    leaveRide(key);
    return null;
  }
  const note = () => bus.note({ key, kind, admissionNumber, at: new Date().toISOString() });

  async function send(): Promise<Scan> {
    const input = { admissionNumber, busNumberPlate: plate, listedOnly: true, ...(override && { override }) };
    const seen = kind === 'on' && worksOn !== null ? { tripSYSID: worksOn } : {};
    const event = await call(
      CALLS[kind][method] as typeof onBusKids,
      { ...input, ...seen, ...fields } as Sent<typeof onBusKids>,
      { idempotencyKey: key, school: from.school, overlay: false, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) },
    );
    outbox.met(true);
    passed();
    await note();
    void bus.ask();
    const { studentName, class: ofClass, warnings } = event;
    return { ...scan, names: studentName, className: ofClass, outcome: 'recorded', warnings };
  }

  /** Stores the ride in the device's queue, under a lock, since another page of this device may be recording the same child. */
  function keep(place: Location | null): Promise<Scan | null> {
    return inTurn(`mfuko-rides:${bus.of}`, async () => {
      const met = await bus.meet();
      if (kind === 'on' && isAboard(met, admissionNumber)) {
        passed();
        return { ...scan, outcome: 'aboard-already' };
      }
      const done = bus.done.get();
      if (kind === 'off' && isDouble(done, scan)) {
        dropRide(key);
        return done;
      }
      if (kind === 'off' && hasJustLeft(met, { admissionNumber, since: at - DOUBLE_WITHIN_MS })) {
        passed();
        return { ...scan, outcome: 'kept' };
      }
      // Another account must not vouch for this ride.
      if (!isWorkplace(from)) return leave();
      if (kind === 'on' && trip?.closed) {
        const { sysid, closed, closedBy = null } = trip;
        return { ...scan, outcome: 'closed', closing: { sysid, closed, closedBy, trip } };
      }
      const tripSYSID = worksOn ?? undefined;
      const ride = { kind, admissionNumber, busNumberPlate: plate, method, proof: fields, tripSYSID } as const;
      await outbox.keep(ride, key, from.school).catch((error: unknown) => {
        leaveRide(key);
        throw error;
      });
      passed();
      await note();
      const warnings = warningsHere({ kind, admissionNumber, place }, view, riders, plate);
      return { ...scan, outcome: 'kept', warnings };
    });
  }

  /** Returns the outcome of a failed request. The press stays on the disk while a question is open, so that the next page can report it. */
  function refuse(error: unknown): Scan {
    const { problem, isClash, isAsPressed, isListed } = judgeRefusal(error, plate, trip);
    if (problem === 'bus.trip-closed') {
      void bus.ask();
      const detail = (error as CallError).detail as Pick<TripClosing, 'sysid' | 'closed' | 'closedBy'>;
      return { ...scan, outcome: 'closed', closing: { ...detail, trip } };
    }
    const done = bus.done.get();
    // A double press keeps the first press's outcome.
    if (isAsPressed && isDouble(done, scan)) {
      dropRide(key);
      return done;
    }
    // The press is followed as an orphaned ride, here or after the sign-in.
    if (saysNothing(error)) leaveRide(key);
    else if (!isClash || isListed) dropRide(key);
    const why = describe(error).message;
    return { ...scan, outcome: isClash ? 'clash' : 'refused', why, isPinWrong: problem === 'pin.wrong', isListed };
  }

  // Stores the press before the call and during the search for a position, so that the child on board survives the end of the page.
  const whole = { key, kind, admissionNumber, names: names || null, className: className || null, at };
  const [place] = await Promise.all([findPlace(), keepRide({ ...whole, busNumberPlate: plate }, from)]);
  // During the search for a position, another user may have unlocked the tablet, or another school may have been picked.
  if (!isWorkplace(from)) return leave();
  if (outbox.ready.get() && outbox.isAway()) return keep(place);
  try {
    return await send();
  } catch (error) {
    if (isSilence(error)) {
      outbox.met(false);
      // One lost answer does not mean that the network is down, so the trip is requested at once.
      void bus.ask();
      // Uses the idempotency key that was tried, so that the ride is recorded once however often it arrives.
      if (outbox.ready.get()) return keep(place);
    }
    return refuse(error);
  }
}
