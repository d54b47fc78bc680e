import { offBusFingerprint, offBusKids, offBusPin, onBusFingerprint, onBusKids, onBusPin } from '@mfuko/contract/bus';
import type { Trip } from '@mfuko/contract/bus-trips';
import { useCallback } from 'react';
import { CallError, describe, isSilence } from '../../../lib/problems.ts';
import { call, type Sent } from '../../../lib/request.ts';
import { isWorkplace, type Workplace, workplaceNow } from '../../../lib/workplace.ts';
import { outbox } from '../../../school/offline/outbox.ts';
import { keyOf } from '../bus-name.ts';
import { findPlace } from '../find-place.ts';
import { dropRide, keepRide, leaveRide, noteRide } from '../orphaned/pending-rides.ts';
import { soundOf } from './door-sounds.ts';
import { tellElsewhere } from './elsewhere.ts';
import { inTurn } from './in-turn.ts';
import { isAtDoor, type KeptBus } from './kept-bus.ts';
import { hasJustLeft, isAboard } from './other-pages.ts';
import { proofFields, type RideProof } from './ride-proof.ts';
import { isAsking, isDone, isQuiet, isToBeAnswered, type RideKind, type Scan, type TripClosing } from './scan.ts';
import { childOf, type KeptRiders, type TripView } from './trip-view.ts';
import { otherBusOf, warningsHere } from './warnings-here.ts';

const CALLS = {
  on: { attested: onBusKids, fingerprint: onBusFingerprint, pin: onBusPin },
  off: { attested: offBusKids, fingerprint: offBusFingerprint, pin: offBusPin },
};
const ANSWER_WITHIN_MS = 8_000;
/** Window in which a repeated card or touch does not count as a second ride. */
const DOUBLE_WITHIN_MS = 10_000;
/** Refusals that a user may override with a reason. */
const AGAINST: readonly string[] = ['bus.already-aboard', 'bus.not-aboard', 'bus.papers-over'];

/** Press at the door of a bus, with its account and school. */
interface RidePress {
  readonly key: string;
  readonly kind: RideKind;
  readonly admissionNumber: string;
  readonly at: number;
  readonly from: Workplace;
}

interface Seen {
  readonly view: TripView;
  readonly riders: KeptRiders | null;
}

/** Records boardings and alightings at the door of a bus: on the server if reachable, otherwise on the device, and once either way. */
export function useRides(bus: KeptBus, { view, riders }: Seen, onFingerUsed: () => void) {
  const last = bus.last.use();
  const busy = bus.busy.use();

  /** Returns null where the press was not sent, since another account or school is at work; its own account is told once it is back. */
  async function record(press: RidePress, proof: RideProof, override?: string): Promise<Scan | null> {
    const { key, kind, admissionNumber, at, from } = press;
    const { plate } = bus;
    const worksOn = bus.worksOn();
    const trip = tripOf(bus, worksOn);
    const { names, className } = childOf(admissionNumber, view.lists, riders);
    const otherBus = otherBusOf(admissionNumber, view.direction, plate, riders);
    const of = { kind, admissionNumber, names, className, otherBus, proof, press: { ...from, key, at } };
    const scan = { ...of, warnings: [], why: null } as const;
    const method = proof?.method ?? 'attested';
    const fields = proofFields(proof);
    // Stores the press before the call and during the search for a position, so that the child on board survives the end of the page.
    const whole = { key, kind, admissionNumber, names: names || null, className: className || null, at };
    const [place] = await Promise.all([findPlace(), keepRide({ ...whole, busNumberPlate: plate }, from)]);
    const passed = () => {
      dropRide(key);
      noteRide({ key, kind, admissionNumber, at, school: from.school });
    };
    const leave = () => {
      leaveRide(key);
      return null;
    };
    const note = () => bus.note({ key, kind, admissionNumber, at: new Date().toISOString() });
    // Takes the lock, since another page of this device may be recording the same child.
    const keep = (): Promise<Scan | null> =>
      inTurn(`mfuko-rides:${bus.of}`, async () => {
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
          return {
            ...scan,
            outcome: 'closed',
            closing: { sysid: trip.sysid, closed: trip.closed, closedBy: trip.closedBy ?? null, trip },
          };
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
    // During the search for a position, another user may have unlocked the tablet, or another school may have been picked.
    if (!isWorkplace(from)) return leave();
    if (outbox.ready.get() && outbox.isAway()) return keep();
    try {
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
      return {
        ...scan,
        names: event.studentName,
        className: event.class,
        outcome: 'recorded',
        warnings: event.warnings,
      };
    } catch (error) {
      if (isSilence(error)) {
        outbox.met(false);
        // One lost answer does not mean that the network is down, so the trip is requested at once.
        void bus.ask();
        // Uses the idempotency key that was tried, so that the ride is recorded once however often it arrives.
        if (outbox.ready.get()) return keep();
      }
      const problem = error instanceof CallError && !error.unsure ? error.problem : null;
      // The press stays on the disk while the question is open, so that the next page can report it.
      if (problem === 'bus.trip-closed') {
        void bus.ask();
        const detail = (error as CallError).detail as Pick<TripClosing, 'sysid' | 'closed' | 'closedBy'>;
        return { ...scan, outcome: 'closed', closing: { ...detail, trip } };
      }
      const isClash = problem !== null && AGAINST.includes(problem);
      const isPinWrong = problem === 'pin.wrong';
      const detail = ((error as CallError).detail ?? {}) as { busNumberPlate?: string; why?: string; since?: string };
      const isOfBus = keyOf(detail.busNumberPlate ?? '') === keyOf(plate);
      const isAboard = problem === 'bus.already-aboard' && isOfBus;
      const isOff = problem === 'bus.not-aboard' && detail.why === 'left' && isOfBus;
      // Off on this very trip, as by another door. Off on an earlier trip may mean that a boarding since was not recorded.
      const isListed =
        isAboard || (isOff && trip?.closed === null && Date.parse(detail.since ?? '') >= Date.parse(trip.opened));
      const done = bus.done.get();
      // The server's last ride of the child is of this bus and kind: a double press, which keeps the first press's outcome.
      if ((isAboard || isOff) && isDouble(done, scan)) {
        dropRide(key);
        return done;
      }
      // A fault or the end of the session says nothing about the child: the press is followed as an orphaned ride, here or after the
      // sign-in.
      if (!(error instanceof CallError) || error.unsure || error.sessionEnded) leaveRide(key);
      else if (!isClash || isListed) dropRide(key);
      return { ...scan, outcome: isClash ? 'clash' : 'refused', why: describe(error).message, isPinWrong, isListed };
    }
  }

  /** Reports the outcome at this bus's door, or otherwise under the bus's name; an open question waits at the bus. */
  function tell({ key, from }: Pick<RidePress, 'key' | 'from'>, scan: Scan): void {
    const isHere = isAtDoor(bus);
    if (isHere || isToBeAnswered(scan)) bus.last.set(scan);
    if (isDone(scan)) bus.done.set(scan);
    if (!isHere) tellElsewhere({ ...from, key, plate: bus.plate, scan });
    // No user at work now can answer the question, so the press is left to its own account.
    if (isToBeAnswered(scan) && !isWorkplace(from)) leaveRide(key);
    soundOf(scan);
  }
  /** Drops the press of a question that a user has answered. */
  function end(question: Scan | null): void {
    if (isToBeAnswered(question) && question.press) dropRide(question.press.key);
  }

  return {
    last,
    busy,
    /** Child on whom a user must decide first. */
    question: isToBeAnswered(last) ? last : null,
    forget() {
      end(bus.last.get());
      bus.last.set(null);
    },
    /** Clears the last success once the next child is at the door; warnings and refusals stay until the next ride is recorded. */
    turnToNext: () => {
      const now = bus.last.get();
      if (now && isQuiet(now)) bus.last.set(null);
    },
    /** Clears the outcomes of recorded rides when the trip is closed, warnings included. */
    endTrip: useCallback(() => {
      const now = bus.last.get();
      if (now && (isDone(now) || isQuiet(now))) bus.last.set(null);
    }, [bus]),
    async ride(kind: RideKind, number: string, proof: RideProof = null, override?: string): Promise<void> {
      const press = { key: crypto.randomUUID(), kind, admissionNumber: number, at: Date.now(), from: workplaceNow() };
      const before = bus.last.get();
      bus.busy.set(true);
      // Clears the former child's outcome.
      bus.last.set(null);
      // A question opens again if its answer is refused.
      const tellOf = (scan: Scan) => {
        if (scan.outcome !== 'refused' || !isToBeAnswered(before) || !before.press) return tell(press, scan);
        asked = null;
        tell({ key: before.press.key, from: before.press }, { ...before, refused: scan.why, reason: override });
      };
      let asked = before;
      try {
        const scan = await record(press, proof, override);
        // Only a question keeps the proof for its answer; no PIN is held longer.
        if (scan) tellOf(isAsking(scan) ? scan : { ...scan, proof: null });
      } catch (error) {
        const { names, className } = childOf(number, view.lists, riders);
        const scan = { kind, admissionNumber: number, names, className, warnings: [], otherBus: null, proof: null };
        tellOf({ ...scan, outcome: 'refused', why: describe(error).message });
      } finally {
        // Drops the question's press only once the answer's press is on the disk.
        end(asked);
        bus.busy.set(false);
        if (proof?.method === 'fingerprint') onFingerUsed();
      }
    },
  };
}

/** Returns true for a press soon after a recorded one of the same child and kind. */
function isDouble(
  done: Scan | null,
  { kind, admissionNumber, press }: Pick<Scan, 'kind' | 'admissionNumber' | 'press'>,
): done is Scan {
  if (done?.kind !== kind || done.admissionNumber !== admissionNumber) return false;
  return (press?.at ?? 0) - (done.press?.at ?? 0) < DOUBLE_WITHIN_MS;
}

/** Returns the trip of that id, if this device has it. */
function tripOf(bus: KeptBus, sysid: string | null): Trip | null {
  const trip = bus.state.get().kept?.trip;
  return trip && trip.sysid === sysid ? trip : null;
}
