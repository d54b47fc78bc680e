import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { atNight, isOfAChange } from '../../../../../scripts/at-night.ts';
import { postmasterState, readPostmasterFile, stopPostmaster } from './postmaster.ts';
import { WrongPasswordError } from './presence.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start.ts';

const isRoot = process.getuid?.() === 0;
const folders: string[] = [];
const processes: ChildProcess[] = [];
let model: string;

function makeDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'mfuko-postgres-'));
  chmodSync(dataDir, 0o755);
  folders.push(dataDir);
  return dataDir;
}

/** Copies a data folder that was in use before, because creating one takes long. */
function makeUsedDataDir(): string {
  const dataDir = makeDataDir();
  execFileSync('cp', ['-a', `${model}/.`, dataDir]);
  return dataDir;
}

function start(dataDir: string): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir, log: () => undefined });
}

/** Starts PostgreSQL without durability, for tests that are not about the disk. */
function startLoosely(dataDir: string): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir, log: () => undefined, durable: false });
}

/** Starts another server process on the folder, and returns the database URL that the process prints. */
async function hold(
  dataDir: string,
  identity: { uid?: number; gid?: number } = {},
  ...how: 'alone'[]
): Promise<{ holder: ChildProcess; url: string }> {
  const holder = spawn(process.execPath, [join(import.meta.dirname, 'holder.testkit.ts'), dataDir, ...how], {
    ...identity,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  processes.push(holder);
  const [line] = await Promise.race([
    new Promise<string[]>((resolve) => holder.stdout?.once('data', (data) => resolve([String(data).trim()]))),
    new Promise<never>((_, reject) =>
      holder.once('exit', (code) => reject(new Error(`the holder ended with ${code}`))),
    ),
  ]);
  return { holder, url: line ?? '' };
}

function end(process: ChildProcess, signal: NodeJS.Signals): Promise<unknown> {
  const ended = new Promise((resolve) => process.once('exit', resolve));
  process.kill(signal);
  return ended;
}

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row & pg.QueryResultRow>(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function pidOf(dataDir: string): number {
  return readPostmasterFile(join(dataDir, 'postgres'))?.pid ?? 0;
}

beforeAll(async () => {
  model = mkdtempSync(join(tmpdir(), 'mfuko-postgres-'));
  chmodSync(model, 0o755);
  await (await startLoosely(model)).stop();
});

afterAll(() => rmSync(model, { recursive: true, force: true }));

afterEach(async () => {
  for (const process of processes.splice(0)) process.kill('SIGKILL');
  for (const dataDir of folders.splice(0)) {
    await stopPostmaster(join(dataDir, 'postgres'), 10_000);
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('a first start creates a cluster with fsync, checksums and private key files, and stops cleanly', async () => {
  const dataDir = makeDataDir();
  const postgres = await start(dataDir);
  const [facts] = await query(
    postgres.ownerUrl,
    `SELECT current_user AS owner, rolsuper AS super, current_setting('fsync') AS fsync,
       current_setting('synchronous_commit') AS commit, current_setting('data_checksums') AS checksums,
       current_setting('listen_addresses') AS listens,
       datlocprovider AS provider, datlocale AS locale
     FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()`,
  );
  expect(facts).toEqual({
    owner: 'mfuko_owner',
    super: false,
    fsync: 'on',
    commit: 'on',
    checksums: 'on',
    listens: '127.0.0.1',
    provider: 'b',
    locale: 'C.UTF-8',
  });
  for (const key of readdirSync(join(dataDir, 'keys'))) {
    expect(statSync(join(dataDir, 'keys', key)).mode & 0o777, key).toBe(0o600);
  }
  expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
  await postgres.stop();
  expect(pidOf(dataDir)).toBe(0);
});

test('a local connection with a wrong password is rejected', async () => {
  const postgres = await start(makeUsedDataDir());
  const url = new URL(postgres.ownerUrl);
  url.password = 'guess';
  await expect(query(url.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
  url.username = 'postgres';
  await expect(query(url.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
  await postgres.stop();
});

test('a second start keeps the port and the data', async () => {
  const dataDir = makeUsedDataDir();
  const first = await start(dataDir);
  await query(first.ownerUrl, 'CREATE TABLE kept AS SELECT 7 AS number');
  await first.stop();
  const second = await start(dataDir);
  expect(second.ownerUrl).toBe(first.ownerUrl);
  expect(await query(second.ownerUrl, 'SELECT * FROM kept')).toEqual([{ number: 7 }]);
  await second.stop();
});

const DAMAGED = 'a start ignores a port file with the damaged content %j';
const startWithPort = async (text: string) => {
  const dataDir = makeUsedDataDir();
  writeFileSync(join(dataDir, 'postgres.port'), text);
  await (await startLoosely(dataDir)).stop();
};
test.each(['\0\0\0'])(DAMAGED, startWithPort);
atNight.each(['', '4', '99999', 'x'])(DAMAGED, startWithPort);

test("a start without the superuser's key succeeds, logs it and creates no key", async () => {
  const dataDir = makeUsedDataDir();
  rmSync(join(dataDir, 'keys/postgres-superuser.key'));
  const said: string[] = [];
  const log = (line: string) => void said.push(line);
  await (await startEmbeddedPostgres({ dataDir, log, durable: false })).stop();
  expect(said.join('\n')).toContain('postgres-superuser.key is missing');
  expect(readdirSync(join(dataDir, 'keys'))).toEqual(['postgres-owner.key']);
});

test("a renewed owner's key is set in the database by means of the superuser's key", async () => {
  const dataDir = makeUsedDataDir();
  writeFileSync(join(dataDir, 'keys/postgres-owner.key'), 'abcdefghijklmnopqrstuvwxyz012345');
  const postgres = await startLoosely(dataDir);
  expect(await query(postgres.ownerUrl, 'SELECT 1 AS up')).toEqual([{ up: 1 }]);
  await postgres.stop();
});

atNight('a start removes the files that an interrupted first start left', async () => {
  const dataDir = makeDataDir();
  mkdirSync(join(dataDir, 'postgres.new-9999999-a'));
  writeFileSync(join(dataDir, 'postgres.new-9999999-a.password'), 'left over');
  const postgres = await startLoosely(dataDir);
  await postgres.stop();
  expect(readdirSync(dataDir).filter((name) => name.includes('.new-'))).toEqual([]);
});

describe('a killed server or database', () => {
  test('a start takes over the running database of a killed server', async () => {
    const dataDir = makeUsedDataDir();
    const { holder, url } = await hold(dataDir);
    await query(url, 'CREATE TABLE kept AS SELECT 7 AS number');
    const left = pidOf(dataDir);
    await end(holder, 'SIGKILL');
    const postgres = await start(dataDir);
    expect(pidOf(dataDir)).toBe(left);
    expect(await query(postgres.ownerUrl, 'SELECT * FROM kept')).toEqual([{ number: 7 }]);
    await postgres.stop();
    expect(postmasterState(left, join(dataDir, 'postgres'))).not.toBe('alive');
  });

  test('a start recovers committed rows after server and database were killed', async () => {
    const dataDir = makeUsedDataDir();
    const { holder, url } = await hold(dataDir);
    await query(url, 'CREATE TABLE kept AS SELECT 7 AS number');
    const left = pidOf(dataDir);
    await end(holder, 'SIGKILL');
    process.kill(left, 'SIGKILL');
    const postgres = await start(dataDir);
    expect(pidOf(dataDir)).not.toBe(left);
    expect(await query(postgres.ownerUrl, 'SELECT * FROM kept')).toEqual([{ number: 7 }]);
    await postgres.stop();
  });

  atNight('stop() during a database restart ends the database', async () => {
    const dataDir = makeUsedDataDir();
    const postgres = await startLoosely(dataDir);
    process.kill(pidOf(dataDir), 'SIGKILL');
    // Waits for the restart, in which postmaster.pid gets another process id.
    const killed = pidOf(dataDir);
    await expect.poll(() => pidOf(dataDir), { interval: 10, timeout: 15_000 }).not.toBe(killed);
    await postgres.stop();
    expect(postmasterState(pidOf(dataDir), join(dataDir, 'postgres'))).not.toBe('alive');
  });

  atNight('a database that receives SIGTERM alone is restarted even with open sessions', async () => {
    const dataDir = makeUsedDataDir();
    const postgres = await startLoosely(dataDir);
    const open = new pg.Client({ connectionString: postgres.ownerUrl });
    open.on('error', () => undefined);
    await open.connect();
    const told = pidOf(dataDir);
    process.kill(told, 'SIGTERM');
    await expect
      .poll(() => query(postgres.ownerUrl, 'SELECT 1 AS up').catch(() => undefined), { timeout: 15_000 })
      .toEqual([{ up: 1 }]);
    expect(pidOf(dataDir)).not.toBe(told);
    await postgres.stop();
    expect(pidOf(dataDir)).toBe(0);
  });

  atNight('stop() after the database received SIGTERM ends the database', async () => {
    const dataDir = makeUsedDataDir();
    const postgres = await startLoosely(dataDir);
    const open = new pg.Client({ connectionString: postgres.ownerUrl });
    open.on('error', () => undefined);
    await open.connect();
    const told = pidOf(dataDir);
    process.kill(told, 'SIGTERM');
    await postgres.stop();
    expect(postmasterState(told, join(dataDir, 'postgres'))).not.toBe('alive');
    expect(pidOf(dataDir)).toBe(0);
  });

  test('a database killed under a server restarts on the same port with every acknowledged row', async () => {
    const dataDir = makeUsedDataDir();
    const postgres = await start(dataDir);
    await query(postgres.ownerUrl, 'CREATE TABLE counted (number int PRIMARY KEY)');
    const acknowledged: number[] = [];
    let killed = false;
    const writing = (async () => {
      for (let number = 1; !killed; number++) {
        await query(postgres.ownerUrl, `INSERT INTO counted VALUES (${number})`).then(
          () => acknowledged.push(number),
          () => sleep(20),
        );
      }
    })();
    for (let round = 0; round < 3; round++) {
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length, { timeout: 15_000 }).toBeGreaterThan(before + 10);
      process.kill(pidOf(dataDir), 'SIGKILL');
    }
    killed = true;
    await writing;
    await expect
      .poll(() => query(postgres.ownerUrl, 'SELECT 1').catch(() => undefined), { timeout: 15_000 })
      .toBeDefined();
    const rows = await query<{ number: number }>(postgres.ownerUrl, 'SELECT number FROM counted');
    const found = new Set(rows.map((row) => row.number));
    expect(acknowledged.filter((number) => !found.has(number))).toEqual([]);
    await postgres.stop();
  }, 60_000);
});

describe('exclusive use of a data folder', () => {
  const serve = (dataDir: string) => startEmbeddedPostgres({ dataDir, log: () => undefined, alone: true });

  test('rejects a second server, naming the first, and lets a tool join', async () => {
    const dataDir = makeUsedDataDir();
    const { holder } = await hold(dataDir, {}, 'alone');
    await expect(serve(dataDir)).rejects.toThrow(`DATA_DIR (mfuko server, process ${holder.pid}): end it first`);
    const tool = await start(dataDir);
    expect(await query(tool.ownerUrl, 'SELECT 1 AS up')).toEqual([{ up: 1 }]);
    await tool.stop();
    expect(pidOf(dataDir)).not.toBe(0);
  });

  test('passes to the next server after the first was killed', async () => {
    const dataDir = makeUsedDataDir();
    const { holder } = await hold(dataDir, {}, 'alone');
    await end(holder, 'SIGKILL');
    expect(pidOf(dataDir)).not.toBe(0);
    await (await serve(dataDir)).stop();
    expect(pidOf(dataDir)).toBe(0);
  });

  atNight(
    'is reserved again after the database was killed',
    async () => {
      const dataDir = makeUsedDataDir();
      const server = await serve(dataDir);
      const before = pidOf(dataDir);
      process.kill(before, 'SIGKILL');
      await expect.poll(() => pidOf(dataDir) !== before && isAlone(server.ownerUrl), { timeout: 30_000 }).toBe(true);
      await expect(serve(dataDir)).rejects.toThrow('end it first');
      await server.stop();
    },
    60_000,
  );

  /** Returns true if the session that reserves the folder exists. */
  async function isAlone(url: string): Promise<boolean> {
    const names = `SELECT 1 FROM pg_stat_activity WHERE application_name LIKE 'mfuko server, %'`;
    return query(url, names).then(
      (rows) => rows.length === 1,
      // The database is just starting.
      () => false,
    );
  }
});

describe('two processes on one data folder', () => {
  test('share one database when started concurrently, and the last to stop ends it', async () => {
    const dataDir = makeDataDir();
    const [one, other] = await Promise.all([hold(dataDir), hold(dataDir)]);
    expect(one.url).toBe(other.url);
    const shared = pidOf(dataDir);
    await end(one.holder, 'SIGTERM');
    expect(await query(other.url, 'SELECT 1 AS up')).toEqual([{ up: 1 }]);
    expect(pidOf(dataDir)).toBe(shared);
    await end(other.holder, 'SIGTERM');
    expect(pidOf(dataDir)).toBe(0);
  });

  atNight('end the database when they stop concurrently', async () => {
    const dataDir = makeUsedDataDir();
    const [one, other] = await Promise.all([start(dataDir), start(dataDir)]);
    await Promise.all([one.stop(), other.stop()]);
    expect(pidOf(dataDir)).toBe(0);
  });
});

describe('a foreign process id in postmaster.pid', () => {
  /** Makes a folder whose PostgreSQL runs as the current user, so that it may signal the process in postmaster.pid. */
  async function makeOwnDataDir(): Promise<string> {
    const dataDir = makeDataDir();
    if (isRoot) chmodSync(dataDir, 0o700);
    await (await startLoosely(dataDir)).stop();
    return dataDir;
  }

  function leavePid(dataDir: string, pid: number): void {
    const folder = join(dataDir, 'postgres');
    writeFileSync(join(folder, 'postmaster.pid'), `${pid}\n${folder}\n1700000000\n5432\n\n127.0.0.1\n`);
    const { uid, gid } = statSync(folder);
    chownSync(join(folder, 'postmaster.pid'), uid, gid);
  }

  atNight('does not block the start when another process has it, and that process is not ended', async () => {
    const dataDir = await makeOwnDataDir();
    const stranger = spawn('sleep', ['60']);
    processes.push(stranger);
    leavePid(dataDir, stranger.pid ?? 0);
    const postgres = await startLoosely(dataDir);
    await postgres.stop();
    expect(stranger.exitCode).toBeNull();
  });

  atNight("does not block the start when it is a zombie's", async () => {
    const dataDir = await makeOwnDataDir();
    // The shell becomes a sleep, which never reaps the child that it inherits; the child ends only after that.
    const parent = spawn('sh', ['-c', 'read line <&3 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    });
    processes.push(parent);
    const pid = await new Promise<number>((resolve) => parent.stdout?.once('data', (data) => resolve(Number(data))));
    await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n');
    parent.stdio[3]?.destroy();
    await expect.poll(() => postmasterState(pid, join(dataDir, 'postgres'))).toBe('zombie');
    leavePid(dataDir, pid);
    const postgres = await startLoosely(dataDir);
    await postgres.stop();
  });
});

describe('the operating system user', () => {
  test.runIf(isRoot)('root starts the database below a folder that only root may enter', async () => {
    const dataDir = makeDataDir();
    chmodSync(dataDir, 0o700);
    const below = join(dataDir, 'deep');
    const postgres = await startLoosely(below);
    expect(await query(postgres.ownerUrl, 'SELECT 1 AS up')).toEqual([{ up: 1 }]);
    expect(statSync(join(below, 'postgres')).uid).toBe(0);
    await postgres.stop();
  });

  test.runIf(isRoot && !isOfAChange())(
    'root without user namespaces runs it as another user, who gets only search permission on the folder',
    async () => {
      const dataDir = makeDataDir();
      chmodSync(dataDir, 0o700);
      const { PATH } = process.env;
      // Without `unshare` in the path, user namespaces are unavailable.
      process.env.PATH = '/nowhere';
      try {
        const postgres = await startLoosely(dataDir);
        expect(await query(postgres.ownerUrl, 'SELECT 1 AS up')).toEqual([{ up: 1 }]);
        await postgres.stop();
      } finally {
        process.env.PATH = PATH;
      }
      expect(statSync(join(dataDir, 'postgres')).uid).not.toBe(0);
      expect(statSync(dataDir)).toMatchObject({ uid: 0, mode: 0o40710 });
      expect(statSync(join(dataDir, 'keys')).mode & 0o777).toBe(0o700);
    },
  );

  test.runIf(isRoot && readableByAll(process.execPath) && !isOfAChange())(
    'an ordinary user starts the database, and then root on the same folder',
    async () => {
      const dataDir = makeDataDir();
      const nobody = { uid: 65_534, gid: 65_534 };
      chownSync(dataDir, nobody.uid, nobody.gid);
      const { holder, url } = await hold(dataDir, nobody);
      await end(holder, 'SIGTERM');
      const postgres = await start(dataDir);
      expect(postgres.ownerUrl).toBe(url);
      expect(statSync(join(dataDir, 'postgres')).uid).toBe(nobody.uid);
      await postgres.stop();
    },
  );
});

describe('a rejected start', () => {
  test('throws WrongPasswordError for keys of another database and stops the database', async () => {
    const dataDir = makeUsedDataDir();
    for (const name of ['owner', 'superuser'])
      writeFileSync(join(dataDir, `keys/postgres-${name}.key`), 'abcdefghijklmnopqrstuvwxyz012345');
    await expect(start(dataDir)).rejects.toThrow(WrongPasswordError);
    expect(pidOf(dataDir)).toBe(0);
  });

  test.each([
    ['empty', ''],
    ['damaged', 'half'],
    ['missing', null],
  ])("names the owner's key file that is %s, and starts no database", async (how, text) => {
    const dataDir = makeUsedDataDir();
    const key = join(dataDir, 'keys/postgres-owner.key');
    if (text === null) rmSync(key);
    else writeFileSync(key, text);
    await expect(start(dataDir)).rejects.toThrow(`${key} is ${how}`);
    expect(pidOf(dataDir)).toBe(0);
  });

  test('names the PostgreSQL version of a database of another version', async () => {
    const dataDir = makeUsedDataDir();
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '17\n');
    await expect(start(dataDir)).rejects.toThrow(/PostgreSQL 17/);
  });

  test("repeats PostgreSQL's message for a damaged database folder", async () => {
    const dataDir = makeUsedDataDir();
    rmSync(join(dataDir, 'postgres/global'), { recursive: true });
    await expect(start(dataDir)).rejects.toThrow(/PostgreSQL did not start\. It said:\n.*global/s);
  });
});

function readableByAll(path: string): boolean {
  try {
    execFileSync('test', ['-x', path], { uid: 65_534, gid: 65_534 });
    return existsSync('/proc/self');
  } catch {
    return false;
  }
}
