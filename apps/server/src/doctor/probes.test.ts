import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { lookUpAccount } from '../gateways/sms/index.ts';
import { probeBackup } from './probe-backup.ts';
import { probeDatabase } from './probe-database.ts';
import { probeMachine } from './probe-machine.ts';
import { probeTls } from './probe-tls.ts';

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mfuko-doctor-'));
  opened.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>((ready) => {
    server.listen(0, host, ready);
  });
  opened.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

it('probeMachine reports mode and free space of the folder and the mode of its keys, or null when missing', async () => {
  const folder = aFolder();
  chmodSync(folder, 0o750);
  mkdirSync(join(folder, 'keys'));
  chmodSync(join(folder, 'keys'), 0o700);
  const facts = await probeMachine(folder);
  expect(facts).toMatchObject({ folder: { mode: 0o750, owner: facts.user }, keys: { mode: 0o700 } });
  expect(facts.folder?.freeBytes).toBeGreaterThan(0);
  expect(await probeMachine(join(folder, 'nowhere'))).toMatchObject({ folder: null, keys: null });
});

it('probeBackup reports the newest backup, and a missing folder or key as the fault of the next one', () => {
  const dataDir = aFolder();
  const folder = join(dataDir, 'backups');
  const probe = (env: Record<string, string>) => probeBackup(readConfig({ DATA_DIR: dataDir, ...env }));
  expect(probe({})).toMatchObject({ folder: null, fault: null });
  expect(probe({ BACKUP_TO: folder }).fault).toMatch(/cannot be read \(ENOENT\)/);
  mkdirSync(folder);
  writeFileSync(join(folder, 'mfuko-20261125T005000Z.age'), '');
  writeFileSync(join(folder, 'mfuko-20261124T005000Z.age'), '');
  expect(probe({ BACKUP_TO: folder }).fault).toMatch(/key/);
  const key = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';
  expect(probe({ BACKUP_TO: folder, BACKUP_RECIPIENT: key })).toEqual({
    folder,
    fault: null,
    newest: Date.UTC(2026, 10, 25, 0, 50),
    onDiskOfData: true,
    copyTo: null,
    copyOnSameDisk: false,
    recipients: [key],
  });
  const away = join(dataDir, 'away');
  const copied = { BACKUP_TO: folder, BACKUP_RECIPIENT: key, BACKUP_COPY_TO: away };
  expect(probe(copied)).toMatchObject({ copyTo: away, copyOnSameDisk: false });
  mkdirSync(away);
  expect(probe(copied)).toMatchObject({ copyTo: away, copyOnSameDisk: true });
});

it('probeDatabase reports that a missing database does not run', async () => {
  const folder = aFolder();
  expect(await probeDatabase(readConfig({ DATA_DIR: folder }))).toEqual({ unreachable: 'it does not run' });
});

it('probeTls returns null for http, and no answer for a server without TLS', async () => {
  expect(await probeTls('http://127.0.0.1:4000')).toBeNull();
  const port = await listen(createServer());
  const facts = await probeTls(`https://127.0.0.1:${port}`);
  expect(facts).toMatchObject({ by: null, ours: false });
});

it('probeTls connects to the given proxy when the host name does not resolve', async () => {
  const server = createServer();
  let calls = 0;
  server.on('connection', () => {
    calls += 1;
  });
  const port = await listen(server, '127.0.0.2');
  await probeTls(`https://school.invalid:${port}`, '127.0.0.2');
  expect(calls).toBe(1);
  await probeTls(`https://school.invalid:${port}`);
  expect(calls).toBe(1);
});

it.each([
  [200, 'answers'],
  [401, 'refuses'],
  [503, 'away'],
] as const)('lookUpAccount: a provider response of %i means that the account %s', async (status, outcome) => {
  let key: string | undefined;
  const server = createServer((request, response) => {
    key = String(request.headers.apikey);
    response.writeHead(status).end('{}');
  });
  const baseUrl = `http://127.0.0.1:${await listen(server)}`;
  const account = { username: 'school', apiKey: 'a-key', senderId: null, baseUrl };
  expect(await lookUpAccount(account)).toBe(outcome);
  expect(key).toBe('a-key');
  expect(await lookUpAccount({ ...account, baseUrl: 'http://127.0.0.1:1' })).toBe('away');
});
