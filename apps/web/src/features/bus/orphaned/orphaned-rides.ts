import { getCheckStudent } from '@mfuko/contract/students';
import { call } from '../../../lib/request.ts';
import { createOrphanedRequests } from '../../../school/pending/orphaned-requests.ts';
import { createPendingStore } from '../../../school/pending/pending-store.ts';
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
