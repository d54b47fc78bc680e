/**
 * `npm run chaos:disk`: the real server on a disk of its own that fills up, twice: until statements fail, and until the
 * database's log finds no room and the database ends. Money goes in all the while; afterwards every acknowledged deposit is
 * there once. Needs root, for mounting. Ends with 1 where the server ended, said something else than 507 or 503, or lost
 * or doubled a deposit.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '../../../../e2e/client.ts';
import { runServer } from '../../../../e2e/server.ts';
import { made, makeSetting } from './setting.ts';

const SIZE = '260m';
const AMOUNT = 10;
const BLOCK = Buffer.alloc(64 * 1024);

const disk = mkdtempSync(join(tmpdir(), 'mfuko-disk-'));
execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', disk]);
const problems: string[] = [];
const statuses = new Map<string, number>();
let acknowledged = 0;
try {
  // The clock of the double press compares deposits without a key only; each of these has its own.
  const server = await runServer({ LOG_LEVEL: 'fatal' }, join(disk, 'data'));
  let alive = true;
  void server.ended.then(() => (alive = false));
  const setting = await makeSetting(server, { tellers: 2, students: 1 });
  const client = await connect(server.url, setting.admin.token());
  client.actOn(setting.school);
  const [admissionNumber] = setting.students;

  /** Deposits under one key until it is recorded, or until the patience is over. Answers whether it was. */
  const payIn = async (key: string, tries: number): Promise<boolean> => {
    for (let each = 0; each < tries && alive; each++) {
      const { status, body } = await client.call('wallet/deposit', { admissionNumber, amount: AMOUNT }, 'POST', {
        'idempotency-key': key,
      });
      const said = `${status} ${status === 200 ? '' : String(body.problem)}`.trim();
      statuses.set(said, (statuses.get(said) ?? 0) + 1);
      if (status === 200) {
        acknowledged++;
        return true;
      }
      if (status !== 507 && status !== 503) problems.push(`a deposit was answered ${said}`);
      await sleep(100);
    }
    return false;
  };
  const ready = async () => (await fetch(`${server.url}/api/health/ready`)).status;

  for (const leave of [8 * 1024 * 1024, 0]) {
    const filler = fill(leave);
    const waiting: string[] = [];
    // Each row takes its bytes: sooner or later there is no room for one more.
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
  if (balance !== acknowledged * AMOUNT) problems.push(`KES ${balance} for ${acknowledged} deposits of KES ${AMOUNT}`);
  await made(setting.admin, 'school/createClass', { className: 'Afterwards' });
  await server.end('SIGTERM');
} finally {
  execFileSync('umount', ['-l', disk]);
  rmSync(disk, { recursive: true, force: true });
}
process.stdout.write(`answers ${JSON.stringify(Object.fromEntries(statuses))}\n`);
process.stdout.write(`acknowledged ${acknowledged}, each there once: ${problems.length === 0}\n`);
for (const problem of new Set(problems)) process.stdout.write(`  ${problem}\n`);
process.exit(problems.length === 0 ? 0 : 1);

/** Fills the disk but for so many bytes. */
function fill(leave: number): string {
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
