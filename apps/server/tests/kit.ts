import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duty, Endpoint, Role, UploadedFile } from '@mfuko/contract/endpoint';
import type { ProblemBody } from '@mfuko/contract/problem';
import { seal } from '@mfuko/contract/seal';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { Logger, runOnce } from 'graphile-worker';
import pg from 'pg';
import { type AppParts, makeApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { type Engine, openEngine } from '../src/features/fingerprints/index.ts';
import { addClass, registerSchool } from '../src/features/schools/index.ts';
import { addUser } from '../src/features/staff/index.ts';
import { noDailyImage } from '../src/gateways/dailyimage/port.ts';
import { noPayments } from '../src/gateways/payments/index.ts';
import type { Sms } from '../src/gateways/sms/port.ts';
import { mailOf } from '../src/open-gateways.ts';
import { proverOf } from '../src/platform/audit/proof.ts';
import { type Keys, openKeys } from '../src/platform/crypto/keys.ts';
import { makeOfflineKey, openOfflineKey } from '../src/platform/crypto/offline-key.ts';
import { keepReadingSecret } from '../src/platform/crypto/reading-secret.ts';
import { openDatabase, PLATFORM_SCHOOL, type Tx } from '../src/platform/database/database.ts';
import type { EndpointRegistry } from '../src/platform/http/registry.ts';
import { queueTypes } from '../src/platform/jobs/queue-pool.ts';
import { openMetrics } from '../src/platform/metrics/metrics.ts';
import type { AppContext } from '../src/platform/process/app-context.ts';
import { systemClock } from '../src/platform/process/clock.ts';
import { newId } from '../src/platform/records/id.ts';
import { tracedDb } from '../src/platform/tracing/traced.ts';
import { openTracing } from '../src/platform/tracing/tracing.ts';
import { jobsOf, watchWork } from '../src/worker.ts';
import { closeOwnerPool, makeTestDatabase, ownerPool, type TestDatabase } from './database.ts';
import { openDescription } from './described.ts';

export interface Answered<Body = unknown> {
  readonly status: number;
  readonly body: Body;
  readonly problem: string | undefined;
  readonly headers: Record<string, string | string[] | number | undefined>;
}

export interface AskOptions {
  readonly school?: string;
  readonly key?: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Record<string, string>;
}

/** Signed-in test user, who makes calls as the browser would, with the headers of the contract. */
export interface Person {
  readonly userId: string;
  readonly phone: string;
  readonly token: string;
  ask<Body = Record<string, unknown>>(
    endpoint: Endpoint,
    input?: object,
    options?: AskOptions,
  ): Promise<Answered<Body>>;
}

export interface TestServer {
  readonly app: FastifyInstance;
  readonly registry: EndpointRegistry;
  readonly context: AppContext;
  readonly ownerUrl: string;
  readonly appUrl: string;
  /** Lists every address that the server answers. */
  addresses(): string[];
  /** Registers the requests of another server on the same database as known, since the audit trail names them. */
  watchRequests(server: FastifyInstance): void;
  /** Sent messages, newest last. */
  readonly sent: Sms[];
  /** Runs every job that is due. */
  runJobs(): Promise<void>;
  /** Resolves once deferred writes, which answers do not wait for, are done. */
  settled(): Promise<void>;
  /** A signed-in person; Admins have no school. */
  aPerson(role: Role, schoolId?: string, duties?: readonly Duty[]): Promise<Person>;
  nobody(): Person;
  /** The same person at this server, which shares its database with the server of their sign-in. */
  as(person: Person): Person;
  aSchool(shortName?: string): Promise<string>;
  aClass(schoolId: string, name?: string): Promise<string>;
  close(): Promise<void>;
}

/** Key pair to which devices encrypt in tests. */
export const OFFLINE_KEY = openOfflineKey(makeOfflineKey());

let count = 0;

/** Returns a number that is unique in this process. */
export function aNumber(): number {
  return ++count;
}

/** An existing database, with the keys that it was created with. */
export interface GivenDatabase {
  readonly database: TestDatabase;
  readonly masterKey: Buffer;
  /** Key ring, if the master key was rotated. */
  readonly keys?: Keys;
}

/** Opens a server without a port, on the given database or on a new empty one. Close it in afterAll. */
export async function openTestServer(
  env: Record<string, string> = {},
  parts: Partial<AppParts> = {},
  given?: GivenDatabase,
): Promise<TestServer> {
  const database = given?.database ?? (await makeTestDatabase());
  const dataDir = mkdtempSync(join(tmpdir(), 'mfuko-server-'));
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: database.ownerUrl,
    APP_WIRE_KEY: randomBytes(12).toString('base64url'),
    LOG_LEVEL: 'error',
    // Test users do not use cookies as browsers do.
    ALLOW_HEADER_SESSIONS: 'true',
    ...env,
  });
  const metrics = openMetrics();
  const tracing = await openTracing(config.tracesTo, metrics);
  const keys = given?.keys ?? openKeys(given?.masterKey ?? randomBytes(32));
  await keepReadingSecret(ownerPool(database.ownerUrl), keys);
  const db = tracedDb(tracing, openDatabase(database.appUrl, 10, null, proverOf(keys)));
  const server: AppContext = { config, db, clock: systemClock, keys, metrics, tracing };
  // Load shedding is disabled: other tests share the processors, so a busy refusal would say nothing about the product. Any limit could
  // be exceeded while the event loop is blocked.
  // A second server on a database starts threads of its own, since each server knows what its threads remember of a school.
  const engine = given ? openEngine : sharedEngine;
  const quiet = { dailyImage: noDailyImage, offlineKey: OFFLINE_KEY, maxEventLoopDelay: 0, engine };
  const { app, registry, settled } = await makeApp(server, { ...quiet, ...parts });
  watchWork(server);
  checkAgainstDescription(app, registry);
  const requests = new Set<string>(given ? await readRequests(database.ownerUrl) : []);
  const watchRequests = (server: FastifyInstance) => {
    server.addHook('onRequest', async (request) => void requests.add(request.id));
  };
  watchRequests(app);
  const sent: Sms[] = [];
  const gateway = {
    send: async (sms: Sms) => {
      sent.push(sms);
      return { providerId: null, cost: null };
    },
  };

  // Kept for the server's life: each new connection would load its catalogue anew. Ended before the database is dropped, since a connection
  // that is still closing would end in an error.
  const queue = new pg.Pool({ connectionString: database.ownerUrl, max: 2, types: queueTypes });
  // Ignored, since the server terminates connections that are closing with an error.
  queue.on('error', () => undefined);
  queue.on('connect', (client) => client.on('error', () => undefined));

  const person = (userId: string, phone: string, token: string): Person => ({
    userId,
    phone,
    token,
    ask: (endpoint, input = {}, options = {}) =>
      ask(app, server, token, endpoint, CASH_OUTS.has(endpoint.path) ? { userName: phone, ...input } : input, options),
  });

  return {
    app,
    registry,
    context: server,
    ownerUrl: database.ownerUrl,
    appUrl: database.appUrl,
    sent,
    watchRequests,
    addresses: () => registry.addresses(),
    nobody: () => person('', '', ''),
    as: ({ userId, phone, token }) => person(userId, phone, token),
    settled,
    runJobs: async () => {
      await runOnce({
        pgPool: queue,
        taskList: jobsOf(server, gateway, parts.payments ?? noPayments, mailOf(config)),
        noHandleSignals: true,
        logger: new Logger(() => () => undefined),
      });
    },
    async aPerson(role, schoolId = PLATFORM_SCHOOL, duties = ['gate']) {
      const phone = `2547${String(10_000_000 + aNumber())}`;
      const token = randomBytes(32).toString('base64url');
      const add = (tx: Tx) =>
        addUser(
          tx,
          { tool: 'tests' },
          {
            role,
            duties,
            phoneNumber: phone,
            email: 'jina@example.com',
            firstName: 'Wanjiru',
            lastNames: 'Otieno',
            passwordHash: 'none',
          },
        );
      const user = await (schoolId === PLATFORM_SCHOOL ? db.inPlatform(add) : db.inSchool(schoolId, add));
      await db.inPlatform((tx) =>
        tx.row('INSERT INTO sessions (token_hash, user_id) VALUES ($1, $2)', [
          server.keys.digest('session', token),
          user.sysid,
        ]),
      );
      return person(user.sysid, phone, token);
    },
    async aSchool(shortName = `School ${aNumber()}`) {
      return db.inPlatform(async (tx) => {
        const county = await tx.row<{ id: string }>(`SELECT id FROM counties WHERE name = 'Kisumu'`);
        const school = await registerSchool(
          tx,
          server,
          { tool: 'tests' },
          {
            countyId: county?.id ?? newId(),
            code: `S${aNumber()}`,
            officialName: `${shortName} Academy`,
            shortName,
            poBox: '40100',
            town: 'Kisumu',
            logo: null,
          },
        );
        return school.id;
      });
    },
    aClass: (schoolId, name = `Grade ${aNumber()}`) =>
      db.inSchool(schoolId, async (tx) => (await addClass(tx, name)).id),
    async close() {
      await app.close();
      await tracing.close();
      await checkTrail(database.ownerUrl, requests);
      await closeOwnerPool(database.ownerUrl);
      await queue.end();
      await db.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

let threads: Engine | undefined;

/** Returns an engine on the worker threads of this process, which are started once for all test servers and end with the process. */
function sharedEngine(context: AppContext): Engine {
  threads ??= openEngine(context);
  return { ...threads, context, close: async () => undefined };
}

/** Checks every answer in every test against the API description. */
function checkAgainstDescription(app: FastifyInstance, registry: EndpointRegistry): void {
  const description = openDescription(registry.served);
  const inject = app.inject.bind(app) as (request: InjectOptions) => Promise<LightMyRequestResponse>;
  const checked = async (request: InjectOptions | string) => {
    const asked = unstreamed(typeof request === 'string' ? { url: request } : request);
    const response = await inject(asked);
    description.check(String(asked.url ?? asked.path), asked.method ?? 'GET', response);
    return response;
  };
  app.inject = checked as FastifyInstance['inject'];
}

/**
 * An injected request resolves once its answer ends, which a stream never does; so streams are not requested unless the test asks for
 * one.
 */
function unstreamed(request: InjectOptions): InjectOptions {
  const isStream = String(request.url ?? request.path).startsWith('/api/notifications/stream');
  return isStream ? { ...request, headers: { accept: 'text/plain', ...request.headers } } : request;
}

/** Returns the requests that the audit trail names so far. */
async function readRequests(ownerUrl: string): Promise<string[]> {
  return (await readTrail(ownerUrl)).flatMap(({ request_id: id }) => id ?? []);
}

/** Checks that every audit row in every test names its request, job, tool or test. */
async function checkTrail(ownerUrl: string, requests: ReadonlySet<string>): Promise<void> {
  const isKnown = (id: string) => requests.has(id) || /^(job|tool|test)\b/.test(id);
  const strangers = (await readTrail(ownerUrl)).filter(({ request_id: id }) => id === null || !isKnown(id));
  if (strangers.length > 0) throw new Error(`No request, job or tool: ${JSON.stringify(strangers.slice(0, 5))}`);
}

async function readTrail(ownerUrl: string): Promise<{ action: string; request_id: string | null }[]> {
  const owner = await ownerPool(ownerUrl).connect();
  try {
    await owner.query('BEGIN; ALTER TABLE audit_events NO FORCE ROW LEVEL SECURITY');
    return (await owner.query('SELECT action, request_id FROM audit_events')).rows;
  } finally {
    await owner.query('ROLLBACK');
    owner.release();
  }
}

/** Calls that identify the signed-in user: every client of ours sends the user's name. */
const CASH_OUTS = new Set(['wallet/cashOutPin', 'wallet/cashFingerprint']);

/** Headers that every client of ours sends. */
export function clientHeaders(server: AppContext, token: string): Record<string, string> {
  const wire = server.config.wireKey;
  return {
    'special-key': seal(wire, 'special-key', JSON.stringify({ v: 'test', n: String(aNumber()), ts: 0 })),
    long: '34.75',
    lat: '-0.09',
    ...(token ? { opToken: seal(wire, 'opToken', token) } : {}),
  };
}

async function ask<Body>(
  app: FastifyInstance,
  server: AppContext,
  token: string,
  endpoint: Endpoint,
  input: object,
  options: AskOptions,
): Promise<Answered<Body>> {
  const method = options.method ?? (endpoint.kind === 'record' ? 'POST' : endpoint.methods[0]) ?? 'POST';
  const hasFiles = endpoint.files?.some((name) => name in input) ?? false;
  const form = hasFiles ? asForm(input) : null;
  const response = await app.inject({
    method,
    url: `/api/${endpoint.path}`,
    ...(method === 'GET' ? { query: asQuery(input) } : { payload: form ? form.body : input }),
    headers: {
      ...clientHeaders(server, token),
      ...(options.school ? { school: options.school } : {}),
      ...(options.key ? { 'idempotency-key': options.key } : {}),
      ...(form ? { 'content-type': form.contentType } : {}),
      ...options.headers,
    },
  });
  const isJson = String(response.headers['content-type'] ?? '').startsWith('application/json');
  const body: unknown = isJson && response.body !== '' ? JSON.parse(response.body) : null;
  const problem = response.statusCode === 200 ? undefined : (body as ProblemBody | null)?.problem;
  return { status: response.statusCode, body: body as Body, problem, headers: response.headers };
}

function asQuery(input: object): Record<string, string> {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]));
}

function asForm(input: object): { body: Buffer; contentType: string } {
  const boundary = `form${randomBytes(12).toString('hex')}`;
  const chunks: Buffer[] = [];
  for (const [name, value] of Object.entries(input)) {
    const file = typeof value === 'object' && value !== null ? (value as UploadedFile) : null;
    const type = file ? `; filename="${file.filename}"\r\nContent-Type: ${file.mimetype}` : '';
    chunks.push(Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${type}\r\n\r\n`));
    chunks.push(file ? Buffer.from(file.bytes) : Buffer.from(String(value)), Buffer.from('\r\n'));
  }
  chunks.push(Buffer.from(`--${boundary}--\r\n`));
  return { body: Buffer.concat(chunks), contentType: `multipart/form-data; boundary=${boundary}` };
}
