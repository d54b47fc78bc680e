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
import { holdPresence, ownerUrl, type Passwords, type Presence } from './presence.ts';
import { type Settings, serverSettings } from './settings.ts';

export interface EmbeddedPostgresOptions {
  /** DATA_DIR: the cluster goes to `postgres` below it, the passwords to `keys`. */
  readonly dataDir: string;
  readonly log: (line: string) => void;
  /** Unset: the port of last time where it is free, else a free one. */
  readonly port?: number;
  /** False gives up what the disk promises for speed: for tests. */
  readonly durable?: boolean;
  readonly settings?: Settings;
  /** For the server itself, which is the only one of the folder; a tool joins it. */
  readonly alone?: boolean;
}

export interface EmbeddedPostgres {
  /** The URL of the owner, who may make roles and databases but is no superuser. */
  readonly ownerUrl: string;
  /** Ends the server, unless another server of ours still uses it. */
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

/** Longest that a SIGTERM to the database alone may hold up the school. */
const LOOK_EVERY = 1_000;
const RETRY_FOR = 30_000;
const UNWELL_AFTER = 20_000;

/**
 * Starts PostgreSQL below DATA_DIR, or joins the one that runs there already: that of a server or tool, or one left over from a
 * server that was killed. Sharing is safe because PostgreSQL itself arbitrates; each user registers by a session, and
 * only the last to leave ends it. A database that dies meanwhile is started again on the same port. Throws
 * WrongPasswordError where the keys do not open the database; one that was started for that is ended again. Throws AnotherServerError
 * where somebody else is `alone` there.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const place = await preparePlace(options);
  let stopping = false;
  let presence = await joinOrStart(place, options.port, () => stopping);
  const { port } = presence;
  const hurry = setInterval(() => stopping || hurryShutdown(place), LOOK_EVERY);
  hurry.unref();

  const keepUp = async (): Promise<void> => {
    for (;;) {
      await presence.lost;
      if (stopping) return;
      place.log('The database went away; starting it again.');
      presence = await startAgain(place, port, () => stopping);
      // Told to stop meanwhile: what was taken up again is given up again.
      if (stopping) return giveUp();
    }
  };
  const giveUp = async (): Promise<void> => {
    // A database that somebody has told to stop waits for sessions to end; whoever leaves sees it to its end.
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

/** Made before the cluster is, and never beside one. The superuser's is needed for dumps and repairs, not for running. */
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
 * Ends a smart shutdown. `kill` without an option, and an init system, send SIGTERM, on which PostgreSQL takes no new session
 * and waits for ours to end, which it never does: a deadlock. A fast shutdown cuts them, and the database is started again.
 */
function hurryShutdown(place: Place): void {
  const file = readPostmasterFile(place.folder);
  if (file === undefined || !isStopping(place)) return;
  place.log('Somebody told the database to stop; it is ended and started again.');
  process.kill(file.pid, 'SIGINT');
}

function isStopping(place: Place): boolean {
  const file = readPostmasterFile(place.folder);
  return file?.status === 'stopping' && postmasterState(file.pid, place.folder) === 'alive';
}

/**
 * Joins the server on the folder, or starts it; tries again while what is in the way passes by itself. Throws what does not
 * pass, and where `stopping` says so; a server that was started here and cannot be joined is ended first.
 */
async function joinOrStart(place: Place, fixedPort: number | undefined, stopping: () => boolean): Promise<Presence> {
  const until = Date.now() + RETRY_FOR;
  let unwellSince: number | undefined;
  let ours = false;
  for (;;) {
    const file = readPostmasterFile(place.folder);
    const alive = file !== undefined && postmasterState(file.pid, place.folder) === 'alive';
    // Told to stop meanwhile: one that was just started again is joined all the same, so that it can be given up in order.
    if (stopping() && (!alive || file.status === 'stopping' || Date.now() > until))
      throw new Error('The server stops.');
    if (alive) {
      try {
        return await holdPresence(file.port, place.passwords, place.alone);
      } catch (error) {
        if (file.status === 'ready' && !notNow(error)) {
          if (ours) await stopPostmaster(place.folder);
          throw error;
        }
      }
      unwellSince ??= Date.now();
      // While it recovers or stops, its status says so; one that claims to be ready and does not answer hangs.
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
    // Another server of ours was quicker. Its start writes to the same log, so what ours said may be lost in it.
    const winner = readPostmasterFile(place.folder);
    if (winner !== undefined && postmasterState(winner.pid, place.folder) === 'alive') continue;
    if (!passes(failure) || Date.now() > until) throw new Error(`PostgreSQL did not start. It said:\n${failure}`);
    await sleep(250);
  }
}

/** A database that starts, recovers, stops or is overloaded takes sessions later; any other refusal stays. */
function notNow(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|53|55006|57)/.test(error.code ?? '');
  const { code, message } = error as NodeJS.ErrnoException;
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code ?? '') ||
    /timeout|terminated|not queryable/i.test(message)
  );
}

/** Starts the server and waits until it takes sessions. Returns what it said where it ended instead. */
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
 * Passes: what goes away by itself: another server of ours is starting it too, workers of a killed server are still
 * ending, or somebody took the port that was free a moment ago.
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
    // A power cut may have torn it.
    return Number.isInteger(port) && port >= 1_024 && port <= 65_535 ? port : undefined;
  } catch {
    // Nothing is remembered yet: any free port will do.
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
