import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { closeSchool } from '../features/schools/index.ts';
import type { Db } from '../platform/database/database.ts';
import { SchoolMoveError } from './errors.ts';
import type { FoundSchool } from './find-school.ts';

const POLL_MS = 100;
/** Timeout in milliseconds, longer than any statement or pause of a call; a job that takes longer is reported as still in progress. */
const PATIENCE_MS = 60_000;

/** Dependencies of closing a school. */
export interface ClosingParts {
  readonly db: Pick<Db, 'inSchool' | 'readPlatform'>;
  readonly ownerUrl: string;
}

/**
 * Closes a school, and waits until all its transactions and jobs in progress have ended: calls that were admitted before are recorded
 * by then, or refused. Throws SchoolMoveError where something takes longer than a minute; the school is closed even then.
 */
export async function closeAndSettle({ db, ownerUrl }: ClosingParts, { id }: FoundSchool): Promise<void> {
  const since = await db.inSchool(id, (tx) => closeSchool(tx, { tool: 'school:close' }));
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'mfuko school' });
  // A lost connection already fails the statement in progress, and the caller receives that error.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const until = Date.now() + PATIENCE_MS;
    while ((await transactionsSince(db, since)) || (await runsJob(client, id))) {
      if (Date.now() > until)
        throw new SchoolMoveError(
          'The school is closed, but something of it is still under way: ask again in some minutes.',
        );
      await wait(POLL_MS);
    }
  } finally {
    await client.end();
  }
}

/** Reads as the application's role, which sees only its own transactions. */
async function transactionsSince(db: ClosingParts['db'], since: Date): Promise<boolean> {
  const open = await db.readPlatform((tx) =>
    tx.row(
      `SELECT 1 AS one FROM pg_stat_activity WHERE datname = current_database() AND usename = current_user AND xact_start <= $1
         AND pid <> pg_backend_pid() LIMIT 1`,
      [since],
    ),
  );
  return open !== undefined;
}

async function runsJob(client: pg.Client, schoolId: string): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT 1 AS one FROM graphile_worker._private_jobs WHERE locked_at IS NOT NULL AND payload ->> 'schoolId' = $1 LIMIT 1`,
    [schoolId],
  );
  return rows.length > 0;
}
