import { setTimeout as pause } from 'node:timers/promises';
import type { Origin } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/call.ts';
import { noteListRead } from './list-reads.ts';

/** Answered list: its reader, school and path, and the number of its rows. */
export interface ListRead {
  readonly origin: Origin;
  readonly actor: Pick<Actor, 'userId' | 'names'>;
  readonly schoolId: string;
  readonly path: string;
  readonly rows: number;
}

export interface ListReadNotes {
  /** Starts to store a read in the background. */
  note(read: ListRead): void;
  /** Resolves once all reads noted so far are stored or given up. */
  settled(): Promise<void>;
  /** Resolves likewise, ending each retry's pause at once for one last try. */
  close(): Promise<void>;
}

/** Pauses before the retries of a failed write; together half an hour, enough for a database to come back. */
const PAUSES_MS = [1_000, 5_000, 30_000, 60_000, 300_000, 1_500_000];

/**
 * Opens the notes of lists that were read. Storing a note takes half as long again as the list itself, so it runs in the background,
 * after the answer. Reads of one list by one person that arrive meanwhile are summed into one note, so that the queue stays short. A
 * failed write is retried; each failure, including the last, is reported to `onFault`.
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
        // Delete in the same tick as the check above, so that a later read starts a new writer.
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
        // Only `close` aborts the pause; the next line checks for it.
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
