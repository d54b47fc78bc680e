import type { IncomingMessage } from 'node:http';
import { createServer, type Server } from 'node:https';
import { BlockList, isIP } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { portOf, rejectUpgrade } from '../loopback.ts';
import type { KeyAndCertificate } from './own-certificate.ts';

/** Longest frame of a page; pages send only short ones. */
const FRAME_CAP_BYTES = 64 * 1024;
/** Connections that may wait for their proof, in total and per address. */
const MAX_UNPROVED = 24;
const MAX_UNPROVED_PER_ADDRESS = 4;
const MAX_CONNECTIONS = 128;
const HANDSHAKE_MS = 10_000;

export interface ListenerOptions {
  readonly host: string;
  readonly port: number;
  readonly origins: readonly string[];
  readonly certificate: KeyAndCertificate;
  /** Root certificate for tablets to install; undefined where the certificate is from another authority. */
  readonly root: string | undefined;
  /** Returns true while too many pages wait for an answer. */
  readonly isFull: () => boolean;
  /** Takes a page that has to prove itself; `proved` must be called once it has, or has disconnected. */
  readonly ask: (page: WebSocket, address: string, proved: () => void) => void;
}

export interface Listener {
  readonly port: number;
  /** Uses another certificate from the next connection on. */
  renew(certificate: KeyAndCertificate): void;
  stop(): Promise<void>;
}

/** Listens for the tablets of the LAN, by TLS alone. */
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
  server.maxConnections = MAX_CONNECTIONS;
  server.on('request', (request, response) => {
    const isRoot =
      request.method === 'GET' && request.url === '/ca.crt' && isAddressedTo(request, host, portOf(server));
    if (isRoot && root !== undefined)
      response.writeHead(200, { connection: 'close', 'content-type': 'application/x-x509-ca-cert' }).end(root);
    else response.writeHead(426, { connection: 'close', upgrade: 'websocket' }).end();
  });
  server.on('upgrade', (request, socket, head) => {
    // The page disconnected during the handshake; there is nobody to answer.
    socket.on('error', () => socket.destroy());
    if (!isAddressedTo(request, host, portOf(server)) || !origins.includes(request.headers.origin ?? ''))
      return rejectUpgrade(socket, '403 Forbidden');
    // A dual-stack socket reports an IPv4 address as an IPv6 one.
    const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    if (isFull() || isCrowded(address)) return rejectUpgrade(socket, '503 Service Unavailable');
    sockets.handleUpgrade(request, socket, head, (page) => {
      // A broken frame closes the connection by itself; without a handler the error would end the service.
      page.on('error', () => page.terminate());
      ask(page, address, countIn(address));
    });
  });

  function isCrowded(address: string): boolean {
    const all = [...unproved.values()].reduce((sum, count) => sum + count, 0);
    return all >= MAX_UNPROVED || (unproved.get(address) ?? 0) >= MAX_UNPROVED_PER_ADDRESS;
  }

  /** Counts a page that has to prove itself; the returned function uncounts it, once. */
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

/**
 * Returns true if a request was addressed to the host that tablets use, and false for a name that an attacker points here (DNS rebinding).
 */
function isAddressedTo(request: IncomingMessage, host: string, port: number): boolean {
  const stated = request.headers.host;
  return stated === `${host}:${port}` || (port === 443 && stated === host);
}

/** Listens on the loopback address alone where the host is one, as in development. */
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
