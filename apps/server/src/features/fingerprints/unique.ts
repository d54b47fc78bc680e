import { DUPLICATE_THRESHOLD } from '@mfuko/fingerprint/matching/thresholds';
import { audit } from '../../platform/audit/audit.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { getStudentById } from '../students/index.ts';
import type { Engine } from './engine.ts';
import { listFingerprintsOfDeleted } from './enrolled.ts';
import { engineBusy, enrolledForOther } from './errors.ts';
import { type Roster, readRoster } from './roster.ts';
import { findDuplicates, searchAdded } from './search-roster.ts';
import { holdOwners, lockEnrolments, readRosterStamp, takeFromDeleted } from './store.ts';
import { openTemplates } from './vault.ts';

/** Enrolments of the same school that may overtake one before it gives up. */
export const MOST_ROUNDS = 8;

/** RosterMoved: thrown where a school's fingers have changed since they were searched. */
export class RosterMoved extends Error {
  override readonly name = 'RosterMoved';
}

/** Impressions that are to be of use to their student, and what is to be thrown where another student has that finger. */
interface Unique {
  readonly studentId: string;
  readonly templates: readonly Uint8Array[];
  /** Refusal where that other student has the finger. */
  readonly duplicate: (otherId: string) => Promise<Error>;
  /** True where the finger may be new to the student, and goes over from those who were deleted. */
  readonly isNew?: boolean;
}

/**
 * Runs `work` in the recording transaction of the call, under the lock of enrolments, once no other student of the school has that finger. What
 * `first` takes is locked before, in the order in which an erasure locks. `work` is handed the impressions of it that deleted students have. Throws
 * what `duplicate` answers, server.busy, and what `first` and `work` throw.
 */
export async function recordUnique<T>(
  call: Call,
  engine: Engine,
  { studentId, templates, duplicate, isNew = false }: Unique,
  first: (tx: Tx) => Promise<void>,
  work: (tx: Tx, ofDeleted: readonly string[]) => Promise<T>,
): Promise<T> {
  let searched: Roster | null = null;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const roster = await call.read((tx) => readRoster(tx, engine));
    for (const template of templates) {
      const [nearest] = searched
        ? await searchAdded(engine, searched, roster, template, studentId)
        : await findDuplicates(engine, roster, template, studentId);
      if (nearest && nearest.score >= DUPLICATE_THRESHOLD) throw await duplicate(nearest.studentId);
    }
    searched = roster;
    // After the roster, so that a deletion either shows here or has moved the roster.
    const ofDeleted = isNew ? await findOfDeleted(call, engine, templates) : [];
    try {
      return await call.record(async (tx) => {
        await first(tx);
        await lockEnrolments(tx);
        // Before the stamp: one who is brought back from here on waits, and one who was already has moved the roster.
        await holdOwners(tx, ofDeleted);
        if ((await readRosterStamp(tx)) !== roster.stamp) throw new RosterMoved();
        return work(tx, ofDeleted);
      });
    } catch (error) {
      // Nothing was recorded: an enrolment came first, and its finger must be held against this one too.
      if (!(error instanceof RosterMoved)) throw error;
    }
  }
  throw engineBusy();
}

/**
 * The same finger under a student who was deleted, as one is who was added twice. It stops nobody, and goes over to the
 * one who is enrolled now: brought back, the deleted one must not pass with the finger of another.
 */
export async function findOfDeleted(
  call: Call,
  engine: Engine,
  templates: readonly Uint8Array[],
): Promise<readonly string[]> {
  const { context } = engine;
  const opened = await call.read(async (tx) =>
    openTemplates(tx, context, await listFingerprintsOfDeleted(tx, context)),
  );
  if (opened.length === 0) return [];
  const found = new Set<string>();
  for (const template of templates) {
    const { scores } = await engine.run('compare', { template, others: opened.map(({ bytes }) => bytes) });
    for (const [place, { id }] of opened.entries()) if ((scores[place] ?? 0) >= DUPLICATE_THRESHOLD) found.add(id);
  }
  return [...found];
}

/** Takes those impressions from the deleted students who have them, for the student of that number; the trail of each says so. */
export async function takeOver(tx: Tx, call: Call, ofDeleted: readonly string[], by: string): Promise<void> {
  for (const subjectId of await takeFromDeleted(tx, ofDeleted))
    await audit(tx, call, { action: 'fingerprint.taken', subjectKind: 'student', subjectId, detail: { by } });
}

/** Names the other student, whom only the office may see; one who has left should return, and not be added anew. */
export async function tellDuplicate(tx: ReadTx, studentId: string) {
  const { admissionNumber, status } = await getStudentById(tx, studentId);
  return enrolledForOther(admissionNumber, status === 'left');
}
