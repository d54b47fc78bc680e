import { offBusFingerprint, offBusKids, offBusPin, onBusFingerprint, onBusKids, onBusPin } from '@mfuko/contract/bus';
import type { Trip } from '@mfuko/contract/bus-trips';
import { useCallback } from 'react';
import { CallError, describe, isSilence } from '../../../lib/problems.ts';
import { call, type Sent } from '../../../lib/request.ts';
import { isWorkplace, type Workplace, workplaceNow } from '../../../lib/workplace.ts';
import { outbox } from '../../../school/offline/outbox.ts';
import { playNotes, pulse } from '../../../school/sounds.ts';
import { keyOf } from '../bus-name.ts';
import { findPlace } from '../find-place.ts';
import { dropRide, keepRide, leaveRide, noteRide } from '../orphaned/pending-rides.ts';
import { tellElsewhere } from './elsewhere.ts';
import { inTurn } from './in-turn.ts';
import { isAtDoor, type KeptBus } from './kept-bus.ts';
import { isAboard } from './other-pages.ts';
import { proofFields, type RideProof } from './ride-proof.ts';
import { isAsking, isDone, isQuiet, type RideKind, type Scan, type TripClosing } from './scan.ts';
import { childOf, type KeptRiders, otherBusOf, type TripView, warningsHere } from './trip-view.ts';

const CALLS = {
  on: { attested: onBusKids, fingerprint: onBusFingerprint, pin: onBusPin },
  off: { attested: offBusKids, fingerprint: offBusFingerprint, pin: offBusPin },
};
const ANSWER_WITHIN_MS = 8_000;
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
    const scan = { kind, admissionNumber, names, className, otherBus, proof, warnings: [], why: null } as const;
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
        if (kind === 'on' && isAboard(await bus.meet(), admissionNumber)) {
          passed();
          return { ...scan, outcome: 'aboard-already' };
        }
        // Under another account it would be that one's word.
        if (!isWorkplace(from)) return leave();
        if (kind === 'on' && trip?.closed) {
          dropRide(key);
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
        // Under the key that was tried: however often it comes in, it is recorded once.
        if (outbox.ready.get()) return keep();
      }
      // A fault says nothing of the child, nor does the end of the session: the press is asked about, here or after the sign-in.
      if (error instanceof CallError && !error.unsure && !error.sessionEnded) dropRide(key);
      else leaveRide(key);
      const problem = error instanceof CallError && !error.unsure ? error.problem : null;
      if (problem === 'bus.trip-closed') {
        void bus.ask();
        const detail = (error as CallError).detail as Pick<TripClosing, 'sysid' | 'closed' | 'closedBy'>;
        return { ...scan, outcome: 'closed', closing: { ...detail, trip } };
      }
      const isClash = problem !== null && AGAINST.includes(problem);
      const isPinWrong = problem === 'pin.wrong';
      const { busNumberPlate = '' } = ((error as CallError).detail ?? {}) as { busNumberPlate?: string };
      const isListed = problem === 'bus.already-aboard' && keyOf(busNumberPlate) === keyOf(plate);
      return { ...scan, outcome: isClash ? 'clash' : 'refused', why: describe(error).message, isPinWrong, isListed };
    }
  }

  /** To whoever stands at this bus; elsewhere it is told under the name of the bus. */
  function tell({ key, from }: RidePress, scan: Scan): void {
    if (isAtDoor(bus)) bus.last.set(scan);
    else tellElsewhere({ ...from, key, plate: bus.plate, scan: { ...scan, proof: null } });
    sound(scan);
  }

  return {
    last,
    busy,
    forget: () => bus.last.set(null),
    /** The next child stands at the door: that the last one is on or off is no news any more; a warning and a refusal stay until it is recorded. */
    turnToNext: () => {
      const now = bus.last.get();
      if (now && isQuiet(now)) bus.last.set(null);
    },
    /** The trip is closed: what was recorded on it is over, also what had to be looked at. */
    endTrip: useCallback(() => {
      const now = bus.last.get();
      if (now && isDone(now)) bus.last.set(null);
    }, [bus]),
    async ride(kind: RideKind, number: string, proof: RideProof = null, override?: string): Promise<void> {
      const press = { key: crypto.randomUUID(), kind, admissionNumber: number, at: Date.now(), from: workplaceNow() };
      bus.busy.set(true);
      // Nothing stays from the child before.
      bus.last.set(null);
      try {
        const scan = await record(press, proof, override);
        // Only a child who is recorded with a reason is proven once more; no PIN is held longer than that.
        if (scan) tell(press, isAsking(scan) ? scan : { ...scan, proof: null });
      } catch (error) {
        const { names, className } = childOf(number, view.lists, riders);
        const scan = { kind, admissionNumber: number, names, className, warnings: [], otherBus: null, proof };
        tell(press, { ...scan, outcome: 'refused', why: describe(error).message });
      } finally {
        bus.busy.set(false);
        if (proof?.method === 'fingerprint') onFingerUsed();
      }
    },
  };
}

/** The trip of that id as this device knows it. */
function tripOf(bus: KeptBus, sysid: string | null): Trip | null {
  const trip = bus.state.get().kept?.trip;
  return trip && trip.sysid === sysid ? trip : null;
}

/** Each outcome by its own tones: recorded, recorded but to be looked at, and not recorded. */
function sound(scan: Scan): void {
  const { warnings } = scan;
  const notes = !isDone(scan)
    ? ([[196, 0, 0.45]] as const)
    : warnings.length > 0
      ? ([
          [440, 0, 0.16],
          [440, 0.24, 0.16],
          [440, 0.48, 0.16],
        ] as const)
      : ([[880, 0, 0.14]] as const);
  pulse(notes);
  playNotes(notes, { wave: isDone(scan) ? 'sine' : 'square', volume: 0.3 });
}
