import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { makeFolder } from '../crypto/durable-files.ts';
import { findKey, readKey, readOrMakeKey } from '../crypto/key-files.ts';
import { type Account, chooseAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { ensureCluster, hasCluster } from './cluster.ts';
import { postmasterState, readPostmasterFile, spawnPostmaster, stopPostmaster } from './postmaster.ts';
import { ownerUrl, type Passwords, type Presence, registerPresence } from './presence.ts';
import { type Settings, serverSettings } from './settings.ts';

export interface EmbeddedPostgresOptions {
  /** Data folder: the cluster goes to `postgres` below it, the passwords to `keys`. */
  readonly dataDir: string;
  readonly log: (line: string) => void;
  /** Fixed port; by default the last one if it is free, otherwise any free port. */
  readonly port?: number;
  /** False trades durability for speed, for tests. */
  readonly durable?: boolean;
  readonly settings?: Settings;
  /** True for the server, which must be the only one on the folder; tools join it. */
  readonly alone?: boolean;
}

export interface EmbeddedPostgres {
  /** URL of the owner, who may create roles and databases but is no superuser. */
  readonly ownerUrl: string;
  /** Stops PostgreSQL, unless another process of ours still uses it. */
  stop(): Promise<void>;
}

interface Place {
  readonly log: (line: string) => void;
  readonly folder: string;
  readonly portFile: string;
  readonly startLog: string;
  readonly postgres: string;
  readonly account: Account;
  readonly passwords: Passwords;
  readonly settings: (port: number) => Settings;
  readonly alone: boolean;
}

/** Polling interval in milliseconds for a smart shutdown, which blocks the school until it is noticed. */
const POLL_MS = 1_000;
const RETRY_FOR = 30_000;
const UNWELL_AFTER = 20_000;

/**
 * Starts PostgreSQL below DATA_DIR, or joins a running one: that of a server or tool, or one left over from a server that was killed.
 * Sharing is safe because PostgreSQL itself arbitrates; each process registers by a session, and only the last to leave stops
 * PostgreSQL. A database that dies meanwhile is restarted on the same port. Throws WrongPasswordError where the keys do not open the
 * database, after stopping it if it was started here. Throws AnotherServerError where another server is registered as `alone`.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const place = await preparePlace(options);
  let stopping = false;
  let presence = await joinOrStart(place, options.port, () => stopping);
  const { port } = presence;
  const hurry = setInterval(() => stopping || hurryShutdown(place), POLL_MS);
  hurry.unref();

  const keepUp = async (): Promise<void> => {
    for (;;) {
      await presence.lost;
      if (stopping) return;
      place.log('The database went away; starting it again.');
      presence = await startAgain(place, port, () => stopping);
      // Stopped meanwhile: the new registration is given up again.
      if (stopping) return giveUp();
    }
  };
  const giveUp = async (): Promise<void> => {
    // A database in a smart shutdown waits for sessions to end; the process that leaves completes the shutdown.
    if ((await presence.leave()) || isStopping(place)) await stopPostmaster(place.folder);
  };
  const watch = keepUp();
  return {
    ownerUrl: ownerUrl(port, place.passwords),
    async stop() {
      if (stopping) return;
      stopping = true;
      clearInterval(hurry);
      await giveUp();
      await watch;
    },
  };
}

async function preparePlace(options: EmbeddedPostgresOptions): Promise<Place> {
  makeFolder(options.dataDir, 0o777);
  const dataDir = realpathSync(options.dataDir);
  const folder = join(dataDir, 'postgres');
  const { initdb, postgres } = findBinaries();
  const account = await chooseAccount(postgres, dataDir, folder);
  const passwords = readPasswords(dataDir, options.log);
  const durable = options.durable ?? true;
  await ensureCluster({ initdb, account, folder, superuserPassword: passwords.superuser, durable });
  return {
    log: options.log,
    folder,
    portFile: join(dataDir, 'postgres.port'),
    startLog: join(dataDir, 'postgres-start.log'),
    postgres,
    account,
    passwords,
    settings: (port) => ({ ...serverSettings(port, durable), ...options.settings }),
    alone: options.alone ?? false,
  };
}

/**
 * Reads the passwords. They are generated before the cluster and never for an existing one. The superuser's is needed for dumps and
 * repairs only.
 */
function readPasswords(dataDir: string, log: (line: string) => void): Passwords {
  if (!hasCluster(dataDir)) {
    return {
      superuser: readOrMakeKey(dataDir, 'postgres-superuser'),
      owner: readOrMakeKey(dataDir, 'postgres-owner'),
    };
  }
  const superuser = findKey(dataDir, 'postgres-superuser');
  if (superuser === null)
    log('keys/postgres-superuser.key is missing: no backup can be made. Put it back from the copy.');
  return { superuser, owner: readKey(dataDir, 'postgres-owner') };
}

async function startAgain(place: Place, port: number, stopping: () => boolean): Promise<Presence> {
  for (;;) {
    try {
      return await joinOrStart(place, port, stopping);
    } catch (error) {
      if (stopping()) return { port, lost: Promise.resolve(), leave: async () => false };
      place.log(`The database does not start: ${(error as Error).message}`);
      await sleep(2_000);
    }
  }
}

/**
 * Turns a smart shutdown into a fast one. `kill` without an option, and init systems, send SIGTERM, on which PostgreSQL accepts no new
 * sessions and waits for ours to end, which never happens: a deadlock. A fast shutdown closes the sessions, and the database is
 * restarted.
 */
function hurryShutdown(place: Place): void {
  const file = readPostmasterFile(place.folder);
  if (file === undefined || !isStopping(place)) return;
  place.log('Another program told the database to stop; ending it and starting it again.');
  process.kill(file.pid, 'SIGINT');
}

function isStopping(place: Place): boolean {
  const file = readPostmasterFile(place.folder);
  return file?.status === 'stopping' && postmasterState(file.pid, place.folder) === 'alive';
}

/**
 * Joins PostgreSQL on the folder, or starts it; retries while the obstacle is temporary. Throws other errors, and throws when
 * `stopping` returns true; a PostgreSQL that was started here but cannot be joined is stopped first.
 */
async function joinOrStart(place: Place, fixedPort: number | undefined, stopping: () => boolean): Promise<Presence> {
  const until = Date.now() + RETRY_FOR;
  let unwellSince: number | undefined;
  let ours = false;
  for (;;) {
    const file = readPostmasterFile(place.folder);
    const alive = file !== undefined && postmasterState(file.pid, place.folder) === 'alive';
    // Stopped meanwhile: a PostgreSQL that has just been restarted is still joined, so that it can be stopped in order.
    if (stopping() && (!alive || file.status === 'stopping' || Date.now() > until))
      throw new Error('The server is stopping.');
    if (alive) {
      try {
        return await registerPresence(file.port, place.passwords, place.alone);
      } catch (error) {
        if (file.status === 'ready' && !notNow(error)) {
          if (ours) await stopPostmaster(place.folder);
          throw error;
        }
      }
      unwellSince ??= Date.now();
      // While PostgreSQL recovers or stops, its status says so; one with status ready that does not respond hangs.
      if (file.status === 'ready' && Date.now() - unwellSince > UNWELL_AFTER) {
        place.log(`The database (process ${file.pid}) does not answer; ending it.`);
        await stopPostmaster(place.folder, 10_000);
      }
      await sleep(50);
      continue;
    }
    const failure = await startOnce(place, fixedPort ?? (await choosePort(place)));
    if (failure === undefined) {
      ours = true;
      continue;
    }
    // Another server of ours was faster. It writes to the same start log, so our own output may be lost.
    const winner = readPostmasterFile(place.folder);
    if (winner !== undefined && postmasterState(winner.pid, place.folder) === 'alive') continue;
    if (!passes(failure) || Date.now() > until) throw new Error(`PostgreSQL did not start. It said:\n${failure}`);
    await sleep(250);
  }
}

/** Returns true for errors of a database that starts, recovers, stops or is overloaded, and accepts sessions later. */
function notNow(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|53|55006|57)/.test(error.code ?? '');
  const { code, message } = error as NodeJS.ErrnoException;
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code ?? '') ||
    /timeout|terminated|not queryable/i.test(message)
  );
}

/** Starts PostgreSQL and waits until it accepts sessions. Returns its output if it ended instead. */
async function startOnce(place: Place, port: number): Promise<string | undefined> {
  place.log(`Starting PostgreSQL in ${place.folder}, on 127.0.0.1:${port}`);
  const { account, folder, postgres, startLog } = place;
  const child = spawnPostmaster({ account, folder, postgres, startLog, settings: place.settings(port) });
  let failure: string | undefined;
  child.once('error', (error) => {
    failure = error.message;
  });
  child.once('exit', (code, signal) => {
    failure = `exit ${signal ?? code}`;
  });
  while (failure === undefined) {
    const file = readPostmasterFile(folder);
    if (file?.pid === child.pid && file?.status === 'ready') {
      writeFileSync(place.portFile, String(port));
      return undefined;
    }
    await sleep(15);
  }
  return readFileSync(startLog, 'utf8').trim() || failure;
}

/**
 * Returns true for a temporary failure: another server of ours is starting PostgreSQL, workers of a killed one are still ending, or the
 * port was taken in the meantime.
 */
function passes(failure: string): boolean {
  return /lock file|running in data directory|shared memory block|could not bind|TCP\/IP sockets/.test(failure);
}

async function choosePort(place: Place): Promise<number> {
  const remembered = readRemembered(place.portFile);
  return (remembered && (await freePort(remembered))) || (await freePort(0)) || 0;
}

function readRemembered(file: string): number | undefined {
  try {
    const port = Number(readFileSync(file, 'utf8'));
    // A power cut may have left the file incomplete.
    return Number.isInteger(port) && port >= 1_024 && port <= 65_535 ? port : undefined;
  } catch {
    // No port was stored yet: any free port will do.
    return undefined;
  }
}

function freePort(wanted: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    // The port is taken: the caller tries another one.
    probe.once('error', () => resolve(undefined));
    probe.listen({ host: '127.0.0.1', port: wanted, exclusive: true }, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
    });
  });
}
