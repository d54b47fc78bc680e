/**
 * `npm run chaos:power -- --seconds 1,5,8,25`: cuts the power of a real file system that many seconds after the very first start of the
 * server, and again after it is ready; everything that was not flushed is lost. Afterwards the server must start with its keys and its
 * data. Exits with 1 if it does not, and with 2 if this machine permits no mounting.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { connect } from '../../../../e2e/client.ts';
import { runServer } from '../../../../e2e/server.ts';
import { readPostmasterFile } from '../../src/platform/embedded-postgres/postmaster.ts';
import { type Disk, makeDisk } from './disk-image.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const ENV = { NODE_ENV: '', DATABASE_URL: '', SEED: 'none', DARAJA_SIMULATOR_PORT: '0', SMS_SIMULATOR_PORT: '0' };
const ADMIN = '254711000001';
const SINCE = ['start', 'ready'] as const;

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '1,5,8,25' } } });
const print = (line: string) => void process.stdout.write(`${line}\n`);

let wrong = 0;
for (const since of SINCE) {
  for (const seconds of values.seconds.split(',').map(Number)) {
    const disk = openDisk();
    if (!disk) process.exit(2);
    const found = await cutAfter(disk, since, seconds).catch((error: unknown) => `FAILED: ${String(error)}`);
    await disk.remove();
    if (found.startsWith('FAILED')) wrong++;
    print(`power cut ${seconds} s after ${since}: ${found}`);
  }
}
process.exit(wrong === 0 ? 0 : 1);

function openDisk(): Disk | null {
  try {
    return makeDisk();
  } catch (error) {
    print(`This machine mounts no image for us (root, loop devices, mkfs.ext4 and perl are needed): ${String(error)}`);
    return null;
  }
}

async function cutAfter(disk: Disk, since: (typeof SINCE)[number], seconds: number): Promise<string> {
  const dataDir = join(disk.folder, 'school', 'data');
  const server = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, ...ENV, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  let said = '';
  server.stdout.on('data', (data) => (said += String(data)));
  const isReady = () => said.includes(' is ready: ');
  while (since === 'ready' && !isReady() && server.exitCode === null) await sleep(50);
  // An Admin is created meanwhile; if that was acknowledged before the cut, the account must exist afterwards.
  const entered = since === 'ready' ? enterAdmin(dataDir) : Promise.resolve(false);
  await sleep(seconds * 1_000);
  const acknowledged = await Promise.race([entered, Promise.resolve(false)]);
  const before = kept(dataDir);
  const wasReady = isReady();
  // The disk cannot be read any more after the cut.
  const postmaster = readPostmasterFile(join(dataDir, 'postgres'))?.pid;
  try {
    disk.cut();
  } finally {
    end(server, postmaster);
  }
  await disk.restore();
  const again = await runServer(ENV, dataDir);
  try {
    const after = kept(dataDir);
    for (const [name, text] of before) {
      // Before a cluster exists, a start begins from scratch with whatever files exist.
      if (before.has('cluster') && after.get(name) !== text) throw new Error(`${name} is another one than before`);
    }
    await entered;
    if (!acknowledged) await again.createAdmin(ADMIN).catch(() => undefined);
    const admin = await connect(again.url);
    await admin.signIn(ADMIN, () => again.codeFor(ADMIN));
    const cluster = before.has('cluster') ? 'the same keys and database' : 'begun anew';
    return `up again, ${cluster}${wasReady ? '' : ' (it had not been ready)'}${acknowledged ? ', the Admin there' : ''}`;
  } finally {
    await again.end('SIGTERM');
  }
}

/** Resolves to true once the creation of the Admin was acknowledged. */
function enterAdmin(dataDir: string): Promise<boolean> {
  const args = ['apps/server/src/admin-create.ts', '--phone', ADMIN, '--first', 'Njeri', '--last', 'Kariuki'];
  const env = { ...process.env, ...ENV, DATA_DIR: dataDir };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: ROOT, env }, (error) => resolve(error === null));
  });
}

/** Every key, and the system identifier of the PostgreSQL cluster. */
function kept(dataDir: string): Map<string, string> {
  const keys = join(dataDir, 'keys');
  const names = existsSync(keys) ? readdirSync(keys).filter((name) => name.endsWith('.key')) : [];
  const found = new Map(names.map((name) => [name, readFileSync(join(keys, name), 'utf8')]));
  const control = join(dataDir, 'postgres', 'global', 'pg_control');
  if (existsSync(control)) found.set('cluster', readFileSync(control).subarray(0, 8).toString('hex'));
  return found;
}

/** Ends everything that a power cut would end: the server with its child processes, and its database. */
function end(server: ChildProcess, postmaster: number | undefined): void {
  for (const group of [server.pid, postmaster]) {
    try {
      if (group !== undefined) process.kill(-group, 'SIGKILL');
    } catch {
      // The process has ended by itself, since its disk is gone.
    }
  }
}
