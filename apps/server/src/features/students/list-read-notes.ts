import { setTimeout as pause } from 'node:timers/promises';
import type { Origin } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/call.ts';
import { noteListRead } from './list-reads.ts';

/** A list that was answered: to whom, in which school, and how many rows of it. */
export interface ListRead {
  readonly origin: Origin;
  readonly actor: Pick<Actor, 'userId' | 'names'>;
  readonly schoolId: string;
  readonly path: string;
  readonly rows: number;
}

export interface ListReadNotes {
  /** Begins to write a read down; nobody has to wait for it. */
  note(read: ListRead): void;
  /** Ends once all is written that was begun. */
  settled(): Promise<void>;
  /** The same, trying once more what waits for another try. */
  close(): Promise<void>;
}

/** Pauses before what could not be written is tried again: half an hour, in which a database comes back. */
const PAUSES_MS = [1_000, 5_000, 30_000, 60_000, 300_000, 1_500_000];

/**
 * Opens the notes of lists that were read. A note costs half as much again as the list itself, so it is written beside the answer. What one
 * person reads of a list meanwhile is one note with the sum, so that whoever reads without end makes no queue. What could not be written
 * is tried again; given up, it is told to `onFault` as each failure is.
 */
export function openListReadNotes(
  db: Pick<Db, 'inSchool'>,
  onFault: (error: unknown) => void,
  pausesMs: readonly number[] = PAUSES_MS,
): ListReadNotes {
  const waiting = new Map<string, ListRead>();
  const writing = new Map<string, Promise<void>>();
  const closing = new AbortController();

  function add(of: string, read: ListRead): void {
    waiting.set(of, { ...read, rows: read.rows + (waiting.get(of)?.rows ?? 0) });
  }

  async function write(of: string): Promise<void> {
    let failures = 0;
    let isLastTry = false;
    for (;;) {
      const read = waiting.get(of);
      if (!read || failures > pausesMs.length) {
        // In one step with the look: a read that comes later begins anew.
        waiting.delete(of);
        writing.delete(of);
        return;
      }
      waiting.delete(of);
      try {
        await db.inSchool(read.schoolId, (tx) => noteListRead(tx, read.origin, read.actor, read));
        failures = 0;
      } catch (error) {
        onFault(error);
        add(of, read);
        // Only closing ends the pause early, and that is asked next.
        await pause(pausesMs[failures], undefined, { ref: false, signal: closing.signal }).catch(() => undefined);
        failures = isLastTry ? Number.POSITIVE_INFINITY : failures + 1;
        isLastTry = closing.signal.aborted;
      }
    }
  }

  async function settled(): Promise<void> {
    while (writing.size > 0) await Promise.all(writing.values());
  }

  return {
    note(read) {
      if (read.rows === 0) return;
      const of = `${read.schoolId} ${read.actor.userId} ${read.path}`;
      add(of, read);
      if (!writing.has(of)) writing.set(of, write(of));
    },
    settled,
    close() {
      closing.abort();
      return settled();
    },
  };
}
