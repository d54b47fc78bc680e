import type { Trip } from '@mfuko/contract/bus-trips';
import { getCheckStudent } from '@mfuko/contract/students';
import { call } from '../../../lib/request.ts';
import { schoolAtWork } from '../../../lib/school.ts';
import { createOrphanedRequests } from '../../../school/pending/orphaned-requests.ts';
import {
  CLOCKS_DIFFER_MS,
  isUnrecorded,
  momentOf,
  type OrphanedRequest,
} from '../../../school/pending/pending-request.ts';
import { createPendingStore } from '../../../school/pending/pending-store.ts';
import { keyOf } from '../bus-name.ts';
import { orphanedRides } from './orphan-list.ts';

/** Timeout of a name lookup: a later name no longer helps. */
const NAME_WITHIN_MS = 4_000;

/** Presses of the bus on this device's disk. */
export const kept = createPendingStore('ride:');

/** Presses of the bus whose page has ended, with their outcomes. */
export const left = createOrphanedRequests({
  kept,
  list: orphanedRides,
  channel: 'mfuko-left-rides',
  askStudent: (admissionNumber) =>
    call(getCheckStudent, { admissionNumber }, { signal: AbortSignal.timeout(NAME_WITHIN_MS) }),
});

/** Ends presses that the server's trip settles: a child who is aboard, or has got off, was recorded by another device or door. */
export function endByTrip(trip: Trip): void {
  const { closed, aboard, dropped } = trip;
  const isOn = closed === null ? aboard : [];
  for (const one of orphanedRides.get()) {
    const passed = one.kind === 'on' ? isOn : dropped;
    if (
      isOfTrip(one, trip) &&
      isUnrecorded(one) &&
      passed.some((child) => child.admissionNumber === one.admissionNumber)
    )
      void left.forget(one.key);
  }
}

/** Returns true for a press of that trip: a child who got off in the morning may sit in the same bus in the evening. */
function isOfTrip(press: OrphanedRequest, { busNumberPlate, opened, closed }: Trip): boolean {
  const at = Date.parse(momentOf(press));
  const isWithin =
    at >= Date.parse(opened) - CLOCKS_DIFFER_MS && (closed === null || at <= Date.parse(closed) + CLOCKS_DIFFER_MS);
  return isWithin && press.school === schoolAtWork() && keyOf(press.busNumberPlate ?? '') === keyOf(busNumberPlate);
}
