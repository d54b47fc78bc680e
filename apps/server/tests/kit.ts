import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
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
import { addClass, registerSchool } from '../src/features/schools/index.ts';
import { addUser } from '../src/features/staff/index.ts';
import { noDailyImage } from '../src/gateways/dailyimage/port.ts';
import { noPayments } from '../src/gateways/payments/index.ts';
import type { Sms } from '../src/gateways/sms/port.ts';
import { systemClock } from '../src/platform/clock.ts';
import { openDatabase, PLATFORM_SCHOOL, type Tx } from '../src/platform/database.ts';
import type { House } from '../src/platform/house.ts';
import type { Desk } from '../src/platform/http/serve.ts';
import { newId } from '../src/platform/id.ts';
import { openKeys } from '../src/platform/keys.ts';
import { makeOfflineKey, openOfflineKey } from '../src/platform/offline-key.ts';
import { queueTypes } from '../src/platform/queue-pool.ts';
import { jobsOf } from '../src/worker.ts';
import { makeTestDatabase } from './database.ts';
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

/** Somebody at the desk: makes calls as the browser would, with the headers of the contract. */
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

export interface TestHouse {
  readonly app: FastifyInstance;
  readonly desk: Desk;
  readonly house: House;
  readonly ownerUrl: string;
  readonly appUrl: string;
  /** Every address that the server answers. */
  addresses(): string[];
  /** Messages that left the house, newest last. */
  readonly sent: Sms[];
  /** Runs every job that is due. */
  runJobs(): Promise<void>;
  /** A signed-in person; Admins have no school. */
  aPerson(role: Role, schoolId?: string, duties?: readonly Duty[]): Promise<Person>;
  nobody(): Person;
  aSchool(shortName?: string): Promise<string>;
  aClass(schoolId: string, name?: string): Promise<string>;
  close(): Promise<void>;
}

/** The pair to which devices seal in tests. */
export const OFFLINE_KEY = openOfflineKey(makeOfflineKey());

let count = 0;

/** A number that no other call in this process has given. */
export function aNumber(): number {
  return ++count;
}

/** A server without a port on a database of its own. Close it in afterAll. */
export async function openTestHouse(
  env: Record<string, string> = {},
  parts: Partial<AppParts> = {},
): Promise<TestHouse> {
  const database = await makeTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'mfuko-house-'));
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: database.ownerUrl,
    APP_WIRE_KEY: randomBytes(12).toString('base64url'),
    LOG_LEVEL: 'error',
    ...env,
  });
  const db = openDatabase(database.appUrl, 10);
  const house: House = { config, db, clock: systemClock, keys: openKeys(randomBytes(32)) };
  const { app, desk } = await makeApp(house, { dailyImage: noDailyImage, offlineKey: OFFLINE_KEY, ...parts });
  holdToDescription(app, desk);
  const sent: Sms[] = [];
  const gateway = {
    send: async (sms: Sms) => {
      sent.push(sms);
      return { providerId: null, cost: null };
    },
  };

  const person = (userId: string, phone: string, token: string): Person => ({
    userId,
    phone,
    token,
    ask: (endpoint, input = {}, options = {}) => ask(app, house, token, endpoint, input, options) as never,
  });

  return {
    app,
    desk,
    house,
    ownerUrl: database.ownerUrl,
    appUrl: database.appUrl,
    sent,
    addresses: () => desk.addresses(),
    nobody: () => person('', '', ''),
    runJobs: async () => {
      // A pool of ours, ended before the database is dropped: a connection still on its way out would end in an error.
      const pgPool = new pg.Pool({ connectionString: database.ownerUrl, max: 2, types: queueTypes });
      await runOnce({
        pgPool,
        taskList: jobsOf(house, gateway, parts.payments ?? noPayments),
        noHandleSignals: true,
        logger: new Logger(() => () => undefined),
      }).finally(() => pgPool.end());
    },
    async aPerson(role, schoolId = PLATFORM_SCHOOL, duties = ['gate']) {
      const phone = `2547${String(10_000_000 + aNumber())}`;
      const token = randomBytes(32).toString('base64url');
      const add = (tx: Tx) =>
        addUser(tx, null, {
          role,
          duties,
          phoneNumber: phone,
          email: 'jina@example.com',
          firstName: 'Wanjiru',
          lastNames: 'Otieno',
          passwordHash: 'none',
        });
      const user = await (schoolId === PLATFORM_SCHOOL ? db.inPlatform(add) : db.inSchool(schoolId, add));
      await db.inPlatform((tx) =>
        tx.row('INSERT INTO sessions (token_hash, user_id) VALUES ($1, $2)', [
          house.keys.digest('session', token),
          user.sysid,
        ]),
      );
      return person(user.sysid, phone, token);
    },
    async aSchool(shortName = `School ${aNumber()}`) {
      return db.inPlatform(async (tx) => {
        const county = await tx.row<{ id: string }>(`SELECT id FROM counties WHERE name = 'Kisumu'`);
        const school = await registerSchool(tx, house, null, {
          countyId: county?.id ?? newId(),
          code: `S${aNumber()}`,
          officialName: `${shortName} Academy`,
          shortName,
          poBox: '40100',
          town: 'Kisumu',
          logo: null,
        });
        return school.id;
      });
    },
    aClass: (schoolId, name = `Grade ${aNumber()}`) =>
      db.inSchool(schoolId, async (tx) => (await addClass(tx, name)).id),
    async close() {
      await app.close();
      await db.close();
      await database.drop();
    },
  };
}

/** Every answer in every test is one that the description of the API tells of. */
function holdToDescription(app: FastifyInstance, desk: Desk): void {
  const description = openDescription(desk.served);
  const inject = app.inject.bind(app) as (request: InjectOptions) => Promise<LightMyRequestResponse>;
  const held = async (request: InjectOptions | string) => {
    const asked = typeof request === 'string' ? { url: request } : request;
    const response = await inject(asked);
    description.hold(String(asked.url ?? asked.path), asked.method ?? 'GET', response);
    return response;
  };
  app.inject = held as FastifyInstance['inject'];
}

/** The headers that every client of ours sends. */
export function clientHeaders(house: House, token: string): Record<string, string> {
  const wire = house.config.wireKey;
  return {
    'special-key': seal(wire, 'special-key', JSON.stringify({ v: 'test', n: String(aNumber()), ts: 0 })),
    long: '34.75',
    lat: '-0.09',
    ...(token ? { opToken: seal(wire, 'opToken', token) } : {}),
  };
}

async function ask(
  app: FastifyInstance,
  house: House,
  token: string,
  endpoint: Endpoint,
  input: object,
  options: AskOptions,
): Promise<Answered> {
  const method = options.method ?? (endpoint.kind === 'record' ? 'POST' : endpoint.methods[0]) ?? 'POST';
  const hasFiles = endpoint.files?.some((name) => name in input) ?? false;
  const form = hasFiles ? asForm(input) : null;
  const response = await app.inject({
    method,
    url: `/api/${endpoint.path}`,
    ...(method === 'GET' ? { query: asQuery(input) } : { payload: form ? form.body : input }),
    headers: {
      ...clientHeaders(house, token),
      ...(options.school ? { school: options.school } : {}),
      ...(options.key ? { 'idempotency-key': options.key } : {}),
      ...(form ? { 'content-type': form.contentType } : {}),
      ...options.headers,
    },
  });
  const isJson = String(response.headers['content-type'] ?? '').startsWith('application/json');
  const body: unknown = isJson && response.body !== '' ? JSON.parse(response.body) : null;
  const problem = response.statusCode === 200 ? undefined : (body as ProblemBody | null)?.problem;
  return { status: response.statusCode, body, problem, headers: response.headers };
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
