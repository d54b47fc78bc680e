import { isSilence } from '../../../lib/problems.ts';
import { isWorkplace } from '../../../lib/workplace.ts';
import { outbox } from '../../../school/offline/outbox.ts';
import { findPlace } from '../find-place.ts';
import { keepRide } from '../orphaned/pending-rides.ts';
import type { KeptBus } from './kept-bus.ts';
import { refusedRide } from './refused-ride.ts';
import { attemptRide, leavePress, type RideAttempt, type RidePress, type ShownLists } from './ride-attempt.ts';
import type { RideProof } from './ride-proof.ts';
import type { Scan } from './scan.ts';
import { sendRide } from './send-ride.ts';
import { storeRide } from './store-ride.ts';

/**
 * Records a press on the server if it is reachable, otherwise on the device, and once either way. Returns null where the press was not
 * sent, since another account or school is at work; its own account is told once it is back.
 */
export async function recordRide(
  bus: KeptBus,
  shown: ShownLists,
  press: RidePress,
  proof: RideProof,
  override?: string,
): Promise<Scan | null> {
  const attempt = attemptRide(bus, shown, press, proof, override);
  // Stores the press before the call and during the search for a position, so that the child on board survives the end of the page.
  const [place] = await Promise.all([findPlace(), keepPress(attempt)]);
  // During the search for a position, another user may have unlocked the tablet, or another school may have been picked.
  if (!isWorkplace(press.from)) return leavePress(press);
  if (outbox.ready.get() && outbox.isAway()) return storeRide(attempt, place);
  try {
    return await sendRide(attempt);
  } catch (error) {
    if (isSilence(error)) {
      outbox.met(false);
      // One lost answer does not mean that the network is down, so the trip is requested at once.
      void bus.ask();
      // Uses the idempotency key that was tried, so that the ride is recorded once however often it arrives.
      if (outbox.ready.get()) return storeRide(attempt, place);
    }
    return refusedRide(attempt, error);
  }
}

function keepPress({ bus, press, scan: { names, className } }: RideAttempt) {
  const { key, kind, admissionNumber, at, from } = press;
  const child = { admissionNumber, names: names || null, className: className || null };
  return keepRide({ key, kind, ...child, at, busNumberPlate: bus.plate }, from);
}
