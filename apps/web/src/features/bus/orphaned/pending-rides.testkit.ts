import type { EndedRequest, NewPendingRequest } from '../../../school/pending/pending-request.ts';

/** Records the operations on the stored rides for a test. */
export const ridesOnDisk = {
  /** Calls in order. */
  calls: [] as string[],
  /** Schools of the rides that were marked as recorded. */
  passedIn: [] as EndedRequest['school'][],
  /** Resolves once the disk holds a ride. */
  written: Promise.resolve(),
};

export function resetRidesOnDisk(): void {
  ridesOnDisk.calls.length = 0;
  ridesOnDisk.passedIn.length = 0;
  ridesOnDisk.written = Promise.resolve();
}

/** Stands in for `pending-rides.ts`. */
export const mockedPendingRides = {
  useOrphanedRides: () => [],
  keepRide: async ({ kind, admissionNumber, busNumberPlate }: NewPendingRequest) => {
    ridesOnDisk.calls.push(`keep ${kind} ${admissionNumber} ${busNumberPlate}`);
    await ridesOnDisk.written;
  },
  dropRide: () => void ridesOnDisk.calls.push('drop'),
  leaveRide: () => void ridesOnDisk.calls.push('leave'),
  noteTrip: () => undefined,
  noteRide: (ended: EndedRequest) => {
    ridesOnDisk.calls.push(`passed ${ended.kind} ${ended.admissionNumber}`);
    ridesOnDisk.passedIn.push(ended.school);
  },
};
