import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { LIVES } from '../database/live-servers.ts';

const RETRY_MS = 100;
/** Grace period within which a live worker whose session was ended by the database takes its lock again. */
const CONFIRM_MS = 2_000;

/** SQL of the lock that represents a worker; `name` is an SQL expression. */
const lockOf = (name: string) => `hashtextextended('mfuko: worker ' || ${name}, 0)`;

/** Shows the other servers that a worker is alive, until its process ends in any way. */
export interface Heartbeat {
  /** Starts the heartbeat of this worker, in place of an earlier one. */
  showFor(worker: string): void;
  /** Throws while the heartbeat is not visible: other servers would take away a job that the worker starts then. */
  shown(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Opens a heartbeat. It is an advisory lock of a dedicated session, which the database releases at the moment the process dies. A
 * session that is lost while the process lives is reopened.
 */
export async function openHeartbeat(ownerUrl: string): Promise<Heartbeat> {
  let worker: string | null = null;
  let session: pg.Client | null = null;
  let showing: Promise<void> = Promise.resolve();
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: ownerUrl,
      application_name: LIVES,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    let lost = false;
    const lose = () => {
      if (lost) return;
      lost = true;
      if (session === fresh) session = null;
      // The connection is lost already, and a new one is opened.
      void fresh.end().catch(() => undefined);
      // A failed attempt has scheduled the next one; no job is taken until one succeeds (`shown`).
      if (!stopped) retry = setTimeout(() => connect().catch(() => undefined), RETRY_MS);
    };
    fresh.on('error', lose);
    fresh.on('end', lose);
    try {
      await fresh.connect();
      // A machine that loses power closes no session: keepalives let the database notice within 25 seconds.
      await fresh.query('SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3');
      if (lost) return;
      session = fresh;
      if (worker !== null) await show(worker);
    } catch (error) {
      lose();
      throw error;
    }
    if (stopped) await fresh.end();
  }

  function show(name: string): Promise<void> {
    const take = async () => {
      if (session === null) throw new Error('The worker has no open heartbeat session.');
      await session.query('SELECT pg_advisory_unlock_all()');
      await session.query(`SELECT pg_advisory_lock(${lockOf('$1')})`, [name]);
    };
    showing = take();
    // `shown` reports the failure before each job is taken.
    showing.catch(() => undefined);
    return showing;
  }

  await connect();
  return {
    showFor(name) {
      worker = name;
      // `shown` reports the failure before each job is taken.
      void show(name).catch(() => undefined);
    },
    async shown() {
      await showing;
      if (session === null) throw new Error('The worker has no open heartbeat session.');
    },
    async stop() {
      stopped = true;
      clearTimeout(retry);
      // A session that is lost has ended too.
      await session?.end().catch(() => undefined);
    },
  };
}

/**
 * Unlocks the jobs of dead workers, which the queue itself would keep locked for four hours. A worker is considered dead when its
 * heartbeat is missing twice: a single miss may be a session that the database ended.
 */
export async function rescueStuckJobs(pool: pg.Pool, signal?: AbortSignal): Promise<void> {
  const suspects = await withoutSign(pool);
  if (suspects.length === 0) return;
  await sleep(CONFIRM_MS, undefined, { signal });
  // A single statement: a worker that takes its lock again meanwhile waits for the end of this statement.
  await pool.query(
    `SELECT graphile_worker.force_unlock_workers(ARRAY(
       SELECT worker FROM unnest($1::text[]) AS worker WHERE pg_try_advisory_xact_lock(${lockOf('worker')})))`,
    [suspects],
  );
}

/** Returns the workers that hold jobs but have no heartbeat. */
async function withoutSign(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ worker: string }>(
    `SELECT worker FROM (
       SELECT DISTINCT locked_by AS worker FROM graphile_worker._private_jobs WHERE locked_by LIKE 'pool-%'
     ) AS holders
     WHERE pg_try_advisory_xact_lock(${lockOf('worker')})`,
  );
  return rows.map(({ worker }) => worker);
}
