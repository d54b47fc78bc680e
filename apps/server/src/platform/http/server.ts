import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import underPressure from '@fastify/under-pressure';
import { LARGE_BODY } from '@mfuko/contract/endpoint';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { DestinationStream } from 'pino';
import type { Config } from '../../config.ts';
import { faultOf } from '../process/fault.ts';
import { digestBodies } from './body-digest.ts';
import { answerBadUrl, answerNoRequest, PERMISSIONS, POLICY_OF_DATA } from './broken.ts';
import { callerOf } from './caller-address.ts';
import { limitConnections } from './connections.ts';
import { answerErrors } from './errors.ts';
import { packLists } from './packed.ts';
import { Refusal } from './refusal.ts';
import { unpackBodies } from './unpack-bodies.ts';

/** Timeouts of a client, in milliseconds. */
export interface Patience {
  /** Timeout for the headers of a request. */
  readonly headers: number;
  /** Timeout for a whole request. */
  readonly request: number;
  /** Timeout without a byte in either direction. */
  readonly silence: number;
  /** Interval at which the first two timeouts are checked. */
  readonly lookEvery: number;
}

const PATIENCE: Patience = { headers: 10_000, request: 30_000, silence: 60_000, lookEvery: 5_000 };

/** Name of the Trusted Types policy that `apps/web/src/lib/service-worker.ts` creates. */
const SERVICE_WORKER_POLICY = 'mfuko-service-worker';

/** Headers without meaning for scripts, style sheets and fonts. */
const OF_PAGES = ['Cross-Origin-Opener-Policy', 'Origin-Agent-Cluster', 'X-Frame-Options'];

export interface ServerOptions {
  /** Destination of the log; standard output by default. */
  readonly logTo?: DestinationStream | undefined;
  readonly patience?: Patience;
  /** Returns true when the disk of DATA_DIR is full; never by default. */
  readonly isDiskFull?: (() => Promise<boolean>) | undefined;
  /** Event-loop delay in milliseconds above which calls are refused; two seconds by default, 0 for no limit. */
  readonly maxEventLoopDelay?: number | undefined;
}

/** Creates a Fastify server with our limits, headers and error responses, without routes. */
export async function makeServer(config: Config, options: ServerOptions = {}): Promise<FastifyInstance> {
  const patience = options.patience ?? PATIENCE;
  const app = Fastify({
    bodyLimit: LARGE_BODY,
    // Fastify sets no timeouts by default: a slow client would hold a socket for ever.
    connectionTimeout: patience.silence,
    requestTimeout: patience.request,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: patience.headers, connectionsCheckingInterval: patience.lookEvery },
    clientErrorHandler: answerNoRequest,
    frameworkErrors: answerBadUrl,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    // Addresses, query strings, bodies and error messages stay out of the log: they contain secrets, phone numbers and names.
    logger: {
      level: config.logLevel,
      ...(options.logTo ? { stream: options.logTo } : {}),
      serializers: { req: (request) => ({ method: request.method }), err: (error: Error) => faultOf(error) as never },
    },
    routerOptions: { maxParamLength: 200 },
  });
  app.decorateRequest('schoolId', null);
  app.decorateRequest('userId', null);
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    request.caller = callerOf(request, config.trustedProxies);
  });
  limitConnections(app.server, config.maxConnections, config.trustedProxies);
  app.setErrorHandler(answerErrors(options.isDiskFull ?? (async () => false)));

  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(config) },
    strictTransportSecurity: config.publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
    // Headers for obsolete browsers and plug-ins: the console would send them with each of its fifty files.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  // Closes connections during a shutdown: requests in progress are answered, and no idle keep-alive connection delays the end.
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (request, reply) => {
    if (closing) reply.header('Connection', 'close');
    const isPage = String(reply.getHeader('Content-Type') ?? '').startsWith('text/html');
    // Removes headers that only a page obeys: they amount to a third of some scripts. `frame-ancestors` is in every policy.
    if (!isPage && reply.statusCode === 200 && request.url.startsWith('/assets/'))
      for (const name of OF_PAGES) reply.removeHeader(name);
    else reply.header('Permissions-Policy', PERMISSIONS);
    // A script of a page is subject to the page's policy; the service worker, which runs by itself, to its own.
    if (!isPage && /^\/(api|assets)\//.test(request.url)) reply.header('Content-Security-Policy', POLICY_OF_DATA);
    // Decided by the route, because a URL can be written in several ways. Refusals are never cached either.
    const ours = (request.routeOptions.url ?? request.url).startsWith('/api/');
    if ((ours && !reply.hasHeader('Cache-Control')) || reply.statusCode >= 400)
      reply.header('Cache-Control', 'no-store');
  });
  packLists(app);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  // Many clients send the content type of JSON with an empty body.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) =>
    text.length === 0 ? done(null, {}) : parseJson(request, text as string, done),
  );
  digestBodies(app);
  unpackBodies(app);
  await app.register(cookie);
  await app.register(formbody, { bodyLimit: LARGE_BODY });
  await app.register(multipart);
  const { maxEventLoopDelay = 2_000 } = options;
  await app.register(underPressure, {
    maxEventLoopDelay,
    // A sample during which the loop did not run counts as an infinite delay; the interval must not be below the limit, or shorter
    // blocks would count.
    sampleInterval: Math.max(1_000, maxEventLoopDelay),
    retryAfter: 2,
    pressureHandler: (request) => refuseUnderPressure(request.url),
  });
  // Refuses foreign host names, so that no DNS name pointed at this machine reaches it (DNS rebinding).
  app.addHook('onRequest', async (request) => {
    if (!isServedHost(config, request.headers.host)) throw new Refusal('session.role', 'This host is not served here.');
  });
  return app;
}

/**
 * Refuses a call while the event loop is late. The console's files are still sent: they cost little, and a screen whose styles were
 * refused would lack them until it is reloaded. Throws server.busy.
 */
export function refuseUnderPressure(url: string): void {
  if (!/^\/(api|hooks)\//.test(url)) return;
  throw new Refusal('server.busy', 'The server is busy. Please try again in a moment.', { retryAfter: 2 });
}

/** Serves the built console: its files, and its two pages for the routes of its screens. */
export async function registerConsole(
  app: FastifyInstance,
  folder: string,
  gateScreens: readonly string[],
): Promise<void> {
  const built = existsSync(folder);
  app.setNotFoundHandler((request, reply) => {
    // Without a built console there is no redirect target: /auth itself would lead back here.
    if (!built || /^\/(api|hooks)(\/|$)/.test(request.url) || request.method !== 'GET') {
      throw new Refusal('call.unknown', 'This call does not exist.');
    }
    // The page of an earlier version asks for its own chunks, and a service worker would keep the sign-in's page under their names.
    if (/^\/assets\/./.test(request.url)) throw new Refusal('call.unknown', 'There is no such file.');
    return reply.redirect('/auth', 302);
  });
  if (!built) return;
  const { default: statics } = await import('@fastify/static');
  await app.register(statics, {
    root: folder,
    serve: false,
    preCompressed: true,
    // The ETag suffices for revalidation, and files this small are fetched as a whole.
    lastModified: false,
    acceptRanges: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/');
      reply.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  // A single wildcard route: one route per file, with its HEAD, made each start more expensive than all routes of the calls.
  const files = new Set(filesBelow(folder));
  app.get('/*', (request, reply) => {
    const file = (request.params as { '*': string })['*'] || 'index.html';
    return files.has(file) ? reply.sendFile(file) : reply.callNotFound();
  });
  for (const path of ['/auth', '/login', '/forgot.password', '/app', '/app/*']) {
    app.get(path, (request, reply) => {
      const screen = request.url.split('?')[0]?.replace('/app/', '') ?? '';
      return reply.sendFile(gateScreens.includes(screen) ? 'gate.html' : 'index.html');
    });
  }
}

/** Lists by folders: Node's own recursive listing resolves the path of each entry, and takes nine times as long. */
function filesBelow(folder: string, path = ''): string[] {
  return readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
    const name = `${path}${entry.name}`;
    return entry.isDirectory() ? filesBelow(folder, `${name}/`) : [name];
  });
}

function contentSecurityPolicy(config: Config) {
  const tiles = config.map.tileUrl ? [new URL(config.map.tileUrl.replace(/[{}]/g, '')).origin] : [];
  const routing = config.map.routingUrl ? [new URL(config.map.routingUrl).origin] : [];
  return {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:', 'blob:', ...tiles],
    fontSrc: ["'self'"],
    connectSrc: ["'self'", 'ws://127.0.0.1:*', 'ws://localhost:*', ...config.readerOrigins, ...routing],
    manifestSrc: ["'self'"],
    workerSrc: ["'self'"],
    // Markup and script URLs are refused as plain strings. The only policy permits the desks' service worker alone.
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: [SERVICE_WORKER_POLICY],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
  };
}

function hostName(host: string | undefined): string {
  return (host ?? '').replace(/:\d+$/, '');
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/**
 * Allows the host of PUBLIC_URL, and IP addresses, which DNS cannot redirect. Without a configured name, a server that listens on the
 * network allows any host.
 */
function isServedHost(config: Config, host: string | undefined): boolean {
  if (new URL(config.publicUrl).host === host) return true;
  const name = hostName(host);
  if (isLoopback(config.host)) return isLoopback(name);
  return !config.hasPublicUrl || isLoopback(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0;
}
