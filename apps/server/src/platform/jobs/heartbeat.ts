import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { LIVES } from '../database/live-servers.ts';

const RETRY_MS = 100;
/** A living worker whose session the database ended shows its sign again before this is over. */
const CONFIRM_MS = 2_000;

/** The lock that stands for a worker, whose name is the SQL given. */
const lockOf = (name: string) => `hashtextextended('mfuko: worker ' || ${name}, 0)`;

/** Tells the other servers that a worker lives, until its process is gone, however it went. */
export interface Heartbeat {
  /** Stands for this worker from now on, and for none before it. */
  showFor(worker: string): void;
  /** Throws where the sign is not to be seen just now: a worker that took a job then would lose it to another. */
  shown(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The sign is a lock of a session of its own, so the database takes it away at the moment the process dies. A session
 * that ends while the process lives is opened again.
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
      // It is lost already, and a new one is opened.
      void fresh.end().catch(() => undefined);
      // A try that fails has arranged for the next one; no job is taken until one succeeds (`shown`).
      if (!stopped) retry = setTimeout(() => connect().catch(() => undefined), RETRY_MS);
    };
    fresh.on('error', lose);
    fresh.on('end', lose);
    try {
      await fresh.connect();
      // A machine that lost its power ends no session: the database has to find that nobody answers.
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
      if (session === null) throw new Error('The worker shows no sign of life.');
      await session.query('SELECT pg_advisory_unlock_all()');
      await session.query(`SELECT pg_advisory_lock(${lockOf('$1')})`, [name]);
    };
    showing = take();
    // Told by `shown`, before each job is taken.
    showing.catch(() => undefined);
    return showing;
  }

  await connect();
  return {
    showFor(name) {
      worker = name;
      // Told by `shown`, before each job is taken.
      void show(name).catch(() => undefined);
    },
    async shown() {
      await showing;
      if (session === null) throw new Error('The worker shows no sign of life.');
    },
    async stop() {
      stopped = true;
      clearTimeout(retry);
      // A session that is gone has ended too.
      await session?.end().catch(() => undefined);
    },
  };
}

/**
 * Gives back the jobs of workers that are gone, which the queue itself would keep for four hours. A worker is gone where
 * its sign is missing twice: once may be a session that the database ended.
 */
export async function rescueStuckJobs(pool: pg.Pool, signal?: AbortSignal): Promise<void> {
  const suspects = await withoutSign(pool);
  if (suspects.length === 0) return;
  await sleep(CONFIRM_MS, undefined, { signal });
  // One statement: whoever shows the sign again meanwhile waits for its end.
  await pool.query(
    `SELECT graphile_worker.force_unlock_workers(ARRAY(
       SELECT worker FROM unnest($1::text[]) AS worker WHERE pg_try_advisory_xact_lock(${lockOf('worker')})))`,
    [suspects],
  );
}

/** The workers that hold jobs and show no sign. */
async function withoutSign(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ worker: string }>(
    `SELECT worker FROM (
       SELECT DISTINCT locked_by AS worker FROM graphile_worker._private_jobs WHERE locked_by LIKE 'pool-%'
     ) AS holders
     WHERE pg_try_advisory_xact_lock(${lockOf('worker')})`,
  );
  return rows.map(({ worker }) => worker);
}
