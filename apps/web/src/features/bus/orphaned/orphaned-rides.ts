import type { Trip } from '@mfuko/contract/bus-trips';
import { getCheckStudent } from '@mfuko/contract/students';
import { call } from '../../../lib/request.ts';
import { schoolAtWork } from '../../../lib/school.ts';
import { createOrphanedRequests } from '../../../school/pending/orphaned-requests.ts';
import { isUnrecorded } from '../../../school/pending/pending-request.ts';
import { createPendingStore } from '../../../school/pending/pending-store.ts';
import { keyOf } from '../bus-name.ts';
import { orphanedRides } from './orphan-list.ts';

/** A name that takes longer is no help any more. */
const NAME_WITHIN_MS = 4_000;

/** Presses of the bus on this device's disk. */
export const kept = createPendingStore('ride:');

/** Presses of the bus whose page has ended, and what became of each. */
export const left = createOrphanedRequests({
  kept,
  list: orphanedRides,
  channel: 'mfuko-left-rides',
  askStudent: (admissionNumber) =>
    call(getCheckStudent, { admissionNumber }, { signal: AbortSignal.timeout(NAME_WITHIN_MS) }),
});

/** The server's word of a trip: who is aboard, or has got off, was recorded by another device or door, whatever became of the press here. */
export function endByTrip({ busNumberPlate, closed, aboard, dropped }: Trip): void {
  const isOn = closed === null ? aboard : [];
  for (const one of orphanedRides.get()) {
    const isHere = one.school === schoolAtWork() && keyOf(one.busNumberPlate ?? '') === keyOf(busNumberPlate);
    const passed = one.kind === 'on' ? isOn : dropped;
    if (isHere && isUnrecorded(one) && passed.some(({ admissionNumber }) => admissionNumber === one.admissionNumber))
      void left.forget(one.key);
  }
}
