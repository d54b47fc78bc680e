import pg from 'pg';
import { ConfigError } from '../../config.ts';
import { acquireServerLock } from './alone.ts';
import { SUPERUSER } from './cluster.ts';

/** Passwords of the two roles of the embedded PostgreSQL. */
export interface Passwords {
  /** Null where the file is missing. */
  readonly superuser: string | null;
  readonly owner: string;
}

/** Registered use of the embedded PostgreSQL: a session that holds a shared lock for the life of this process. */
export interface Presence {
  readonly port: number;
  /** Resolves when the session ends because PostgreSQL died or was stopped. */
  readonly lost: Promise<void>;
  /** Ends the use. Returns true when nobody else uses PostgreSQL; nobody can join then until it has stopped. */
  leave(): Promise<boolean>;
}

/** WrongPasswordError: thrown when the keys in DATA_DIR/keys do not open the database below DATA_DIR. */
export class WrongPasswordError extends ConfigError {
  override readonly name = 'WrongPasswordError';
}

const OWNER = 'mfuko_owner';
const DATABASE = 'mfuko';
const USE = "hashtext('mfuko: the embedded server is in use')";

export function ownerUrl(port: number, passwords: Passwords): string {
  return urlOf(port, OWNER, passwords.owner, DATABASE);
}

/** Returns the URL of the superuser, for backups: row-level security does not apply to this role. */
export function superuserUrl(port: number, password: string): string {
  return urlOf(port, SUPERUSER, password, DATABASE);
}

function urlOf(port: number, role: string, password: string, database: string): string {
  return `postgres://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

/**
 * Signs in as the owner, creating role and database on first use, and registers the use of PostgreSQL. `alone` registers the folder's
 * only server; tools may still join. Throws AnotherServerError where a server is registered already.
 */
export async function registerPresence(port: number, passwords: Passwords, alone: boolean): Promise<Presence> {
  const client = await connectAsOwner(port, passwords);
  if (alone) await acquireServerLock(client);
  const lost = new Promise<void>((resolve) => client.once('end', () => resolve()));
  await client.query(`SELECT pg_advisory_lock_shared(${USE})`);
  return {
    port,
    lost,
    async leave() {
      try {
        await client.query(`SELECT pg_advisory_unlock_shared(${USE})`);
        const { rows } = await client.query<{ last: boolean }>(`SELECT pg_try_advisory_lock(${USE}) AS last`);
        // The last user keeps its session, and with it the lock, until PostgreSQL has stopped.
        if (rows[0]?.last) return true;
      } catch {
        // PostgreSQL is gone or stopping; the next start takes care of a remaining one.
      }
      // A session that is gone holds no lock.
      await client.end().catch(() => undefined);
      return false;
    },
  };
}

async function connectAsOwner(port: number, passwords: Passwords): Promise<pg.Client> {
  const url = ownerUrl(port, passwords);
  try {
    return await connect(url);
  } catch (error) {
    if (!isOwnerMissing(error)) throw error;
    await makeOwner(port, passwords);
    return await connect(url);
  }
}

async function makeOwner(port: number, passwords: Passwords): Promise<void> {
  let client: pg.Client;
  if (passwords.superuser === null) throw wrongPassword();
  try {
    client = await connect(urlOf(port, SUPERUSER, passwords.superuser, 'postgres'));
  } catch (error) {
    if (!isOwnerMissing(error)) throw error;
    throw wrongPassword();
  }
  try {
    // Prevents two servers of the same start from both creating the role.
    await client.query(`SELECT pg_advisory_lock(${USE})`);
    const password = client.escapeLiteral(passwords.owner);
    const role = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [OWNER]);
    const verb = role.rowCount === 0 ? 'CREATE' : 'ALTER';
    await client.query(`${verb} ROLE ${OWNER} LOGIN CREATEROLE CREATEDB PASSWORD ${password}`);
    const database = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (database.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE} OWNER ${OWNER}`);
  } finally {
    await client.end();
  }
}

function wrongPassword(): WrongPasswordError {
  return new WrongPasswordError(
    'The passwords in DATA_DIR/keys (postgres-owner.key, postgres-superuser.key) do not open this database: put the keys ' +
      'folder back that belongs to it.',
  );
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'mfuko keeper',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // Without a listener, a lost session would end the process; `end` reports the same event.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Returns true for a wrong password, a missing role (PostgreSQL does not distinguish the two) or a missing database. */
function isOwnerMissing(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ['28P01', '28000', '3D000'].includes(error.code ?? '');
}
