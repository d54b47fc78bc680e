import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkServerIdentity, connect } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openAuthority } from './authority.ts';
import { makeLeaf } from './certificate.ts';
import { type KeyAndCertificate, readOwnCertificate } from './own-certificate.ts';

const DAY = 24 * 60 * 60_000;
const HOSTS = ['reader.lan', 'localhost', '192.168.1.20', '[fd00::12]'];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mfuko-authority-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Connects by TLS to a service with that certificate under that host name. Returns undefined, or the error. */
async function trust(root: string, certificate: KeyAndCertificate, host: string): Promise<string | undefined> {
  const server = createServer(certificate);
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const { port } = server.address() as AddressInfo;
  const bare = host.replace(/^\[|\]$/g, '');
  try {
    return await new Promise((done) => {
      const socket = connect(
        { host: '127.0.0.1', port, ca: root, checkServerIdentity: (_, shown) => checkServerIdentity(bare, shown) },
        () => done(undefined),
      );
      socket.on('error', (error) => done(error.message));
      socket.on('close', () => done('closed'));
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe("the scanner's certificate authority", () => {
  test.each(HOSTS)('issues a certificate that TLS clients accept for %s and not for another host', async (host) => {
    const authority = openAuthority(folder, host);
    expect(await trust(authority.root, authority.current(), host)).toBeUndefined();
    expect(await trust(authority.root, authority.current(), 'other.lan')).toContain('does not match certificate');
  });

  test.each(HOSTS.flatMap((host) => [...HOSTS, 'school.example', '10.0.0.1'].map((other) => [host, other] as const)))(
    'for %s cannot certify %s with its key unless the hosts are equal',
    async (host, other) => {
      const { root } = openAuthority(folder, host);
      const file = readdirSync(folder).find((name) => name.endsWith('-root.pem')) ?? '';
      const rootKey = createPrivateKey(readFileSync(join(folder, file)));
      const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
      const cert = makeLeaf(other, key, rootKey, { from: Date.now() - DAY, until: Date.now() + DAY }, host);
      const shown = { key: key.export({ type: 'pkcs8', format: 'pem' }).toString(), cert };
      const told = await trust(root, shown, other);
      if (other === host) expect(told).toBeUndefined();
      else expect(told).toMatch(/^(permitted|excluded) subtree violation$/);
    },
  );

  test('survives restarts with its certificate, in files of mode 0600', () => {
    const first = openAuthority(folder, 'reader.lan');
    const { cert } = first.current();
    const again = openAuthority(folder, 'reader.lan');
    expect([first.isNew, again.isNew]).toEqual([true, false]);
    expect(again.root).toBe(first.root);
    expect(again.current().cert).toBe(cert);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });

  test('is separate for each host name, and reused when the host comes back', () => {
    const { root } = openAuthority(folder, 'reader.lan');
    expect(openAuthority(folder, 'other.lan')).toMatchObject({ isNew: true, root: expect.not.stringContaining(root) });
    expect(openAuthority(folder, 'reader.lan').root).toBe(root);
  });

  test('renews its certificate 90 days before it expires, for less than 397 days', () => {
    let time = Date.UTC(2026, 0, 1);
    const authority = openAuthority(folder, 'reader.lan', () => time);
    const first = new X509Certificate(authority.current().cert);
    expect(Date.parse(first.validTo) - Date.parse(first.validFrom)).toBeLessThan(397 * DAY);
    const { key } = authority.current();
    time = Date.parse(first.validTo) - 91 * DAY;
    expect(authority.current().key).toBe(key);
    time = Date.parse(first.validTo) - 90 * DAY;
    const second = new X509Certificate(authority.current().cert);
    expect(Date.parse(second.validTo) - time).toBeGreaterThan(388 * DAY);
    expect(authority.current().cert).not.toBe(first.toString());
    expect(openAuthority(folder, 'reader.lan', () => time).current().cert).toBe(second.toString());
  });
});

describe('a certificate of another authority', () => {
  const files = () => {
    const { key, cert } = openAuthority(folder, 'reader.lan').current();
    const paths = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
    writeFileSync(paths.cert, cert);
    writeFileSync(paths.key, key);
    return paths;
  };

  test('is served unchanged', () => {
    const { cert, key } = files();
    expect(readOwnCertificate(cert, key, 'reader.lan')).toEqual(openAuthority(folder, 'reader.lan').current());
  });

  test.each([
    ['is of another host', 'other.lan', () => {}, 'is not of other.lan'],
    ['is missing', 'reader.lan', ({ cert }: { cert: string }) => rmSync(cert), 'SCANNER_LAN_CERT cannot be read'],
    ['is none', 'reader.lan', ({ cert }: { cert: string }) => writeFileSync(cert, 'x'), 'SCANNER_LAN_CERT is no file'],
    [
      'has no key',
      'reader.lan',
      ({ key }: { key: string }) => writeFileSync(key, 'secret'),
      'SCANNER_LAN_KEY is no file',
    ],
    [
      'has another key',
      'reader.lan',
      ({ key }: { key: string }) =>
        writeFileSync(
          key,
          generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
        ),
      'SCANNER_LAN_KEY is not the key',
    ],
  ])('is rejected if it %s', (_, host, spoil, words) => {
    const paths = files();
    spoil(paths);
    expect(() => readOwnCertificate(paths.cert, paths.key, host)).toThrow(words);
  });
});
