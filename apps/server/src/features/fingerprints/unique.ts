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
import { lockEnrolments, lockOwnersShared, readRosterStamp, takeFromDeleted } from './store.ts';
import { openTemplates } from './vault.ts';

/** Concurrent enrolments of the same school that may commit first before this one gives up. */
export const MAX_ROUNDS = 8;

/** RosterMoved: thrown if the school's fingers have changed since they were searched. */
export class RosterMoved extends Error {
  override readonly name = 'RosterMoved';
}

/** Impressions to be recorded for a student, and the error to throw if another student has that finger. */
interface Unique {
  readonly studentId: string;
  readonly templates: readonly Uint8Array[];
  /** Returns the error to throw if that student has the finger. */
  readonly duplicate: (otherId: string) => Promise<Error>;
  /** True if the finger may be new to the student; equal fingers of deleted students are then taken over. */
  readonly isNew?: boolean;
}

/**
 * Runs `work` in the recording transaction of the call, under the lock of enrolments, once no other student of the school has that
 * finger. `first` takes its locks before, in the order in which an erasure locks. `work` receives the equal impressions of deleted
 * students. Throws what `duplicate` returns, server.busy, and what `first` and `work` throw.
 */
export async function recordUnique<T>(
  call: Call,
  engine: Engine,
  { studentId, templates, duplicate, isNew = false }: Unique,
  first: (tx: Tx) => Promise<void>,
  work: (tx: Tx, ofDeleted: readonly string[]) => Promise<T>,
): Promise<T> {
  let searched: Roster | null = null;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const roster = await call.read((tx) => readRoster(tx, engine));
    for (const template of templates) {
      const [nearest] = searched
        ? await searchAdded(engine, searched, roster, template, studentId)
        : await findDuplicates(engine, roster, template, studentId);
      if (nearest && nearest.score >= DUPLICATE_THRESHOLD) throw await duplicate(nearest.studentId);
    }
    searched = roster;
    // Read after the roster, so that a concurrent deletion either shows here or has changed the roster's stamp.
    const ofDeleted = isNew ? await findOfDeleted(call, engine, templates) : [];
    try {
      return await call.record(async (tx) => {
        await first(tx);
        await lockEnrolments(tx);
        // Locked before the stamp is read: a restore from now on waits, and one before has changed the stamp.
        await lockOwnersShared(tx, ofDeleted);
        if ((await readRosterStamp(tx)) !== roster.stamp) throw new RosterMoved();
        return work(tx, ofDeleted);
      });
    } catch (error) {
      // The transaction was rolled back: an enrolment committed first, and its finger must be compared too.
      if (!(error instanceof RosterMoved)) throw error;
    }
  }
  throw engineBusy();
}

/**
 * Finds the same finger of deleted students, such as one who was added twice. It does not prevent the enrolment, but is taken over by
 * the student who is enrolled now: a deleted student who is restored must not pass with another's finger.
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

/** Deletes these impressions of deleted students in favour of the student with number `by`, and audits it for each of them. */
export async function takeOver(tx: Tx, call: Call, ofDeleted: readonly string[], by: string): Promise<void> {
  for (const subjectId of await takeFromDeleted(tx, ofDeleted))
    await audit(tx, call, { action: 'fingerprint.taken', subjectKind: 'student', subjectId, detail: { by } });
}

/** Returns the refusal that names the other student, whom only the office may see; a student who has left should return, not be added again. */
export async function duplicateRefusal(tx: ReadTx, studentId: string) {
  const { admissionNumber, status } = await getStudentById(tx, studentId);
  return enrolledForOther(admissionNumber, status === 'left');
}
