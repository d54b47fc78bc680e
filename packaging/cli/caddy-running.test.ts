import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';
import { type AddressInfo, createServer as createSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConnectionOptions, connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fillCaddyfile } from './caddyfile.ts';

const CADDY = '/usr/bin/caddy';
const NAME = 'mfuko.lan';
const IP = '127.0.0.1';

/** Ciphers without forward secrecy, or that are broken: of each, this side offers nothing else. */
const OLD_CIPHERS = [
  'AES128-GCM-SHA256:AES256-GCM-SHA384',
  'ECDHE-ECDSA-AES128-SHA:ECDHE-ECDSA-AES256-SHA:ECDHE-RSA-AES128-SHA',
  'ECDHE-ECDSA-AES128-SHA256:ECDHE-RSA-AES128-SHA256',
  'ECDHE-RSA-RC4-SHA:DES-CBC3-SHA:ECDHE-ECDSA-NULL-SHA',
];

/** Paths at which somebody looks for the key of the authority, sent as they stand. */
const TRIED = [
  '/root.key',
  '/intermediate.key',
  '/ca.key',
  '/ca.crt/root.key',
  '/ca.crt/../root.key',
  '/ca.crt/%2e%2e/root.key',
  '/ca.crt%2f..%2froot.key',
  '/ca.crt?file=root.key',
  '/ca.crt/',
  '/CA.CRT',
  '/../root.key',
  '//root.key',
  '/pki/authorities/local/root.key',
  '/.local/share/caddy/pki/authorities/local/root.key',
];

describe.skipIf(!existsSync(CADDY))('the Caddy proxy in a school network (needs Debian’s caddy)', () => {
  let folder: string;
  let caddy: ChildProcess;
  let ports: { http: number; https: number };
  const asked: string[] = [];
  const behind = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('of the server');
  });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mfuko-caddy-'));
    await new Promise<void>((listening) => behind.listen(0, IP, listening));
    ports = { http: await freePort(), https: await freePort() };
    const port = String((behind.address() as AddressInfo).port);
    const template = readFileSync(new URL('../Caddyfile.lan', import.meta.url), 'utf8');
    // As it is installed, but for the ports and folders of a machine that has others, and without the port of its administration.
    const file = fillCaddyfile(template, { name: NAME, ip: IP, port })
      .replace(
        '{\n\tauto_https',
        `{\n\tadmin off\n\thttp_port ${ports.http}\n\thttps_port ${ports.https}\n\tauto_https`,
      )
      .replace('/var/lib/caddy/.local/share', folder);
    writeFileSync(join(folder, 'Caddyfile'), file);
    caddy = spawn(CADDY, ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
      env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      stdio: 'ignore',
    });
    const patient = { timeout: 30_000, interval: 100 };
    await vi.waitFor(async () => expect((await fetched('http', IP, '/ca.crt')).status).toBe(200), patient);
    await vi.waitFor(async () => expect((await fetched('https', NAME, '/')).status).toBe(200), patient);
  });
  afterAll(async () => {
    if (caddy?.exitCode === null && caddy.kill()) await once(caddy, 'exit');
    behind.close();
    rmSync(folder, { recursive: true });
  });

  it('serves its root certificate on every address, and clients that trust it accept the name', async () => {
    const certificate = readFileSync(join(folder, 'caddy/pki/authorities/local/root.crt'), 'utf8');
    for (const [scheme, host] of [
      ['http', IP],
      ['http', NAME],
      ['https', IP],
      ['https', NAME],
    ] as const)
      expect((await fetched(scheme, host, '/ca.crt')).body).toBe(certificate);
    expect(await fetched('https', NAME, '/any', certificate)).toMatchObject({ status: 200, body: 'of the server' });
  });

  it('accepts only TLS 1.2 and 1.3, and no cipher without forward secrecy', async () => {
    // As weak as this side would bear it: who refuses is the proxy.
    const weak = { minVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' } as const;
    expect(await greeted({ ...weak, maxVersion: 'TLSv1.3' })).toMatchObject({ protocol: 'TLSv1.3' });
    const { protocol, cipher } = await greeted({ ...weak, maxVersion: 'TLSv1.2' });
    expect([protocol, cipher]).toEqual(['TLSv1.2', expect.stringMatching(/^ECDHE-.*(GCM|POLY1305)/)]);
    for (const version of ['TLSv1', 'TLSv1.1'] as const)
      await expect(greeted({ ...weak, maxVersion: version })).rejects.toThrow(/alert|disconnected/i);
    for (const ciphers of OLD_CIPHERS)
      await expect(greeted({ maxVersion: 'TLSv1.2', ciphers: `${ciphers}:@SECLEVEL=0` })).rejects.toThrow(
        /alert|disconnected/i,
      );
  });

  /** Version and cipher that the proxy agrees upon with such a client. */
  function greeted(how: ConnectionOptions): Promise<{ protocol: string | null; cipher: string }> {
    return new Promise((answered, failed) => {
      const socket = connect({ host: IP, port: ports.https, servername: NAME, rejectUnauthorized: false, ...how });
      socket.once('secureConnect', () => {
        answered({ protocol: socket.getProtocol(), cipher: socket.getCipher().name });
        socket.destroy();
      });
      socket.once('error', failed);
    });
  }

  it.each(TRIED)('serves no private key at %s', async (path) => {
    const key = readFileSync(join(folder, 'caddy/pki/authorities/local/root.key'), 'utf8');
    expect(key).toContain('PRIVATE KEY');
    for (const [scheme, host] of [
      ['http', IP],
      ['http', NAME],
      ['https', IP],
      ['https', NAME],
    ] as const)
      expect((await fetched(scheme, host, path)).body).not.toContain('PRIVATE KEY');
  });

  /** An answer, asked for with the path as it stands; the certificate is held against `ca` where there is one. */
  function fetched(
    scheme: 'http' | 'https',
    host: string,
    path: string,
    ca?: string,
  ): Promise<{ status: number; body: string }> {
    const get = scheme === 'http' ? getHttp : getHttps;
    return new Promise((answered, failed) => {
      const request = get(
        {
          host: IP,
          port: ports[scheme],
          path,
          headers: { host },
          ...(host === IP ? {} : { servername: host }),
          ...(ca === undefined ? { rejectUnauthorized: false } : { ca }),
          agent: false,
        },
        (response) => {
          let body = '';
          response.setEncoding('utf8').on('data', (part: string) => (body += part));
          response.on('end', () => answered({ status: response.statusCode ?? 0, body }));
        },
      );
      request.on('error', failed);
    });
  }
});

async function freePort(): Promise<number> {
  const socket = createSocket();
  await new Promise<void>((listening) => socket.listen(0, IP, listening));
  const { port } = socket.address() as AddressInfo;
  await new Promise((closed) => socket.close(closed));
  return port;
}
