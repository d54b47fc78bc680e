import { DUPLICATE_THRESHOLD } from '@mfuko/fingerprint/matching/thresholds';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { getStudentById } from '../students/index.ts';
import type { Engine } from './engine.ts';
import { engineBusy, enrolledForOther } from './errors.ts';
import { type Roster, readRoster } from './roster.ts';
import { findDuplicates, searchAdded } from './search-roster.ts';
import { lockEnrolments, readRosterStamp } from './store.ts';

/** Enrolments of the same school that may overtake one before it gives up. */
export const MOST_ROUNDS = 8;

/** The school's fingers have changed since they were searched. */
export class RosterMoved extends Error {
  override readonly name = 'RosterMoved';
}

/** An impression that is to be of use to its student, and what is to be thrown where another student has that finger. */
interface Unique {
  readonly studentId: string;
  readonly template: Uint8Array;
  /** Refusal where that other student has the finger. */
  readonly duplicate: (otherId: string) => Promise<Error>;
}

/**
 * Runs `work` in the recording transaction of the call, under the lock of enrolments, once no other student of the school has that finger. What
 * `first` takes is locked before, in the order in which an erasure locks. Throws what `duplicate` answers, server.busy, and what `first` and `work` throw.
 */
export async function recordUnique<T>(
  call: Call,
  engine: Engine,
  { studentId, template, duplicate }: Unique,
  first: (tx: Tx) => Promise<void>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  let searched: Roster | null = null;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const roster = await call.read((tx) => readRoster(tx, engine));
    const [nearest] = searched
      ? await searchAdded(engine, searched, roster, template, studentId)
      : await findDuplicates(engine, roster, template, studentId);
    if (nearest && nearest.score >= DUPLICATE_THRESHOLD) throw await duplicate(nearest.studentId);
    searched = roster;
    try {
      return await call.record(async (tx) => {
        await first(tx);
        await lockEnrolments(tx);
        if ((await readRosterStamp(tx)) !== roster.stamp) throw new RosterMoved();
        return work(tx);
      });
    } catch (error) {
      // Nothing was recorded: an enrolment came first, and its finger must be held against this one too.
      if (!(error instanceof RosterMoved)) throw error;
    }
  }
  throw engineBusy();
}

/** Names the other student, whom only the office may see; one who has left should return, and not be added anew. */
export async function tellDuplicate(tx: ReadTx, studentId: string) {
  const { admissionNumber, status } = await getStudentById(tx, studentId);
  return enrolledForOther(admissionNumber, status === 'left');
}
