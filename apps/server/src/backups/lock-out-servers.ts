import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** Application names of a server's sessions: its pool, its worker and heartbeat, and the key check at its start. */
const OF_A_SERVER = ['mfuko', 'mfuko worker', 'mfuko worker lives', 'mfuko keys'];
const POLL_MS = 100;

/** Error messages: a server is running, is starting, or was started meanwhile. */
export interface LockOutMessages {
  readonly runs: string;
  readonly starts: string;
  readonly came: string;
}

export interface Held {
  /** Throws where a server was started since. */
  proveNobodyCame(): Promise<void>;
  end(): Promise<void>;
}

/**
 * Keeps servers off a database: a running server is refused, and one that starts waits for the migration lock, which is held until
 * `end`. `patienceMs` allows the caller's own sessions to close. Throws the error that `fault` returns for a message.
 */
export async function lockOutServers(
  ownerUrl: string,
  words: LockOutMessages,
  fault: (why: string) => Error,
  patienceMs = 0,
): Promise<Held> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'mfuko move' });
  // A lost connection already fails the statement in progress, and the caller receives that error.
  client.on('error', () => undefined);
  await client.connect();
  const isHere = async () => {
    const { rowCount } = await client.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = ANY($1) LIMIT 1`,
      [OF_A_SERVER],
    );
    return rowCount !== 0;
  };
  try {
    const lock = await client.query<{ taken: boolean }>(
      `SELECT pg_try_advisory_lock(hashtext('mfuko: migrations')) AS taken`,
    );
    if (!lock.rows[0]?.taken) throw fault(words.starts);
    const until = Date.now() + patienceMs;
    while (await isHere()) {
      if (Date.now() >= until) throw fault(words.runs);
      await wait(POLL_MS);
    }
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    async proveNobodyCame() {
      if (await isHere()) throw fault(words.came);
    },
    end: () => client.end(),
  };
}
