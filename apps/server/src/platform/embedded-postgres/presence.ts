import pg from 'pg';
import { ConfigError } from '../../config.ts';
import { beTheServer } from './alone.ts';
import { SUPERUSER } from './cluster.ts';

/** The passwords of the embedded server's two roles of ours. */
export interface Passwords {
  /** null where its file is missing. */
  readonly superuser: string | null;
  readonly owner: string;
}

/** Our registered use of the server: a session that holds a shared lock for as long as we live. */
export interface Presence {
  readonly port: number;
  /** Settles when the session ends: the server died, or was told to. */
  readonly lost: Promise<void>;
  /** Gives the use up. True where nobody else uses the server; then nobody can join until it has ended. */
  leave(): Promise<boolean>;
}

/** The keys in DATA_DIR/keys do not open the database below DATA_DIR. */
export class WrongPasswordError extends ConfigError {
  override readonly name = 'WrongPasswordError';
}

const OWNER = 'mfuko_owner';
const DATABASE = 'mfuko';
const USE = "hashtext('mfuko: the embedded server is in use')";

export function ownerUrl(port: number, passwords: Passwords): string {
  return urlOf(port, OWNER, passwords.owner, DATABASE);
}

/** URL of the superuser, whom row-level security does not bind: for backups. */
export function superuserUrl(port: number, password: string): string {
  return urlOf(port, SUPERUSER, password, DATABASE);
}

function urlOf(port: number, role: string, password: string, database: string): string {
  return `postgres://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

/**
 * Signs in as the owner, making role and database on first use, and registers our use of the server: `alone`, as the one server of the
 * folder, beside which tools may work. Throws AnotherServerError where there is one.
 */
export async function holdPresence(port: number, passwords: Passwords, alone: boolean): Promise<Presence> {
  const client = await connectAsOwner(port, passwords);
  if (alone) await beTheServer(client);
  const lost = new Promise<void>((resolve) => client.once('end', () => resolve()));
  await client.query(`SELECT pg_advisory_lock_shared(${USE})`);
  return {
    port,
    lost,
    async leave() {
      try {
        await client.query(`SELECT pg_advisory_unlock_shared(${USE})`);
        const { rows } = await client.query<{ last: boolean }>(`SELECT pg_try_advisory_lock(${USE}) AS last`);
        // The last one keeps its session, and with it the lock, until the server ends.
        if (rows[0]?.last) return true;
      } catch {
        // The server is gone or going; whoever finds it left over takes it up.
      }
      // A session that is gone holds no lock any more.
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
    // Two servers of the same start must not both make it.
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
  // Without a listener, a session that is cut would end the process; `end` tells the same.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Wrong password, no such role, no such database: PostgreSQL tells the first two alike. */
function isOwnerMissing(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ['28P01', '28000', '3D000'].includes(error.code ?? '');
}
