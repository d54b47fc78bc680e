import pg from 'pg';
import { ConfigError } from '../../config.ts';

/** AnotherServerError: thrown when another server already uses the data below DATA_DIR. */
export class AnotherServerError extends ConfigError {
  override readonly name = 'AnotherServerError';
}

const SERVER = "hashtext('mfuko: the server of this folder')";

/**
 * Registers a session as the server of the folder by a lock, which ends with the session even when the process is killed. Waits up to 5
 * s for a server that is shutting down. Throws AnotherServerError, and ends the session, where another server runs.
 */
export async function acquireServerLock(client: pg.Client): Promise<void> {
  try {
    await client.query(`SET lock_timeout = '5s'`);
    await client.query(`SELECT pg_advisory_lock(${SERVER})`);
    await client.query('RESET lock_timeout');
    await client.query(`SELECT set_config('application_name', 'mfuko server, process ' || $1::int, false)`, [
      process.pid,
    ]);
  } catch (error) {
    const held = error instanceof pg.DatabaseError && error.code === '55P03';
    const { rows } = held
      ? await client.query<{ name: string }>(
          `SELECT application_name AS name FROM pg_stat_activity WHERE application_name LIKE 'mfuko server, %' LIMIT 1`,
        )
      : { rows: [] };
    // The session may have ended already.
    await client.end().catch(() => undefined);
    if (!held) throw error;
    throw new AnotherServerError(
      `A server runs already on the data in DATA_DIR (${rows[0]?.name ?? 'mfuko server'}): end it first, or give this one a ` +
        'DATA_DIR of its own. Several servers of one installation share an outside database (DATABASE_URL).',
    );
  }
}
