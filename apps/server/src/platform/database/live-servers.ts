import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { MigrationError } from './migration-error.ts';

/** Application name of the session by which a server shows that it is alive. */
export const LIVES = 'mfuko worker lives';

/** Retry policy for servers that are shutting down: the session of a machine that lost power remains for another 25 seconds. */
export interface LeavingPatience {
  readonly pauseMs: number;
  readonly tries: number;
}
const PATIENCE: LeavingPatience = { pauseMs: 1_000, tries: 30 };

/**
 * Waits until no server is connected to the database: a server of another version would continue with tables and functions that no
 * longer fit its code. Throws MigrationError where a server stays connected.
 */
export async function requireNoServer(
  client: pg.Client,
  log: (line: string) => void,
  { pauseMs, tries }: LeavingPatience = PATIENCE,
): Promise<void> {
  for (let tried = 1; await isServed(client); tried++) {
    if (tried === tries)
      throw new MigrationError(
        'Another server runs on this database with another version: this one would change tables under it. Nothing was changed. ' +
          'Stop all servers, start one of the new version, then the others.',
      );
    if (tried === 1) log('Another server runs on this database with another version: waiting for it to end.');
    await sleep(pauseMs);
  }
}

async function isServed(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1 LIMIT 1',
    [LIVES],
  );
  return rowCount !== 0;
}
