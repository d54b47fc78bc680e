import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { openAuthority } from '../../../scanner/src/lan/authority.testkit.ts';

/** Proxy that ends TLS in front of a server, as Caddy does in the package. */
export interface TlsProxy {
  readonly url: string;
  /** Certificate of the authority that has signed the proxy's own. */
  readonly root: string;
  /** Names the server to which the requests go. */
  forwardTo(url: string): void;
  close(): void;
}

/** Number of addresses from which the connections seem to come: as many as a small botnet has. */
const ADDRESSES = 250;

/**
 * Opens a proxy by TLS. It adds to `X-Forwarded-For` an address for each connection, behind whatever the client has written there, and
 * tells the server of https; all else passes unchanged.
 */
export async function openTlsProxy(folder: string): Promise<TlsProxy> {
  const authority = openAuthority(folder, '127.0.0.1');
  let server = new URL('http://127.0.0.1');
  let connections = 0;
  const addresses = new WeakMap<object, string>();
  const proxy = createServer(authority.current(), (asked, answered) => {
    const forwarded: [string, string][] = [];
    for (let at = 0; at < asked.rawHeaders.length; at += 2) {
      const name = asked.rawHeaders[at] ?? '';
      if (!/^(connection|keep-alive|x-forwarded-(for|proto))$/i.test(name))
        forwarded.push([name, asked.rawHeaders[at + 1] ?? '']);
    }
    const written = [asked.headers['x-forwarded-for'] ?? []].flat();
    const from = addresses.get(asked.socket) ?? '';
    forwarded.push(['X-Forwarded-For', [...written, from].join(', ')], ['X-Forwarded-Proto', 'https']);
    let passed: ClientRequest;
    try {
      passed = request({
        ...{ hostname: server.hostname, port: server.port, method: asked.method ?? 'GET', path: asked.url ?? '/' },
        headers: forwarded.flat(),
        setHost: false,
      });
    } catch {
      // Node refuses to send the request; the attacker's connection is cut.
      asked.socket.destroy();
      return;
    }
    passed.on('response', (answer) => {
      answered.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(answered);
      answer.on('error', () => answered.destroy());
    });
    passed.on('error', () => asked.socket.destroy());
    answered.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
  proxy.on('secureConnection', (socket) => {
    addresses.set(socket, `203.0.113.${(connections++ % ADDRESSES) + 1}`);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `https://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    root: authority.root,
    forwardTo(url) {
      server = new URL(url);
    },
    close() {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}
