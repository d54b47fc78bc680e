import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '../../../../e2e/client.ts';
import { type RunningServer, runServer } from '../../../../e2e/server.ts';
import { createRecord, makeSetting } from './setting.ts';

const SIZE = '260m';
const AMOUNT = 10;
const BLOCK = Buffer.alloc(64 * 1024);
/** Free bytes that are left: first room for some more rows, then none even for the database's WAL. */
const ROOM = [8 * 1024 * 1024, 0];

/** Result of a full disk. */
export interface Filled {
  /** Number of deposits by answer. */
  readonly answers: Readonly<Record<string, number>>;
  readonly acknowledged: number;
  /** Descriptions of everything that went wrong. */
  readonly problems: readonly string[];
}

/** Returns true if this user may mount such a disk here. */
export function mayMount(): boolean {
  const place = mkdtempSync(join(tmpdir(), 'mfuko-mount-'));
  try {
    mount(place, '1m');
    execFileSync('umount', [place]);
    return true;
  } catch {
    // Not root, or in a container without the privilege.
    return false;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function mount(folder: string, size: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'pipe' });
}

/**
 * Runs the real server on a separate disk that fills up, twice: until statements fail, and until the database has no room for its WAL and
 * ends. Deposits continue meanwhile; afterwards every acknowledged deposit has to be recorded once.
 */
export async function fillDisk(): Promise<Filled> {
  const disk = mkdtempSync(join(tmpdir(), 'mfuko-disk-'));
  mount(disk, SIZE);
  const problems: string[] = [];
  const answers = new Map<string, number>();
  let acknowledged = 0;
  let server: RunningServer | undefined;
  try {
    // The check against double presses applies only to deposits without a key; each of these has its own.
    const running = await runServer({ LOG_LEVEL: 'fatal' }, join(disk, 'data'));
    server = running;
    let alive = true;
    void running.ended.then(() => (alive = false));
    const setting = await makeSetting(running, { tellers: 2, students: 1 });
    const client = await connect(running.url, setting.admin.token());
    client.actOn(setting.school);
    const [admissionNumber] = setting.students;

    /** Retries a deposit under one key until it is recorded, or the tries are used up. Returns whether it was. */
    const payIn = async (key: string, tries: number): Promise<boolean> => {
      for (let each = 0; each < tries && alive; each++) {
        const { status, body } = await client.call('wallet/deposit', { admissionNumber, amount: AMOUNT }, 'POST', {
          'idempotency-key': key,
        });
        const said = `${status} ${status === 200 ? '' : String(body.problem)}`.trim();
        answers.set(said, (answers.get(said) ?? 0) + 1);
        if (status === 200) {
          acknowledged++;
          return true;
        }
        if (status !== 507 && status !== 503) problems.push(`a deposit was answered ${said}`);
        await sleep(100);
      }
      return false;
    };
    const ready = async () => (await fetch(`${running.url}/api/health/ready`)).status;

    for (const leave of ROOM) {
      const filler = fill(disk, leave);
      const waiting: string[] = [];
      // Each row takes space, so at some point there is none for another.
      for (let count = 0; count < 3_000 && waiting.length < 5 && alive; count++) {
        const key = randomUUID();
        if (!(await payIn(key, 1))) waiting.push(key);
      }
      if (leave === 0 && waiting.length === 0) problems.push('the disk was full and nothing was refused');
      if ((await ready()) === 200) problems.push('ready, though the disk is full');
      rmSync(filler);
      // The database may have to recover first.
      for (const key of waiting)
        if (!(await payIn(key, 600))) problems.push('a deposit was not taken once there was room');
      for (let tries = 0; tries < 300 && (await ready()) !== 200; tries++) await sleep(100);
      if ((await ready()) !== 200) problems.push('not ready though there is room');
    }
    if (!alive) problems.push('the server ended');
    const { body } = await client.call('wallet/getBalances', {}, 'GET');
    const balance = Number(body[0]?.balance);
    if (balance !== acknowledged * AMOUNT)
      problems.push(`KES ${balance} for ${acknowledged} deposits of KES ${AMOUNT}`);
    await createRecord(setting.admin, 'school/createClass', { className: 'Afterwards' });
  } finally {
    await server?.end('SIGTERM');
    execFileSync('umount', ['-l', disk]);
    rmSync(disk, { recursive: true, force: true });
  }
  return { answers: Object.fromEntries(answers), acknowledged, problems: [...new Set(problems)] };
}

/** Fills the disk except for that many bytes. */
function fill(disk: string, leave: number): string {
  const file = join(disk, `filler-${leave}`);
  const handle = openSync(file, 'w');
  const stop = () => Number(execFileSync('df', ['--output=avail', '-B1', disk]).toString().split('\n')[1]) <= leave;
  try {
    while (!stop()) for (let block = 0; block < 16; block++) writeSync(handle, BLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(handle);
  }
  return file;
}
