import type { IncomingMessage } from 'node:http';
import { createServer, type Server } from 'node:https';
import { BlockList, isIP } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { portOf, turnAway } from '../loopback.ts';
import type { KeyAndCertificate } from './own-certificate.ts';

/** A page sends short frames only. */
const FRAME_CAP_BYTES = 64 * 1024;
/** Connections of the network that may wait for their proof, of all addresses and of one. */
const MOST_UNPROVED = 24;
const MOST_UNPROVED_OF_ONE = 4;
const MOST_CONNECTIONS = 128;
const HANDSHAKE_MS = 10_000;

export interface ListenerOptions {
  readonly host: string;
  readonly port: number;
  readonly origins: readonly string[];
  readonly certificate: KeyAndCertificate;
  /** Root certificate that a tablet installs; undefined where the certificate is of another authority. */
  readonly root: string | undefined;
  /** True while so many pages wait for an answer that another one should not. */
  readonly isFull: () => boolean;
  /** Takes a page that has to prove itself; `proved` is called once it has, or has gone. */
  readonly ask: (page: WebSocket, address: string, proved: () => void) => void;
}

export interface Listener {
  readonly port: number;
  /** Shows another certificate from the next connection on. */
  renew(certificate: KeyAndCertificate): void;
  stop(): Promise<void>;
}

/** Listens for the tablets of the network, by TLS alone. */
export async function startListener(options: ListenerOptions): Promise<Listener> {
  const { host, origins, certificate, root, isFull, ask } = options;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: FRAME_CAP_BYTES, perMessageDeflate: false });
  const unproved = new Map<string, number>();
  const server = createServer({
    ...certificate,
    minVersion: 'TLSv1.3',
    handshakeTimeout: HANDSHAKE_MS,
    headersTimeout: HANDSHAKE_MS,
    requestTimeout: HANDSHAKE_MS,
    keepAliveTimeout: 1,
  });
  server.maxConnections = MOST_CONNECTIONS;
  server.on('request', (request, response) => {
    const isRoot =
      request.method === 'GET' && request.url === '/ca.crt' && isAddressedTo(request, host, portOf(server));
    if (isRoot && root !== undefined)
      response.writeHead(200, { connection: 'close', 'content-type': 'application/x-x509-ca-cert' }).end(root);
    else response.writeHead(426, { connection: 'close', upgrade: 'websocket' }).end();
  });
  server.on('upgrade', (request, socket, head) => {
    // A page that went away in the midst of it: there is nobody left to tell.
    socket.on('error', () => socket.destroy());
    if (!isAddressedTo(request, host, portOf(server)) || !origins.includes(request.headers.origin ?? ''))
      return turnAway(socket, '403 Forbidden');
    // An address of version 4 is told as one of version 6 where both are listened for.
    const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    if (isFull() || isCrowded(address)) return turnAway(socket, '503 Service Unavailable');
    sockets.handleUpgrade(request, socket, head, (page) => {
      // A broken frame closes the connection by itself; it must not end the service.
      page.on('error', () => page.terminate());
      ask(page, address, countIn(address));
    });
  });

  function isCrowded(address: string): boolean {
    const all = [...unproved.values()].reduce((sum, count) => sum + count, 0);
    return all >= MOST_UNPROVED || (unproved.get(address) ?? 0) >= MOST_UNPROVED_OF_ONE;
  }

  /** Counts a page that has to prove itself; the answer takes it out again, once. */
  function countIn(address: string): () => void {
    unproved.set(address, (unproved.get(address) ?? 0) + 1);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      const left = (unproved.get(address) ?? 1) - 1;
      if (left === 0) unproved.delete(address);
      else unproved.set(address, left);
    };
  }

  await listen(server, options.port, host);
  return {
    port: portOf(server),
    renew: (next) => server.setSecureContext({ ...next, minVersion: 'TLSv1.3' }),
    async stop() {
      for (const page of sockets.clients) page.terminate();
      server.closeAllConnections();
      await new Promise((done) => {
        server.close(done);
      });
    },
  };
}

/** Tells whether a request was addressed to the host that tablets use; a name that an attacker points here (DNS rebinding) is not. */
function isAddressedTo(request: IncomingMessage, host: string, port: number): boolean {
  const stated = request.headers.host;
  return stated === `${host}:${port}` || (port === 443 && stated === host);
}

/** A host of this machine alone, as in development, is not listened for in the network. */
async function listen(server: Server, port: number, host: string): Promise<void> {
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    if (isLoopback(host)) server.listen(port, host.replace(/^\[|\]$/g, ''), done);
    else server.listen(port, done);
  });
}

function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  const own = new BlockList();
  own.addSubnet('127.0.0.0', 8);
  own.addAddress('::1', 'ipv6');
  const version = isIP(bare);
  return version === 0 ? host === 'localhost' : own.check(bare, version === 6 ? 'ipv6' : 'ipv4');
}
