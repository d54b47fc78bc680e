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
/** A card that is read twice, or a second touch of the same button, is no second ride. */
const DOUBLE_WITHIN_MS = 10_000;
/** A person with a reason may record against these. */
const AGAINST: readonly string[] = ['bus.already-aboard', 'bus.not-aboard', 'bus.papers-over'];

/** Press at the door of a bus, and where it was made. */
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

/** Records who gets on and off at the door of a bus: by the server where it answers, else on the device, and once either way. */
export function useRides(bus: KeptBus, { view, riders }: Seen, onFingerUsed: () => void) {
  const last = bus.last.use();
  const busy = bus.busy.use();

  /** Null where it was not sent: its account or school is not at work any more, and is told of it once it is. */
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
    // On the disk before the call goes, and while the place is looked for: whether a child is on board must outlive the page.
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
    // In turn: another page of this device may be letting the same child on at this moment.
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
        // Under another account it would be that one's word.
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
    // Somebody else has unlocked the tablet, or is at another school, while the place was looked for.
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
        // One lost answer is no lost network: asked now, and not at the next look.
        void bus.ask();
        // Under the key that was tried: however often it comes in, it is recorded once.
        if (outbox.ready.get()) return keep();
      }
      const problem = error instanceof CallError && !error.unsure ? error.problem : null;
      // It stays on the disk for as long as a person is asked, and is told by the next page where this one ends before.
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
      // Off this very trip, as by another door. Off an earlier one it may be a boarding that nobody has recorded.
      const isListed =
        isAboard || (isOff && trip?.closed === null && Date.parse(detail.since ?? '') >= Date.parse(trip.opened));
      const done = bus.done.get();
      // By the server's word the child's last ride is of this very bus and kind; with what the first press was told of it.
      if ((isAboard || isOff) && isDouble(done, scan)) {
        dropRide(key);
        return done;
      }
      // A fault says nothing of the child, nor does the end of the session: the press is asked about, here or after the sign-in.
      if (!(error instanceof CallError) || error.unsure || error.sessionEnded) leaveRide(key);
      else if (!isClash || isListed) dropRide(key);
      return { ...scan, outcome: isClash ? 'clash' : 'refused', why: describe(error).message, isPinWrong, isListed };
    }
  }

  /** To whoever stands at this bus; elsewhere it is told under the name of the bus, at which a question waits. */
  function tell({ key, from }: Pick<RidePress, 'key' | 'from'>, scan: Scan): void {
    const isHere = isAtDoor(bus);
    if (isHere || isToBeAnswered(scan)) bus.last.set(scan);
    if (isDone(scan)) bus.done.set(scan);
    if (!isHere) tellElsewhere({ ...from, key, plate: bus.plate, scan });
    // Nobody comes back to it who works here now.
    if (isToBeAnswered(scan) && !isWorkplace(from)) leaveRide(key);
    soundOf(scan);
  }
  /** A person has answered: its press is over. */
  function end(question: Scan | null): void {
    if (isToBeAnswered(question) && question.press) dropRide(question.press.key);
  }

  return {
    last,
    busy,
    /** Child about whom a person has to say first. */
    question: isToBeAnswered(last) ? last : null,
    forget() {
      end(bus.last.get());
      bus.last.set(null);
    },
    /** The next child stands at the door: that the last one is on or off is no news any more; a warning and a refusal stay until it is recorded. */
    turnToNext: () => {
      const now = bus.last.get();
      if (now && isQuiet(now)) bus.last.set(null);
    },
    /** The trip is closed: what was recorded on it is over, also what had to be looked at. */
    endTrip: useCallback(() => {
      const now = bus.last.get();
      if (now && (isDone(now) || isQuiet(now))) bus.last.set(null);
    }, [bus]),
    async ride(kind: RideKind, number: string, proof: RideProof = null, override?: string): Promise<void> {
      const press = { key: crypto.randomUUID(), kind, admissionNumber: number, at: Date.now(), from: workplaceNow() };
      const before = bus.last.get();
      bus.busy.set(true);
      // Nothing stays from the child before.
      bus.last.set(null);
      // An answer that is itself refused leaves the child as the question had it, which stands again.
      const tellOf = (scan: Scan) => {
        if (scan.outcome !== 'refused' || !isToBeAnswered(before) || !before.press) return tell(press, scan);
        asked = null;
        tell({ key: before.press.key, from: before.press }, { ...before, refused: scan.why, reason: override });
      };
      let asked = before;
      try {
        const scan = await record(press, proof, override);
        // Only a child who is recorded with a reason is proven once more; no PIN is held longer than that.
        if (scan) tellOf(isAsking(scan) ? scan : { ...scan, proof: null });
      } catch (error) {
        const { names, className } = childOf(number, view.lists, riders);
        const scan = { kind, admissionNumber: number, names, className, warnings: [], otherBus: null, proof: null };
        tellOf({ ...scan, outcome: 'refused', why: describe(error).message });
      } finally {
        // Not before the press of the answer lies on the disk.
        end(asked);
        bus.busy.set(false);
        if (proof?.method === 'fingerprint') onFingerUsed();
      }
    },
  };
}

/** True for a press soon after one by which the same child was recorded in the same way. */
function isDouble(
  done: Scan | null,
  { kind, admissionNumber, press }: Pick<Scan, 'kind' | 'admissionNumber' | 'press'>,
): done is Scan {
  if (done?.kind !== kind || done.admissionNumber !== admissionNumber) return false;
  return (press?.at ?? 0) - (done.press?.at ?? 0) < DOUBLE_WITHIN_MS;
}

/** The trip of that id as this device knows it. */
function tripOf(bus: KeptBus, sysid: string | null): Trip | null {
  const trip = bus.state.get().kept?.trip;
  return trip && trip.sysid === sysid ? trip : null;
}
