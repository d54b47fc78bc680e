import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError } from './config.ts';
import { type Frame, openPage, scan, startForTest } from './page.testkit.ts';
import type { Scanner } from './scanner.ts';
import { signerOf } from './signer.ts';

const CHALLENGE = '1790000000000.abcdefghijklmnopqrstuv';

let scanner: Scanner | undefined;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mfuko-scanner-'));
});
afterEach(async () => {
  await scanner?.stop();
  scanner = undefined;
  rmSync(folder, { recursive: true });
});

function holds(text: string, signature: string | undefined, publicKey: Frame['publicKey']): boolean {
  const key = createPublicKey({ key: { ...publicKey! }, format: 'jwk' });
  const bytes = Buffer.from(signature ?? '', 'base64url');
  return verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, bytes);
}

async function keyOf(url: string): Promise<Frame> {
  const page = await openPage(url);
  page.ask('get-key', { challenge: CHALLENGE });
  const frame = await page.next();
  page.socket.terminate();
  return frame;
}

test('the signer signs a capture over the challenge, the reader and the hash of the file', async () => {
  scanner = await startForTest();
  const key = await keyOf(scanner.url);
  expect(key).toMatchObject({ type: 'key', serialNumber: 'MFUKO-SIM-0001' });
  expect(holds(`mfuko-reader MFUKO-SIM-0001 ${CHALLENGE}`, key.signature, key.publicKey)).toBe(true);
  scanner.touch(2);
  const page = await openPage(scanner.url);
  const { template } = await scan(page, { times: 1, challenge: CHALLENGE });
  const sha256 = createHash('sha256').update(Buffer.from(template!.Template, 'base64')).digest('hex');
  expect(template?.Challenge).toBe(CHALLENGE);
  const text = `mfuko-capture MFUKO-SIM-0001 ${CHALLENGE} ${sha256}`;
  expect(holds(text, template?.Signature, key.publicKey)).toBe(true);
});

test('the signer signs nothing for a missing or malformed challenge', async () => {
  scanner = await startForTest();
  scanner.touch(2);
  const page = await openPage(scanner.url);
  for (const wish of [{}, { challenge: 'two words' }, { challenge: 7 }, { challenge: 'x'.repeat(61) }]) {
    const { template } = await scan(page, { times: 1, ...wish });
    expect(template).not.toHaveProperty('Signature');
  }
  page.ask('get-key');
  expect(await page.next()).toMatchObject({ code: '400' });
});

test('the signer sends no key while no reader is plugged in', async () => {
  scanner = await startForTest();
  scanner.unplug();
  expect(await keyOf(scanner.url)).toEqual({ code: '400', message: 'The fingerprint reader is not connected' });
});

test('the signer keeps its key over restarts in the configured file of mode 0600', async () => {
  const keyFile = join(folder, 'capture.key');
  scanner = await startForTest({ keyFile });
  const first = await keyOf(scanner.url);
  await scanner.stop();
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  expect(readFileSync(keyFile, 'utf8')).toContain('PRIVATE KEY');
  scanner = await startForTest({ keyFile });
  expect((await keyOf(scanner.url)).publicKey).toEqual(first.publicKey);
});

test('the signer makes a key in place of an empty file, as a power cut leaves one, and keeps it', () => {
  const keyFile = join(folder, 'capture.key');
  writeFileSync(keyFile, '');
  const { publicKey } = signerOf(keyFile);
  expect(signerOf(keyFile).publicKey).toEqual(publicKey);
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
});

test.each([
  ['garbage', 'garbage'],
  ['half a key', '-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49'],
  [
    'a key of another kind',
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  ],
])('the signer refuses a file with %s by its path and leaves it as it is', (_what, text) => {
  const keyFile = join(folder, 'capture.key');
  writeFileSync(keyFile, text);
  expect(() => signerOf(keyFile)).toThrow(ConfigError);
  expect(() => signerOf(keyFile)).toThrow(keyFile);
  expect(readFileSync(keyFile, 'utf8')).toBe(text);
});
