import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { Endpoint } from '@mfuko/contract/endpoint';
import { createKey, type MadeApiKey } from '@mfuko/contract/programs';
import { seal } from '@mfuko/contract/seal';
import { deposit } from '@mfuko/contract/wallet';
import { encodePng } from '@mfuko/fingerprint/decoding/png';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addStudent, hashPin } from '../src/features/students/index.ts';
import { newId } from '../src/platform/records/id.ts';
import { countShot, type Shots, tooBusy } from './busy-share.testkit.ts';
import {
  BODIES,
  type ChangeRecorder,
  contractViolationOf,
  corruptedInput,
  FORMS,
  HEADERS,
  plausible,
  QUERIES,
  recordChanges,
} from './hostile.testkit.ts';
import { aNumber, clientHeaders, openTestServer, type Person, type TestServer } from './kit.ts';

/**
 * Whatever is sent to whatever call: it is answered as the contract says, soon, and a call that is refused has changed
 * nothing. Walks what is served, so that a new call is under fire from its first day.
 */
const SEED = 20_260_721;
const MAX_MS = 8_000;
/** A change is held to a third of what the nightly run sends. */
const BRIEF = process.env.SUITE === 'change';
const RUNS = BRIEF ? 4 : 12;
/**
 * Bodies, headers and query strings are read by the same code for every call, so each call is sent some of them and the next one others;
 * with HOSTILE_SHOTS=all each is sent them all.
 */
const SHARE = process.env.HOSTILE_SHOTS === 'all' ? Number.POSITIVE_INFINITY : BRIEF ? 1 / 3 : 1;

let server: TestServer;
let recorder: ChangeRecorder;
let admin: Person;
let base: Record<string, unknown>;
let school: string;
const shots: Shots = new Map();
/** Input of each call, which its schema says slowly. */
const goods = new Map<string, Record<string, unknown>>();
const standing: { table: string; row: Record<string, unknown> }[] = [];

beforeAll(async () => {
  server = await openTestServer({ LOG_LEVEL: 'silent' });
  school = await server.aSchool();
  admin = await server.aPerson('Admin');
  const classSYSID = await server.aClass(school);
  const id = newId();
  const pinHash = await hashPin(server.context, school, id, '7412');
  const student = { id, admissionNumber: '1001', names: 'Akinyi', classId: classSYSID, pinHash };
  await server.context.db.inSchool(school, (tx) => addStudent(tx, student));
  await admin.ask(deposit, { admissionNumber: '1001', amount: 15_000 }, { school });
  recorder = await recordChanges(server.ownerUrl);
  for (const [table, one] of [
    ['schools', school],
    ['students', id],
    ['classes', classSYSID],
    ['users', admin.userId],
  ] as const) {
    await keepRow(table, one);
  }
  const county = await recorder.owner.query<{ id: string }>('SELECT id FROM counties LIMIT 1');
  // Good values by name, so that a bad one is not lost behind another.
  base = {
    admissionNumber: '1001',
    AdmissionNumber: '1001',
    studentSYSID: id,
    StudentSYSID: id,
    classSYSID,
    blockedMenuSYSIDs: [],
    schoolSYSID: school,
    sysid: id,
    amount: 10,
    pin: '7412',
    checkPin: '7412',
    newPin: '836042',
    birthMonth: '2017-03',
    names: 'Akinyi',
    consent: true,
    name: 'Mama Akinyi',
    className: 'Grade 4',
    mobileNumber: '254711111111',
    phoneNumber: '254711111112',
    email: 'a@example.com',
    firstName: 'A',
    lastNames: 'B',
    password: 'mlango-wa-shule',
    confirmPassword: 'mlango-wa-shule',
    reason: 'slip',
    token: 'ABCDEFGHJKMNPQRS',
    otp: '123456',
    profileSYSID: id,
    userName: admin.phone,
    B64Fingerprint: 'AAAA',
    contactName: 'A',
    contactNumber: '254711111113',
    contactEmail: 'a@example.com',
    shortCode: '12345',
    lnmShortCode: '12345',
    initiator: 'a',
    apiUser: 'a',
    role: 'CheckAgent',
    CountySYSID: county.rows[0]?.id,
    SchoolCode: 'H1',
    OfficialName: 'A',
    ShortName: 'A',
    Pobox: '1',
    Town: 'A',
  };
});
afterAll(async () => {
  await recorder.close();
  await server.close();
});

/** Changes behind the last shot, if it was refused: those before the next one. */
let counted: number | undefined;

/** Sends it, and holds the answer against the contract. */
async function fire(endpoint: Endpoint, request: InjectOptions, describe: string): Promise<void> {
  const before = counted ?? (await recorder.changes());
  counted = undefined;
  const started = performance.now();
  let answer = await server.app.inject(request);
  countShot(shots, endpoint.path, answer.statusCode === 503 && !saysProviderIsDown(answer.body));
  // Busy: a machine that has other work to do may be slow to listen; that is asked of all shots together, at the end.
  for (let again = 0; answer.statusCode === 503 && !saysProviderIsDown(answer.body) && again < 5; again++) {
    await new Promise((wait) => setTimeout(wait, 400));
    answer = await server.app.inject(request);
  }
  const seen = `${request.method} ${endpoint.path} ${describe.slice(0, 300)}`;
  // There is no provider to ask here.
  const wrong = saysProviderIsDown(answer.body) ? null : contractViolationOf(answer.statusCode, answer.body);
  expect(`${seen}: ${wrong}`).toBe(`${seen}: null`);
  expect(performance.now() - started, seen).toBeLessThan(MAX_MS);
  expect(({} as Record<string, unknown>).polluted, seen).toBeUndefined();
  if (answer.statusCode !== 200) {
    const after = await recorder.changes();
    expect(after, `${seen} was refused and changed something`).toBe(before);
    counted = after;
  }
  if (endpoint.path === 'auth/logout') await recorder.owner.query('UPDATE sessions SET ended_at = NULL');
}

function saysProviderIsDown(body: string): boolean {
  return body.includes('"problem":"payment.provider-down"');
}

function good(endpoint: Endpoint): Record<string, unknown> {
  const known = goods.get(endpoint.path);
  if (known) return known;
  const userName = seal(server.context.config.wireKey, 'userName', '254711111119');
  const input = plausible(endpoint, endpoint.path === 'auth/token' ? { ...base, userName } : base);
  goods.set(endpoint.path, input);
  return input;
}

function headers(endpoint: Endpoint): Record<string, string> {
  return { ...clientHeaders(server.context, admin.token), ...(endpoint.school === 'none' ? {} : { school }) };
}

function methodOf(endpoint: Endpoint): 'GET' | 'POST' {
  return endpoint.methods.includes('POST') ? 'POST' : 'GET';
}

/**
 * Put back: what every call stands on, as it was at the start: a call may have suspended the school, or let the student
 * leave.
 */
async function putBack(): Promise<void> {
  counted = undefined;
  await recorder.owner.query('DELETE FROM student_locks; DELETE FROM failed_attempts; DELETE FROM money_holds');
  // Most calls change nothing, and to put a row back takes as long as a shot.
  if ((await recorder.changes()) === 0) return;
  for (const { table, row } of standing) {
    const columns = Object.keys(row).filter((column) => column !== 'id');
    await recorder.owner.query(
      `UPDATE ${table} SET ${columns.map((column) => `${column} = kept.${column}`).join(', ')}
       FROM jsonb_populate_record(NULL::${table}, $1) AS kept WHERE ${table}.id = kept.id`,
      [JSON.stringify(row)],
    );
  }
  await recorder.forget();
}

async function keepRow(table: string, id: string): Promise<void> {
  const { rows } = await recorder.owner.query<{ row: Record<string, unknown> }>(
    `SELECT to_jsonb(${table}) AS row FROM ${table} WHERE id = $1`,
    [id],
  );
  if (rows[0]) standing.push({ table, row: rows[0].row });
}

async function forEachCall(attack: (endpoint: Endpoint) => Promise<void>): Promise<void> {
  for (const endpoint of server.registry.served) {
    await putBack();
    await attack(endpoint);
  }
}

/** Some of a list for each call, others for the next one, so that all have their turn. */
let turn = 0;
function someOf<T>(all: readonly T[], few: number): T[] {
  const many = Math.min(Math.ceil(few * SHARE), all.length);
  turn += many;
  return Array.from({ length: many }, (_, i) => all[(turn + i) % all.length] as T);
}

describe('hostile input', { timeout: SHARE <= 1 ? 240_000 : 3_600_000 }, () => {
  it('in the fields of JSON', () =>
    forEachCall((endpoint) =>
      fc.assert(
        fc.asyncProperty(corruptedInput(good(endpoint)), async (payload) => {
          const method = methodOf(endpoint);
          const request = {
            url: `/api/${endpoint.path}`,
            headers: { ...headers(endpoint), 'content-type': 'application/json' },
          };
          if (method === 'POST') return fire(endpoint, { ...request, method, payload }, payload);
          const query = asQuery(payload);
          return fire(endpoint, { ...request, method, url: `${request.url}?${query}` }, query);
        }),
        { seed: SEED, numRuns: RUNS, endOnFailure: true },
      ),
    ));

  it("in ids and the school header, such as the platform's id", () =>
    forEachCall(async (endpoint) => {
      const nil = '00000000-0000-0000-0000-000000000000';
      const method = methodOf(endpoint);
      for (const name of Object.keys(good(endpoint)).filter((each) => /sysid$/i.test(each))) {
        for (const id of [nil, nil.replaceAll('0', 'f'), school]) {
          const input = { ...good(endpoint), phoneNumber: '254711111200', [name]: id };
          const url = `/api/${endpoint.path}${method === 'GET' ? `?${asQuery(JSON.stringify(input))}` : ''}`;
          const request = { method, url, headers: headers(endpoint), ...(method === 'POST' ? { payload: input } : {}) };
          await fire(endpoint, request, `${name} ${id}`);
        }
      }
      const request = { method, url: `/api/${endpoint.path}`, headers: { ...headers(endpoint), school: nil } };
      await fire(endpoint, { ...request, ...(method === 'POST' ? { payload: good(endpoint) } : {}) }, 'school');
    }));

  it('in JSON that imitates uploaded files', () =>
    forEachCall(async (endpoint) => {
      for (const name of endpoint.files ?? []) {
        for (const spurious of [{ bytes: 'x' }, { bytes: [137, 80], filename: 'a', mimetype: 'b' }, 'x']) {
          const payload = { ...good(endpoint), [name]: spurious };
          const request = {
            method: 'POST',
            url: `/api/${endpoint.path}`,
            payload,
            headers: headers(endpoint),
          } as const;
          await fire(endpoint, request, name);
        }
      }
    }));

  it('in bodies of any kind', () =>
    forEachCall(async (endpoint) => {
      if (methodOf(endpoint) === 'GET') return;
      for (const [type, payload] of [...someOf(BODIES, 4), ...someOf(FORMS, 5)]) {
        const request = {
          method: 'POST',
          url: `/api/${endpoint.path}`,
          payload,
          headers: { ...headers(endpoint), 'content-type': type },
        } as const;
        await fire(endpoint, request, `${type} ${String(payload)}`);
      }
    }));

  it('in headers', () =>
    forEachCall(async (endpoint) => {
      for (const hostile of someOf(HEADERS, 5)) {
        const method = methodOf(endpoint);
        const request = {
          method,
          url: `/api/${endpoint.path}`,
          headers: { ...headers(endpoint), ...hostile },
          ...(method === 'POST' ? { payload: { ...good(endpoint), pin: 'x', className: '' } } : {}),
        } as InjectOptions;
        await fire(endpoint, request, JSON.stringify(hostile));
      }
    }));

  it('in query strings', () =>
    forEachCall(async (endpoint) => {
      const lists = endpoint.kind === 'list';
      for (const query of someOf(QUERIES, lists ? 24 : 3)) {
        const method = endpoint.methods.includes('GET') ? 'GET' : 'POST';
        const known = lists
          ? `${asQuery(JSON.stringify({ ...good(endpoint), page: undefined, sort: undefined, search: undefined }))}&`
          : '';
        await fire(
          endpoint,
          { method, url: `/api/${endpoint.path}?${known}${query}`, headers: headers(endpoint) },
          query,
        );
      }
    }));

  it('in fingerprint images', async () => {
    const endpoint = server.registry.served.find(({ path }) => path === 'check/identifyFingerprint');
    if (!endpoint) throw new Error('the call is not served');
    for (const [name, bytes] of pictures()) {
      for (const B64Fingerprint of [bytes.toString('base64'), `${bytes.toString('base64url')}*`]) {
        const request = {
          method: 'POST',
          url: `/api/${endpoint.path}`,
          payload: { B64Fingerprint },
          headers: headers(endpoint),
        } as const;
        await fire(endpoint, request, name);
      }
    }
  });

  it('beyond the size limit of every call', async () => {
    const bursar = await server.aPerson('SchoolAdmin', school);
    const made = await bursar.ask<MadeApiKey>(createKey, { name: 'Accounts', scopes: ['deposits'] });
    const key = { appid: made.body.appId, token: made.body.token };
    for (const endpoint of server.registry.served.filter((each) => methodOf(each) === 'POST')) {
      const request = { method: 'POST', url: `/api/${endpoint.path}` } as const;
      const answer = await server.app.inject({
        ...request,
        headers: {
          ...(endpoint.access === 'program' ? key : headers(endpoint)),
          'content-type': 'application/json',
          'content-length': '5000000',
        },
        payload: '{}',
      });
      expect([endpoint.path, answer.statusCode, contractViolationOf(answer.statusCode, answer.body)]).toEqual([
        endpoint.path,
        413,
        null,
      ]);
    }
    const part = (i: number) =>
      `--b\r\nContent-Disposition: form-data; name="f${i}"\r\n\r\n${'x'.repeat(1_000_000)}\r\n`;
    const payload = `${Array.from({ length: 6 }, (_, i) => part(i)).join('')}--b--\r\n`;
    const form = { ...clientHeaders(server.context, ''), 'content-type': 'multipart/form-data; boundary=b' };
    const answer = await server.app.inject({ method: 'POST', url: '/api/auth/token', headers: form, payload });
    expect([answer.statusCode, contractViolationOf(answer.statusCode, answer.body)]).toEqual([413, null]);
  });

  it('leaves no call answering busy above the tolerated share', () => {
    expect(tooBusy(shots)).toEqual([]);
  });
});

function asQuery(payload: string): string {
  try {
    const input: unknown = JSON.parse(payload);
    const fields = Object.entries(input ?? {}).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]);
    return new URLSearchParams(fields).toString().slice(0, 12_000);
  } catch {
    return payload;
  }
}

function* pictures(): Generator<[string, Buffer]> {
  const whole: Record<string, Buffer> = {
    png: Buffer.from(encodePng({ width: 40, height: 40, dpi: 500, pixels: new Uint8Array(1600).fill(90) })),
    jpeg: Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb004300', 'hex'),
    bmp: Buffer.concat([
      Buffer.from('424d00000000000000003600000028000000ffffff7fffffff7f0100180000000000', 'hex'),
      Buffer.alloc(60),
    ]),
    tiffLittle: Buffer.concat([Buffer.from('49492a0008000000ffff', 'hex'), Buffer.alloc(40, 255)]),
    tiffBig: Buffer.concat([Buffer.from('4d4d002a00000008ffff', 'hex'), Buffer.alloc(40, 1)]),
    gif: Buffer.from('474946383961ffffffff', 'hex'),
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  };
  let random = 7;
  for (const [name, file] of Object.entries(whole)) {
    yield [name, file];
    yield [`${name}, cut`, file.subarray(0, Math.ceil(file.length / 2))];
    yield [`${name}, head alone`, file.subarray(0, 8)];
    for (let spoiling = 0; spoiling < 4; spoiling++) {
      const copy = Buffer.from(file);
      for (let i = 0; i < 3; i++) {
        random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
        copy[8 + (random % (copy.length - 8))] = random >>> 24;
      }
      yield [`${name}, spoilt ${spoiling}`, copy];
    }
  }
}

describe('a retry with the same idempotency key', { timeout: 120_000 }, () => {
  /** Values that must be there once only. */
  function fresh(endpoint: Endpoint): Record<string, unknown> {
    const number = String(10_000_000 + aNumber());
    const once = {
      phoneNumber: `2547${number}`,
      mobileNumber: `2541${number}`,
      serialNumber: number,
      className: number,
      busNumberPlate: `KAA ${number.slice(-3)}X`,
      ...(endpoint.path === 'student/createStudent' ? { admissionNumber: number } : {}),
      ...(endpoint.path === 'school/createMenu' ? { name: number } : {}),
      // An earlier test of this file may have paid the same in within ten minutes.
      unlessRepeated: false,
    };
    const input = good(endpoint);
    return { ...input, ...Object.fromEntries(Object.entries(once).filter(([name]) => name in input)) };
  }

  it('returns the same answer and changes nothing, sequentially and concurrently', async () => {
    const through: string[] = [];
    // Calls that ask for no person have no keys, and whoever has logged out cannot ask again.
    const recording = server.registry.served.filter(
      ({ kind, access, path }) => kind === 'record' && typeof access === 'object' && path !== 'auth/logout',
    );
    for (const endpoint of recording) {
      await putBack();
      const payload = fresh(endpoint);
      const ask = async (key: string, body: object) => {
        const sent = { ...headers(endpoint), 'idempotency-key': `${endpoint.path} ${key}` };
        const answer = await server.app.inject({
          method: 'POST',
          url: `/api/${endpoint.path}`,
          payload: body,
          headers: sent,
        });
        return [endpoint.path, answer.statusCode, answer.body];
      };
      const first = await ask('one', payload);
      if (first[1] === 200) through.push(endpoint.path);
      const before = await recorder.changes();
      for (const again of await Promise.all([1, 2, 3].map(() => ask('one', payload)))) expect(again).toEqual(first);
      // Asking how an attempt ended has no memory of its own: an Admin who asks is noted as often.
      if (!endpoint.path.endsWith('/closeAttempt'))
        expect([endpoint.path, await recorder.changes()]).toEqual([endpoint.path, before]);
      const next = fresh(endpoint);
      const [one, ...others] = await Promise.all([1, 2, 3, 4].map(() => ask('two', next)));
      for (const other of others) expect(other).toEqual(one);
    }
    expect(through).toEqual(
      expect.arrayContaining([
        'student/createStudent',
        'school/createUser',
        'wallet/deposit',
        'wallet/cashOutPin',
        'check/inPin',
      ]),
    );
  });
});

describe('raw HTTP requests', () => {
  let port: number;
  beforeAll(async () => {
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    port = (server.app.server.address() as AddressInfo).port;
  });

  async function send(request: string): Promise<{ status: number; head: string; body: string }> {
    const socket = connect(port, '127.0.0.1');
    socket.write(request, 'latin1');
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    await once(socket, 'close');
    const [head = '', ...body] = text.split('\r\n\r\n');
    return {
      status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]),
      head: head.toLowerCase(),
      body: body.join('\r\n\r\n'),
    };
  }

  const host = 'Host: localhost\r\nConnection: close\r\n';
  const me = `GET /api/auth/me HTTP/1.1\r\n${host}`;
  const token = `POST /api/auth/token HTTP/1.1\r\n${host}`;

  it.each([
    ['a path that does not decode', `GET /api/%ZZ%/x HTTP/1.1\r\n${host}\r\n`, 400],
    ['a path with NUL', `GET /api/%00 HTTP/1.1\r\n${host}\r\n`, 404],
    ['a path that climbs', `GET /api/..%2f..%2fetc/passwd HTTP/1.1\r\n${host}\r\n`, 404],
    ['a path that ends in a slash', `GET /api/auth/me/ HTTP/1.1\r\n${host}\r\n`, 404],
    ['an encoded path', `GET /%61pi/auth/me HTTP/1.1\r\n${host}\r\n`, 401],
    ['a whole URL', `GET http://localhost/api/auth/me HTTP/1.1\r\n${host}\r\n`, 401],
    ['HEAD', `HEAD /api/auth/me HTTP/1.1\r\n${host}\r\n`, 401],
    ['OPTIONS', `OPTIONS /api/auth/me HTTP/1.1\r\n${host}\r\n`, 404],
    ['TRACE', `TRACE /api/auth/me HTTP/1.1\r\n${host}\r\n`, 404],
    ['DELETE', `DELETE /api/auth/me HTTP/1.1\r\n${host}\r\n`, 404],
    ['a method that there is not', `BREW /api/auth/me HTTP/1.1\r\n${host}\r\n`, 400],
    ['another host', 'GET /api/auth/me HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n\r\n', 403],
    ['no host', 'GET /api/auth/me HTTP/1.0\r\n\r\n', 403],
    ['two schools', `${me}school: a\r\nschool: b\r\n\r\n`, 401],
    ['headers beyond measure', `${me}x: ${'y'.repeat(20_000)}\r\n\r\n`, 413],
    ['a header of two lines', `${me}x: a\r\n b\r\n\r\n`, 400],
    ['two lengths', `${token}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
    ['a length and chunks', `${token}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
    ['no HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', 400],
  ])('answers %s', async (_what, request, status) => {
    const answer = await send(request);
    expect(answer.status).toBe(status);
    expect(answer.head).toContain('x-content-type-options: nosniff');
    expect(answer.head).toMatch(/content-security-policy: default-src 'none';.*frame-ancestors 'none'/);
    expect(answer.head).toContain('x-frame-options: deny');
    expect(answer.head).toContain('referrer-policy: no-referrer');
    if (!request.startsWith('HEAD')) expect(contractViolationOf(answer.status, answer.body)).toBeNull();
    expect(answer.head).toContain('cache-control: no-store');
  });

  it('a request with two school headers is malformed', async () => {
    const sealed = Object.entries(headers({ school: 'none' } as Endpoint)).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    const answer = await send(
      `GET /api/school/dashboard HTTP/1.1\r\n${host}${sealed.join('')}school: ${school}\r\nschool: ${school}\r\n\r\n`,
    );
    expect([answer.status, contractViolationOf(answer.status, answer.body)]).toEqual([400, null]);
  });
});
