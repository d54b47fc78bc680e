import type { Location } from '../../../lib/location.ts';
import { isWorkplace } from '../../../lib/workplace.ts';
import { outbox } from '../../../school/offline/outbox.ts';
import { dropRide } from '../orphaned/pending-rides.ts';
import { inTurn } from './in-turn.ts';
import { leavePress, noteOnBus, type RideAttempt, settlePress } from './ride-attempt.ts';
import { proofFields } from './ride-proof.ts';
import { judgeOffline } from './ride-rules.ts';
import type { Scan } from './scan.ts';
import { warningsHere } from './warnings-here.ts';

/**
 * Stores a ride in the device's queue, under a lock, since another page of this device may be recording the same child. Returns null where
 * another account or school is at work.
 */
export function storeRide(attempt: RideAttempt, place: Location | null): Promise<Scan | null> {
  const { bus, press, trip, scan } = attempt;
  return inTurn(`mfuko-rides:${bus.of}`, async () => {
    const kept = await bus.mergeOtherPages();
    const done = bus.done.get();
    const verdict = judgeOffline(scan, { kept, done, trip, isOwnWorkplace: isWorkplace(press.from) });
    switch (verdict.kind) {
      case 'aboard-already':
        settlePress(press);
        return { ...scan, outcome: 'aboard-already' };
      case 'double':
        dropRide(press.key);
        return verdict.first;
      case 'just-left':
        settlePress(press);
        return { ...scan, outcome: 'kept' };
      case 'other-workplace':
        return leavePress(press);
      case 'closed':
        return { ...scan, outcome: 'closed', closing: verdict.closing };
      case 'store':
        await addToQueue(attempt);
        settlePress(press);
        await noteOnBus(attempt);
        return { ...scan, outcome: 'kept', warnings: warningsAt(attempt, place) };
    }
  });
}

async function addToQueue({ bus, press, proof, worksOn }: RideAttempt): Promise<void> {
  const { key, kind, admissionNumber, from } = press;
  const method = proof?.method ?? 'attested';
  const of = { kind, admissionNumber, busNumberPlate: bus.plate, method, proof: proofFields(proof) } as const;
  await outbox.keep({ ...of, tripSYSID: worksOn ?? undefined }, key, from.school).catch((error: unknown) => {
    leavePress(press);
    throw error;
  });
}

function warningsAt({ bus, press, shown }: RideAttempt, place: Location | null) {
  const { kind, admissionNumber } = press;
  return warningsHere({ kind, admissionNumber, place }, shown.view, shown.riders, bus.plate);
}
