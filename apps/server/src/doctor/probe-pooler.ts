import { randomInt } from 'node:crypto';
import pg from 'pg';
import type { Config } from '../config.ts';
import { DIRECT_SESSIONS, numberAtStart, poolerUrlOf, sessionOf } from '../platform/database/pooler.ts';
import { faultOf } from '../platform/process/fault.ts';
import type { PoolerFacts } from './facts.ts';
import { urlOfApp } from './probe-database.ts';

const PATIENCE_MS = 5_000;
/** Number of attempts to see a session assigned to another client: an idle session often returns to the same client. */
const LOOKS = 3;
/** PgBouncer's refusal to show its figures; other poolers report an unknown database. */
const NOT_ALLOWED = '08P01';

/** Probes the configured pooler. */
export async function probePooler(config: Config): Promise<PoolerFacts | null> {
  const { databaseUrl, poolerUrl, dataDir, connections } = config;
  if (databaseUrl === null || poolerUrl === null) return null;
  try {
    const urls = { owner: databaseUrl, app: urlOfApp(databaseUrl, dataDir), pooler: poolerUrl };
    return await askPooler(urls, connections);
  } catch {
    // The database itself is unreachable, which is reported by another check.
    return null;
  }
}

/** URLs of the database for its owner and for the application, and the configured URL of the pooler. */
export interface PoolerUrls {
  readonly owner: string;
  readonly app: string;
  readonly pooler: string;
}

/**
 * Probes the pooler as the application's role, and the database behind it. Writes nothing. `connections` is the pool size of each
 * server. Throws where the database itself is unreachable.
 */
export async function askPooler(urls: PoolerUrls, connections: number): Promise<PoolerFacts> {
  const pooled = poolerUrlOf(urls.app, urls.pooler);
  const owner = await open(urls.owner);
  try {
    const one = await open(pooled).catch(faultOf);
    if (!(one instanceof pg.Client)) return await unreachable(owner, one);
    const other = await open(pooled);
    try {
      return {
        ...(await look(owner, one, other)),
        size: await readSize(pooled),
        wanted: await want(owner, connections),
      };
    } finally {
      await Promise.all([one.end(), other.end()]);
    }
  } catch (error) {
    return await unreachable(owner, faultOf(error));
  } finally {
    await owner.end();
  }
}

/** Returns that the pooler is unreachable. Throws where the database itself has gone meanwhile, which the pooler cannot be blamed for. */
async function unreachable(owner: pg.Client, { name, code = name }: ReturnType<typeof faultOf>) {
  await owner.query('SELECT 1');
  return { unreachable: code };
}

type Way = Pick<Extract<PoolerFacts, { hands: unknown }>, 'hands' | 'sameDatabase'>;

async function look(owner: pg.Client, one: pg.Client, other: pg.Client): Promise<Way> {
  const key = randomInt(2 ** 47);
  await owner.query('SELECT pg_advisory_lock($1)', [key]);
  const before = await sessionOf(one);
  if (before === numberAtStart(one)) return { hands: 'nothing', sameDatabase: await sees(one, key) };
  try {
    await other.query('BEGIN');
  } catch {
    // A pooler in statement mode refuses every transaction.
    return { hands: 'statements', sameDatabase: true };
  }
  const sameDatabase = await sees(other, key);
  let goesOver = (await sessionOf(other)) === before;
  for (let looks = 0; looks < LOOKS && !goesOver; looks++) goesOver = (await sessionOf(one)) !== before;
  await other.query('ROLLBACK');
  return { hands: goesOver ? 'transactions' : 'sessions', sameDatabase };
}

/** Returns true if another session holds the lock, which is visible in the same database only. */
async function sees(client: pg.Client, key: number): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS free', [key]);
  return rows[0]?.free === false;
}

async function readSize(pooled: string): Promise<Extract<PoolerFacts, { hands: unknown }>['size']> {
  const url = new URL(pooled);
  const database = decodeURIComponent(url.pathname.slice(1));
  url.pathname = '/pgbouncer';
  const console = await open(url.href).catch(faultOf);
  if (!(console instanceof pg.Client)) return console.code === NOT_ALLOWED ? 'hidden' : null;
  try {
    const config = await console.query<{ key: string; value: string }>('SHOW CONFIG');
    const clients = Number(config.rows.find(({ key }) => key === 'max_client_conn')?.value);
    const { rows } = await console.query<Record<string, unknown>>('SHOW DATABASES');
    const row = rows.find(({ name }) => name === database);
    const [pool, most] = [Number(row?.pool_size), Number(row?.max_connections)];
    if (!Number.isInteger(clients) || !Number.isInteger(pool)) return null;
    return { clients, sessions: most > 0 ? Math.min(pool, most) : pool };
  } finally {
    await console.end();
  }
}

async function want(
  owner: pg.Client,
  connections: number,
): Promise<Extract<PoolerFacts, { hands: unknown }>['wanted']> {
  const { rows } = await owner.query<{ servers: number; most: number }>(
    `SELECT (SELECT count(*) FROM pg_stat_activity
             WHERE datname = current_database() AND application_name = 'mfuko worker lives')::int AS servers,
            current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS most`,
  );
  const servers = rows[0]?.servers ?? 0;
  return { servers, connections, direct: DIRECT_SESSIONS, mostOfDatabase: rows[0]?.most ?? 0 };
}

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'mfuko doctor',
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  });
  // The query that fails reports the error.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
