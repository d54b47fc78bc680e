import { offBusFingerprint, offBusKids, offBusPin, onBusFingerprint, onBusKids, onBusPin } from '@mfuko/contract/bus';
import { useCallback, useState } from 'react';
import { CallError, describe, isSilence } from '../../../lib/problems.ts';
import { call, type Sent } from '../../../lib/request.ts';
import { outbox } from '../../../school/offline/outbox.ts';
import { playNotes, pulse } from '../../../school/sounds.ts';
import { keyOf } from '../bus-name.ts';
import { findPlace } from '../find-place.ts';
import { dropRide, keepRide, leaveRide, noteRide } from '../left/ride-presses.ts';
import { inTurn } from './in-turn.ts';
import { isAboard } from './other-pages.ts';
import { proofFields, type RideProof } from './ride-proof.ts';
import { isDone, isQuiet, type RideKind, type Scan } from './scan.ts';
import { childOf, otherBusOf, type TripView, warningsHere } from './trip-view.ts';
import type { TripOnDevice } from './useTrip.ts';

const CALLS = {
  on: { attested: onBusKids, fingerprint: onBusFingerprint, pin: onBusPin },
  off: { attested: offBusKids, fingerprint: offBusFingerprint, pin: offBusPin },
};
const ANSWER_WITHIN_MS = 8_000;
/** A person with a reason may record against these. */
const AGAINST: readonly string[] = ['bus.already-aboard', 'bus.not-aboard', 'bus.papers-over'];

/** Records who gets on and off at this door: by the server where it answers, else on the device, and once either way. */
export function useRides(trip: TripOnDevice, view: TripView, plate: string, onFingerUsed: () => void) {
  const [last, setLast] = useState<Scan | null>(null);
  const [busy, setBusy] = useState(false);

  async function record(kind: RideKind, admissionNumber: string, proof: RideProof, override?: string): Promise<Scan> {
    const { riders } = trip;
    const { names, className } = childOf(admissionNumber, view.lists, riders);
    const otherBus = otherBusOf(admissionNumber, view.direction, plate, riders);
    const scan = { kind, admissionNumber, names, className, otherBus, proof, warnings: [], why: null } as const;
    const method = proof?.method ?? 'attested';
    const fields = proofFields(proof);
    const key = crypto.randomUUID();
    const at = Date.now();
    // On the disk before the call goes, and while the place is looked for: whether a child is on board must outlive the page.
    const press = { key, kind, admissionNumber, names: names || null, className: className || null, at };
    const [place] = await Promise.all([findPlace(), keepRide({ ...press, busNumberPlate: plate })]);
    const passed = () => {
      dropRide(key);
      noteRide({ key, kind, admissionNumber, at });
    };
    const note = () => trip.note({ key, kind, admissionNumber, at: new Date().toISOString() });
    // In turn: another page of this device may be letting the same child on at this moment.
    const keep = (): Promise<Scan> =>
      inTurn(`mfuko-rides:${keyOf(plate)}`, async () => {
        if (kind === 'on' && isAboard(await trip.meet(), admissionNumber)) {
          passed();
          return { ...scan, outcome: 'aboard-already' };
        }
        const ride = { kind, admissionNumber, busNumberPlate: plate, method, proof: fields } as const;
        await outbox.keep(ride, key).catch((error: unknown) => {
          leaveRide(key);
          throw error;
        });
        passed();
        await note();
        const warnings = warningsHere({ kind, admissionNumber, place }, view, riders, plate);
        return { ...scan, outcome: 'kept', warnings };
      });
    if (outbox.ready.get() && outbox.isAway()) return keep();
    try {
      const input = { admissionNumber, busNumberPlate: plate, listedOnly: true, ...(override && { override }) };
      const event = await call(
        CALLS[kind][method] as typeof onBusKids,
        { ...input, ...fields } as Sent<typeof onBusKids>,
        { idempotencyKey: key, overlay: false, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) },
      );
      outbox.met(true);
      passed();
      await note();
      void trip.ask();
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
      const isClash = problem !== null && AGAINST.includes(problem);
      const isPinWrong = problem === 'pin.wrong';
      return { ...scan, outcome: isClash ? 'clash' : 'refused', why: describe(error).message, isPinWrong };
    }
  }

  return {
    last,
    busy,
    forget: () => setLast(null),
    /** The next child stands at the door: that the last one is on or off is no news any more; a warning and a refusal stay until it is recorded. */
    turnToNext: () => setLast((now) => (now && isQuiet(now) ? null : now)),
    /** The trip is closed: what was recorded on it is over, also what had to be looked at. */
    endTrip: useCallback(() => setLast((now) => (now && isDone(now) ? null : now)), []),
    async ride(kind: RideKind, number: string, proof: RideProof = null, override?: string): Promise<void> {
      setBusy(true);
      // Nothing stays from the child before.
      setLast(null);
      try {
        const scan = await record(kind, number, proof, override);
        // Only a child who is recorded with a reason is proven once more; no PIN is held longer than that.
        setLast(scan.outcome === 'clash' ? scan : { ...scan, proof: null });
        sound(scan);
      } catch (error) {
        const { names, className } = childOf(number, view.lists, trip.riders);
        const scan = { kind, admissionNumber: number, names, className, warnings: [], otherBus: null, proof };
        setLast({ ...scan, outcome: 'refused', why: describe(error).message });
        sound({ ...scan, outcome: 'refused', why: null });
      } finally {
        setBusy(false);
        if (proof?.method === 'fingerprint') onFingerUsed();
      }
    },
  };
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
