import { useCallback } from 'react';
import { describe } from '../../../lib/problems.ts';
import { isWorkplace, workplaceNow } from '../../../lib/workplace.ts';
import { dropRide, leaveRide } from '../orphaned/pending-rides.ts';
import { isAtDoor } from './door.ts';
import { soundOf } from './door-sounds.ts';
import { tellElsewhere } from './elsewhere.ts';
import type { KeptBus } from './kept-bus.ts';
import { recordRide } from './record-ride.ts';
import type { RidePress, ShownLists } from './ride-attempt.ts';
import type { RideProof } from './ride-proof.ts';
import { isAsking, isDone, isQuiet, isToBeAnswered, type RideKind, type Scan } from './scan.ts';
import { childOf } from './trip-view.ts';

/** Records boardings and alightings at the door of a bus, and shows their outcomes there. */
export function useRides(bus: KeptBus, { view, riders }: ShownLists, onFingerUsed: () => void) {
  const last = bus.last.use();
  const busy = bus.busy.use();

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
        const scan = await recordRide(bus, { view, riders }, press, proof, override);
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
