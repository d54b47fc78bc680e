import { type CallError, describe } from '../../../lib/problems.ts';
import { dropRide, leaveRide } from '../orphaned/pending-rides.ts';
import type { RideAttempt } from './ride-attempt.ts';
import { isDouble, judgeRefusal, saysNothing } from './ride-rules.ts';
import type { Scan, TripClosing } from './scan.ts';

/** Returns the outcome of a failed request. The press stays on the disk while a question is open, so that the next page can report it. */
export function refusedRide({ bus, press, trip, scan }: RideAttempt, error: unknown): Scan {
  const { problem, isClash, isAsPressed, isListed } = judgeRefusal(error, bus.plate, trip);
  if (problem === 'bus.trip-closed') {
    void bus.ask();
    const detail = (error as CallError).detail as Pick<TripClosing, 'sysid' | 'closed' | 'closedBy'>;
    return { ...scan, outcome: 'closed', closing: { ...detail, trip } };
  }
  const done = bus.done.get();
  // A double press keeps the first press's outcome.
  if (isAsPressed && isDouble(done, scan)) {
    dropRide(press.key);
    return done;
  }
  // The press is followed as an orphaned ride, here or after the sign-in.
  if (saysNothing(error)) leaveRide(press.key);
  else if (!isClash || isListed) dropRide(press.key);
  const why = describe(error).message;
  return { ...scan, outcome: isClash ? 'clash' : 'refused', why, isPinWrong: problem === 'pin.wrong', isListed };
}
