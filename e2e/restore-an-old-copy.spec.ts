import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type WireClient } from './client.ts';
import { copyFolder } from './copy-folder.ts';
import { type RunningServer, startServer } from './server.ts';

const OPERATOR = '254700000001';
const BURSAR = '254700000002';
const NAMES = 'Zuhura Naliaka Wetosi';

let server: RunningServer;
let oldCopy: string;
let child: string;
let tokens: readonly [operator: string, bursar: string];
let school: string;

/** The two who erase, signed in since before the copy was taken. */
async function people(): Promise<[operator: WireClient, bursar: WireClient]> {
  const operator = await connect(server.url, tokens[0]);
  operator.actOn(school);
  return [operator, await connect(server.url, tokens[1])];
}

beforeAll(async () => {
  oldCopy = mkdtempSync(join(tmpdir(), 'mfuko-old-copy-'));
  server = await startServer({ SEED: 'demo' });
  const [operator, bursar] = [await connect(server.url), await connect(server.url)];
  await operator.signIn(OPERATOR, () => server.codeFor(OPERATOR));
  await bursar.signIn(BURSAR, () => server.codeFor(BURSAR));
  tokens = [operator.token(), bursar.token()];
  const { body } = await operator.call('school/viewSchools', {}, 'GET');
  school = String(body[0]?.sysid);
  const made = await bursar.call('school/createClass', { className: 'Grade 6 Nyota' });
  const student = { admissionNumber: '90009', names: NAMES, classSYSID: made.body.sysid, checkPin: '482613' };
  child = String((await bursar.call('student/createStudent', student)).body.sysid);
  // Copied while the database is stopped.
  await server.end('SIGTERM');
  copyFolder(join(server.dataDir, 'postgres'), oldCopy);
  server = await startServer({}, server.dataDir);
});
afterAll(async () => {
  await server?.stop();
  rmSync(oldCopy, { recursive: true, force: true });
});

async function findThem(who: WireClient): Promise<[status: number, count: unknown]> {
  const { status, body } = await who.call('student/getStudents', { page: '1', search: NAMES }, 'GET');
  return [status, body.length];
}

/** Runs one of the server's programs on the data to its end; rejects where it ends otherwise than with 0. */
function program(name: string): Promise<{ stdout: string; stderr: string }> {
  const ports = { PORT: '0', DARAJA_SIMULATOR_PORT: '0', SMS_SIMULATOR_PORT: '0' };
  return promisify(execFile)(process.execPath, [`apps/server/src/${name}`], {
    env: { ...process.env, NODE_ENV: '', DATABASE_URL: '', SEED: 'none', DATA_DIR: server.dataDir, ...ports },
    timeout: 120_000,
  });
}

describe('restored old copy of the database', () => {
  it('erases a student again who was erased after the copy was taken', async () => {
    const [operator, bursar] = await people();
    expect((await bursar.call('student/getStudent', { sysid: child }, 'GET')).body.names).toBe(NAMES);
    expect(await findThem(bursar)).toEqual([200, 1]);
    expect((await bursar.call('student/erase', { sysid: child, reason: 'The family asked for it' })).status).toBe(200);
    expect((await operator.call('student/approveErase', { sysid: child })).status).toBe(200);

    await server.end('SIGTERM');
    rmSync(join(server.dataDir, 'postgres'), { recursive: true });
    mkdirSync(join(server.dataDir, 'postgres'), { mode: 0o700 });
    copyFolder(oldCopy, join(server.dataDir, 'postgres'));
    server = await startServer({}, server.dataDir);

    const [, again] = await people();
    expect((await again.call('student/getStudent', { sysid: child }, 'GET')).status).toBe(404);
    expect((await again.call('student/getStudent', { admissionNumber: '90009' }, 'GET')).status).toBe(404);
    expect(await findThem(again)).toEqual([200, 0]);
    expect(await server.printed('An older copy of the data was restored')).toContain('erased 1 of its students again');
  });

  it('pays cash out by a sealed PIN, and passes the ledger verification', async () => {
    const [, bursar] = await people();
    const paid = { admissionNumber: '4007', pin: '274951', amount: 20, userName: BURSAR };
    expect((await bursar.call('wallet/cashOutPin', paid)).status).toBe(200);
    const told = await program('ledger-verify.ts');
    expect(told.stdout).toContain('in order.');
  });

  it('refuses to start with another master key, and serves again with its own', async () => {
    await server.end('SIGTERM');
    const file = join(server.dataDir, 'keys', 'master.key');
    const own = readFileSync(file, 'utf8');
    writeFileSync(file, randomBytes(32).toString('base64'));
    const refused = {
      stderr: expect.stringContaining('The master key is not the one that this database was made with'),
    };
    await expect(program('main.ts')).rejects.toMatchObject(refused);
    writeFileSync(file, own);
    server = await startServer({}, server.dataDir);
    const [, bursar] = await people();
    const wallet = await bursar.call('wallet/getWallet', { admissionNumber: '4007' }, 'GET');
    expect(wallet.status).toBe(200);
    const paid = { admissionNumber: '4007', pin: '274951', amount: 30, userName: BURSAR };
    expect((await bursar.call('wallet/cashOutPin', paid)).body).toMatchObject({
      balance: Number(wallet.body.balance) - 30,
    });
  });
});
