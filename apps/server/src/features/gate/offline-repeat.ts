import type { OfflineOutcome } from '@mfuko/contract/offline';
import type { ReadTx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { getStudentById } from '../students/index.ts';
import type { Claim } from './offline-claims.ts';
import type { LateEvent } from './pass.ts';

/** Trip of a device's ride that was closed before the ride came in. */
type ClosedTrip = NonNullable<LateEvent['closedTrip']>;

/** Finds a trip that is closed; injected, since the bus depends on the gate. */
export type FindClosedTrip = (tx: ReadTx, id: string) => Promise<ClosedTrip | undefined>;

/**
 * Returns what the first answer to the event has said, since that one may have been lost: of a recorded event as a duplicate, of a refused
 * one as refused. Other content under the same key learns nothing of the event.
 */
export async function answerAgain(
  tx: ReadTx,
  { settled, sameContent }: Claim & { mine: false },
  findClosedTrip: FindClosedTrip,
): Promise<Omit<OfflineOutcome, 'key'>> {
  if (!sameContent) return { status: 'refused', problem: 'idempotency.other-input' };
  const { status, problem, eventId, studentId, closedTripId } = settled;
  const studentName = studentId === null ? null : await readName(tx, studentId);
  const trip = closedTripId === null ? undefined : await findClosedTrip(tx, closedTripId);
  return {
    ...(status === 'refused' ? { status } : { status: 'duplicate', first: status }),
    ...(eventId ? { sysid: eventId } : {}),
    ...(problem ? { problem } : {}),
    ...(studentName ? { studentName } : {}),
    ...(trip ? { trip: tripAnswer(trip) } : {}),
  };
}

/** Returns the closed trip in the form of the answer. */
export function tripAnswer({ sysid, closed, closedBy }: ClosedTrip): NonNullable<OfflineOutcome['trip']> {
  return { sysid, closed: closed.toISOString(), closedBy };
}

/** Returns the student's name; null where the student has been deleted since. */
async function readName(tx: ReadTx, studentId: string): Promise<string | null> {
  try {
    return (await getStudentById(tx, studentId)).names;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
