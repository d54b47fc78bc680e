import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { isIP } from 'node:net';
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

/** Time that a client may take, in milliseconds. */
export interface Patience {
  /** For the headers of a request. */
  readonly headers: number;
  /** For a whole request. */
  readonly request: number;
  /** Without a byte in either direction. */
  readonly silence: number;
  /** Interval at which the first two are looked at. */
  readonly lookEvery: number;
}

const PATIENCE: Patience = { headers: 10_000, request: 30_000, silence: 60_000, lookEvery: 5_000 };

/** Trusted Types: the name that `apps/web/src/lib/service-worker.ts` makes its policy under. */
const SERVICE_WORKER_POLICY = 'mfuko-service-worker';

/** Headers that say nothing to who loads a script, a style sheet or a font. */
const OF_PAGES = ['Cross-Origin-Opener-Policy', 'Origin-Agent-Cluster', 'X-Frame-Options'];

export interface ServerOptions {
  /** Log: where the log goes; standard output where left out. */
  readonly logTo?: DestinationStream | undefined;
  readonly patience?: Patience;
  /** Tells whether the disk of DATA_DIR has no room left; never where left out. */
  readonly isDiskFull?: (() => Promise<boolean>) | undefined;
  /** Delay of the event loop, in milliseconds, above which calls are turned away; two seconds where left out, and 0 for none. */
  readonly maxEventLoopDelay?: number | undefined;
}

/** A Fastify with our limits, headers and answers, and no routes yet. */
export async function makeServer(config: Config, options: ServerOptions = {}): Promise<FastifyInstance> {
  const patience = options.patience ?? PATIENCE;
  const app = Fastify({
    bodyLimit: LARGE_BODY,
    // Fastify sets no time limits of its own: a client that dribbles would hold a socket for ever.
    connectionTimeout: patience.silence,
    requestTimeout: patience.request,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: patience.headers, connectionsCheckingInterval: patience.lookEvery },
    clientErrorHandler: answerNoRequest,
    frameworkErrors: answerBadUrl,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    // Addresses, query strings, bodies and what errors say stay out of the log: secrets, phone numbers and names pass
    // through them.
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
    // For browsers and plug-ins that are gone: a console of fifty files would send them fifty times.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  // A stop answers what is under way, and waits for no connection that its client would keep for the next call.
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (request, reply) => {
    if (closing) reply.header('Connection', 'close');
    const isPage = String(reply.getHeader('Content-Type') ?? '').startsWith('text/html');
    // Headers that a page alone obeys weigh a third of some scripts; `frame-ancestors` stands in every policy.
    if (!isPage && reply.statusCode === 200 && request.url.startsWith('/assets/'))
      for (const name of OF_PAGES) reply.removeHeader(name);
    else reply.header('Permissions-Policy', PERMISSIONS);
    // A script of a page runs by the page's policy; one that runs by itself, as the service worker does, by its own.
    if (!isPage && /^\/(api|assets)\//.test(request.url)) reply.header('Content-Security-Policy', POLICY_OF_DATA);
    // By the route, for an address may be written in more ways than one; a refusal is never kept either.
    const ours = (request.routeOptions.url ?? request.url).startsWith('/api/');
    if ((ours && !reply.hasHeader('Cache-Control')) || reply.statusCode >= 400)
      reply.header('Cache-Control', 'no-store');
  });
  packLists(app);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  // Many clients name the type of a body that they do not send.
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
    // A loop that has not turned between two looks counts as endlessly late: one that stands still for less than the limit may not.
    sampleInterval: Math.max(1_000, maxEventLoopDelay),
    retryAfter: 2,
    pressureHandler: (request) => refuseUnderPressure(request.url),
  });
  // A DNS name that somebody points at this machine must not reach it (DNS rebinding).
  app.addHook('onRequest', async (request) => {
    if (!isServedHost(config, request.headers.host)) throw new Refusal('session.role', 'This host is not served here.');
  });
  return app;
}

/**
 * Turns a call away while the event loop is late. The console's files are sent all the same: they cost little, and a screen whose
 * styles were refused stays without them until it is loaded anew. Throws server.busy.
 */
export function refuseUnderPressure(url: string): void {
  if (!/^\/(api|hooks)\//.test(url)) return;
  throw new Refusal('server.busy', 'The server is busy. Please try again in a moment.', { retryAfter: 2 });
}

/** Sends the built console: its files, and its two pages for the addresses of its screens. */
export async function registerConsole(
  app: FastifyInstance,
  folder: string,
  gateScreens: readonly string[],
): Promise<void> {
  const built = existsSync(folder);
  app.setNotFoundHandler((request, reply) => {
    // Without a console there is nowhere to send anyone: /auth itself would come back here.
    if (!built || /^\/(api|hooks)(\/|$)/.test(request.url) || request.method !== 'GET') {
      throw new Refusal('call.unknown', 'There is no such call.');
    }
    return reply.redirect('/auth', 302);
  });
  if (!built) return;
  const { default: statics } = await import('@fastify/static');
  await app.register(statics, {
    root: folder,
    serve: false,
    preCompressed: true,
    // The tag tells as much, and files this small are fetched whole.
    lastModified: false,
    acceptRanges: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/');
      reply.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  // One route for all: one for each file and its HEAD cost every start more than all the calls together.
  const files = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }));
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
    // Markup and addresses of scripts are refused as texts. The one policy says yes to the desks' service worker alone.
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

/** The name of PUBLIC_URL; or an address, which nobody can point elsewhere. Where no name is known and the network is let in, any. */
function isServedHost(config: Config, host: string | undefined): boolean {
  if (new URL(config.publicUrl).host === host) return true;
  const name = hostName(host);
  if (isLoopback(config.host)) return isLoopback(name);
  return !config.hasPublicUrl || isLoopback(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0;
}
