import pg from 'pg';
import type { Config } from '../config.ts';
import { EXACT } from '../platform/backup/source.ts';
import { sqlState } from '../platform/database/database.ts';
import { findRunning } from '../platform/embedded-postgres/running.ts';
import { SchoolMoveError } from './errors.ts';

const NO_PRIVILEGE = '42501';

/** Connection that imports or removes a school as the database owner, who is subject to row-level security. */
export interface MovingClient {
  readonly client: pg.Client;
  /** Switches to the owner's role. Call this at the beginning of a transaction. */
  becomeOwner(): Promise<void>;
  /** Runs `work` with triggers and foreign key checks disabled, in this transaction only. */
  asReplica(work: () => Promise<void>): Promise<void>;
}

/**
 * Connects as a role that may set `session_replication_role`: the superuser of the embedded database, who then acts as its owner, or
 * the owner of an external database, who needs a grant for that setting.
 */
export async function openMovingClient({ dataDir, databaseUrl }: Config, ownerUrl: string): Promise<MovingClient> {
  const superuserUrl = databaseUrl === null ? (findRunning(dataDir)?.superuserUrl ?? null) : null;
  const client = new pg.Client({ connectionString: superuserUrl ?? ownerUrl, application_name: 'mfuko school' });
  // A lost connection already fails the statement in progress, and the caller receives that error.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; ${EXACT}`);
  const owner = client.escapeIdentifier(decodeURIComponent(new URL(ownerUrl).username));
  const becomeOwner = async () => {
    if (superuserUrl !== null) await client.query(`SET LOCAL ROLE ${owner}`);
  };
  const setRole = async (role: 'replica' | 'origin') => {
    if (superuserUrl !== null) await client.query('SET LOCAL ROLE NONE');
    await client.query(`SET LOCAL session_replication_role = ${role}`).catch((error: unknown) => {
      if (sqlState(error) !== NO_PRIVILEGE) throw error;
      throw new SchoolMoveError(
        `The owner of the database may not put the triggers of one transaction aside. As its superuser: GRANT SET ON PARAMETER ` +
          `session_replication_role TO ${owner}; and take it back afterwards.`,
      );
    });
    await becomeOwner();
  };
  return {
    client,
    becomeOwner,
    async asReplica(work) {
      await setRole('replica');
      await work();
      await setRole('origin');
    },
  };
}
