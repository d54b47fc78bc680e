import { verifyBooks, wordsOf } from '../features/books/index.ts';
import { reportTrails } from '../platform/audit/report.ts';
import { checkpointFile, readCheckpoints } from '../platform/audit/seal.ts';
import type { AppContext } from '../platform/process/app-context.ts';

type Print = (line: string) => void;

/** Counts of a database that a technician can compare with what the school knows. */
export interface Inventory {
  readonly schools: number;
  readonly students: number;
  readonly entries: number;
  /** Time of the newest journal entry; null where there is none. */
  readonly last: Date | null;
}

/**
 * Verifies a restored database like ledger:verify and audit:verify: every row of every school's books, and every audit trail against
 * its chain and the checkpoints of the backup. Returns true when all is in order.
 */
export async function verifyAll(context: AppContext, print: Print): Promise<boolean> {
  const checkpoints = readCheckpoints(checkpointFile(context.config.dataDir));
  let sound = await reportTrails(context, checkpoints, print);
  for (const { id, name } of await readSchools(context)) {
    const { findings } = await verifyBooks(context, id);
    for (const finding of findings) print(`${name} (${id}): ${wordsOf(finding)}`);
    sound &&= findings.length === 0;
  }
  return sound;
}

export async function readInventory(context: AppContext): Promise<Inventory> {
  const schools = await readSchools(context);
  const sum = { students: 0, entries: 0, last: null as Date | null };
  for (const { id } of schools) {
    const found = await context.db.readSchool(id, (tx) =>
      tx.row<{ students: number; entries: number; last: Date | null }>(
        `SELECT (SELECT count(*)::int FROM students WHERE school_id = $1) AS students, count(*)::int AS entries, max(at) AS last
         FROM journal_entries WHERE school_id = $1`,
        [id],
      ),
    );
    sum.students += found?.students ?? 0;
    sum.entries += found?.entries ?? 0;
    if (found?.last && (sum.last === null || found.last > sum.last)) sum.last = found.last;
  }
  return { schools: schools.length, ...sum };
}

/** Formats an inventory: `2 schools, 1204 students, 51233 movements, the last of 2026-11-26 06:40 (UTC)`. */
export function wordsOfInventory({ schools, students, entries, last }: Inventory): string {
  const newest = last ? `, the last of ${last.toISOString().slice(0, 16).replace('T', ' ')} (UTC)` : '';
  return `${schools} schools, ${students} students, ${entries} movements${newest}`;
}

function readSchools({ db }: AppContext): Promise<{ id: string; name: string }[]> {
  return db.readPlatform((tx) => tx.rows('SELECT id, short_name AS name FROM schools ORDER BY created_at, id'));
}
