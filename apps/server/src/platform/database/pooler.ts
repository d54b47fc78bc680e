import { randomInt } from 'node:crypto';
import pg from 'pg';
import { ConfigError } from '../../config.ts';
import { faultOf } from '../process/fault.ts';
import { APP_ROLE } from './app-role.ts';
import type { Db } from './database.ts';

/**
 * Sessions that a server opens directly to the database, besides the pooler: those of the job queue, the worker's heartbeat, and two
 * listeners.
 */
export const DIRECT_SESSIONS = 9;

/** Returns the pooler's URL with the application's role and password. */
export function poolerUrlOf(appUrl: string, poolerUrl: string): string {
  const app = new URL(appUrl);
  const url = new URL(poolerUrl);
  url.username = app.username;
  url.password = app.password;
  if (url.pathname === '' || url.pathname === '/') url.pathname = app.pathname;
  return url.href;
}

/**
 * Throws ConfigError where the owner's URL leads to a pooler in transaction mode: a session-level lock taken there would protect
 * nothing, so that two servers would migrate concurrently and no dead server's jobs would be found.
 */
export async function refusePooler(ownerUrl: string): Promise<void> {
  const one = await connect(ownerUrl);
  try {
    const before = await sessionOf(one);
    // A pooler reports another process number at the start than the session's own.
    if (before === numberAtStart(one) || !(await changesSession(ownerUrl, one, before))) return;
  } finally {
    await one.end();
  }
  throw new ConfigError(
    'DATABASE_URL leads to a pooler in transaction mode: set it to the database itself, and DATABASE_POOLER_URL to the pooler.',
  );
}

/**
 * Throws ConfigError where `db`, which connects through the pooler, does not get through or reaches another database than the owner's
 * URL: it would record in another installation's books. The test is a lock that the owner holds, which is visible in the same database
 * only.
 */
export async function requireSameDatabase(ownerUrl: string, db: Db): Promise<void> {
  const owner = await connect(ownerUrl);
  try {
    const key = randomInt(2 ** 47);
    await owner.query('SELECT pg_advisory_lock($1)', [key]);
    const there = await db
      .inPlatform((tx) => tx.row<{ free: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS free', [key]))
      .catch((error: unknown) => {
        const { name, code = name } = faultOf(error);
        throw new ConfigError(
          `The pooler of DATABASE_POOLER_URL lets nobody in (${code}): it has to run, and to know ${APP_ROLE} with its password.`,
          { cause: error },
        );
      });
    if (there?.free === false) return;
  } finally {
    await owner.end();
  }
  throw new ConfigError('The pooler of DATABASE_POOLER_URL leads to another database than DATABASE_URL.');
}

/** Returns true if another client's transaction takes the session of an idle client, or moves that client to another session. */
async function changesSession(ownerUrl: string, one: pg.Client, before: number): Promise<boolean> {
  const other = await connect(ownerUrl);
  try {
    await other.query('BEGIN');
    const taken = await sessionOf(other);
    return taken === before || (await sessionOf(one)) !== before;
  } finally {
    await other.end();
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'mfuko starts',
    connectionTimeoutMillis: 10_000,
  });
  // A lost connection already fails the statement in progress, and the caller receives that error.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Returns the process number of the database session that currently serves the client. */
export async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? 0;
}

/**
 * Returns the process number that the client was told at its start, which a pooler makes up. The driver stores the number, but its
 * types do not declare it.
 */
export function numberAtStart(client: pg.Client): number | null {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : null;
}
