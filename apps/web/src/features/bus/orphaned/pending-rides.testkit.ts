import type { EndedRequest, NewPendingRequest } from '../../../school/pending/pending-request.ts';

/** Rides on the disk as a test hears of them. */
export const ridesOnDisk = {
  /** Calls, in the order in which they came. */
  calls: [] as string[],
  /** Schools of the rides that were noted as done. */
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
