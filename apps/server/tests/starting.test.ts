import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { readOrMakeKey } from '../src/platform/crypto/key-files.ts';
import { postmasterState, readPostmasterFile, stopPostmaster } from '../src/platform/embedded-postgres/postmaster.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/start.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'mfuko-starting-'));
});
afterEach(async () => {
  await stopPostmaster(join(dataDir, 'postgres'), 10_000);
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts the real server and waits for its end. */
async function start(env: Record<string, string>): Promise<{ code: number; said: string }> {
  const environment = {
    NODE_ENV: '',
    DATABASE_URL: '',
    SEED: 'none',
    DARAJA_SIMULATOR_PORT: '0',
    SMS_SIMULATOR_PORT: '0',
  };
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, ...environment, PORT: '0', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  const [code] = await once(child, 'exit');
  return { code, said };
}

it('the server exits with 78 if its port is taken, before it creates a database', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const port = (other.address() as AddressInfo).port;
  const { code, said } = await start({ PORT: String(port) });
  expect(said).toContain(`127.0.0.1:${port} is taken`);
  expect(code).toBe(78);
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
}, 60_000);

it.each([
  [
    'a port on which nothing listens',
    'postgresql://owner:ga-sha@127.0.0.1:1/mfuko',
    'at 127.0.0.1, port 1: nothing listens there',
  ],
  ['a name that no machine has', 'postgresql://owner:ga-sha@db.invalid/mfuko', 'at db.invalid, port 5432: '],
  [
    'a folder without a socket',
    'postgresql://owner:ga-sha@/mfuko?host=/nowhere',
    'at /nowhere, port 5432: nothing listens there',
  ],
])(
  'the server names DATABASE_URL and no password if it leads to %s, and exits with 70',
  async (_, url, words) => {
    const { code, said } = await start({ DATABASE_URL: url });
    expect(said).toMatch(/^The database of DATABASE_URL cannot be reached [^\n]*\n$/);
    expect(said).toContain(words);
    expect(said).not.toContain('ga-sha');
    expect(code).toBe(70);
  },
  60_000,
);

it('the server exits with 78 if a key of BACKUP_RECIPIENT is mistyped, before it creates a database', async () => {
  const right = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';
  const { code, said } = await start({ BACKUP_RECIPIENT: `${right}, ${right.replace(/p$/, 'q')}` });
  expect(said).toMatch(/^BACKUP_RECIPIENT must be keys as .*\n$/);
  expect(code).toBe(78);
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
}, 60_000);

it('the server exits with 78 if another runs on its data, and leaves that database running', async () => {
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined, alone: true });
  onTestFinished(() => server.stop());
  // The key files exist, as after a first start.
  for (const name of ['master', 'wire', 'offline', 'database-app'] as const) readOrMakeKey(dataDir, name);
  const { code, said } = await start({});
  expect(said).toMatch(/^A server runs already on the data in DATA_DIR \(mfuko server, process \d+\): end it first/);
  expect(code).toBe(78);
  const folder = join(dataDir, 'postgres');
  expect(postmasterState(readPostmasterFile(folder)?.pid ?? 0, folder)).toBe('alive');
}, 60_000);

it('a server that fails after starting its database stops the database too', async () => {
  // The process may not open any port once the database exists.
  const preload = `import fs from 'node:fs'; import net from 'node:net'; const { listen } = net.Server.prototype;
    net.Server.prototype.listen = function (...args) {
      if (fs.existsSync(${JSON.stringify(join(dataDir, 'postgres/postmaster.pid'))})) throw new Error('no more ports');
      return listen.apply(this, args);
    };`;
  const { code, said } = await start({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}` });
  expect(said).toContain('no more ports');
  expect(code).toBe(70);
  const folder = join(dataDir, 'postgres');
  expect(existsSync(join(folder, 'PG_VERSION'))).toBe(true);
  const left = readPostmasterFile(folder);
  expect(left && postmasterState(left.pid, folder)).not.toBe('alive');
}, 60_000);
