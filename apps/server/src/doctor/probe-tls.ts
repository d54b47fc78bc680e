import { lookup } from 'node:dns/promises';
import { get } from 'node:http';
import { request } from 'node:https';
import { isIP } from 'node:net';
import { checkServerIdentity, getCACertificates, rootCertificates, type TLSSocket } from 'node:tls';
import type { TlsFacts } from './facts.ts';

const PATIENCE_MS = 15_000;
/** Error codes of an invalid certificate, as opposed to a failed connection. */
const OF_CERTIFICATE = /CERT|SIGNED|VERIFY|ISSUER|CHAIN/;

/**
 * Requests the public URL like a browser that trusts the usual authorities and that of our proxy; returns null where the URL is not
 * https. The proxy is on this machine by default.
 */
export async function probeTls(publicUrl: string, proxy = '127.0.0.1'): Promise<TlsFacts | null> {
  const url = new URL(publicUrl);
  if (url.protocol !== 'https:') return null;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const own = await fetchAuthority(proxy, url.host);
  // A name of the school's network may be known to its devices only.
  const known = isIP(host) !== 0 || (await lookup(host).catch(() => null)) !== null;
  return call(url, host, known ? null : proxy, own);
}

/** Requests by name, or at the proxy where the name does not resolve here. */
function call(url: URL, host: string, proxy: string | null, own: readonly string[]): Promise<TlsFacts> {
  const by = proxy === null ? 'name' : 'here';
  return new Promise((resolve) => {
    const asked = request(
      {
        host: proxy ?? host,
        port: url.port || 443,
        path: '/api/health/live',
        headers: { host: url.host },
        servername: isIP(host) === 0 ? host : '',
        ca: [...rootCertificates, ...getCACertificates('system'), ...own],
        checkServerIdentity: (_name, certificate) => checkServerIdentity(host, certificate),
        timeout: PATIENCE_MS,
        agent: false,
      },
      (response) => {
        const certificate = (response.socket as TLSSocket).getPeerCertificate();
        const [validFrom, validTo] = [Date.parse(certificate.valid_from), Date.parse(certificate.valid_to)];
        let body = '';
        response.on('data', (part) => {
          body += String(part);
        });
        response.on('end', () =>
          resolve({ by, fault: null, validFrom, validTo, ours: response.statusCode === 200 && body.includes('"ok"') }),
        );
      },
    );
    asked.on('timeout', () => asked.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })));
    asked.on('error', (error: NodeJS.ErrnoException) => {
      const fault = error.code ?? error.name;
      resolve({ by: OF_CERTIFICATE.test(fault) ? by : null, fault, validFrom: null, validTo: null, ours: false });
    });
    asked.end();
  });
}

/** Fetches the certificate of the proxy's own authority, which devices download too; empty in the cloud. */
function fetchAuthority(proxy: string, host: string): Promise<string[]> {
  return new Promise((resolve) => {
    const asked = get({ host: proxy, path: '/ca.crt', headers: { host }, timeout: PATIENCE_MS }, (response) => {
      let pem = '';
      response.on('data', (part) => {
        pem += String(part);
      });
      response.on('end', () => resolve(pem.startsWith('-----BEGIN CERTIFICATE-----') ? [pem] : []));
    });
    asked.on('timeout', () => asked.destroy());
    // No answer: there is no authority of our own.
    asked.on('error', () => resolve([]));
  });
}
