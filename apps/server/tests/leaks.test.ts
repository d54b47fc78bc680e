import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getErasures } from '@mfuko/contract/erasure';
import { getLimits } from '@mfuko/contract/limits';
import { seal } from '@mfuko/contract/seal';
import { find } from '@mfuko/contract/search';
import { encodePng } from '@mfuko/fingerprint/decoding/png';
import type { InjectOptions } from 'fastify';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { disableRowSecurity } from './hostile.testkit.ts';
import { clientHeaders, openTestServer, type Person, type TestServer } from './kit.ts';

/**
 * Unmistakable values, sent through calls that succeed, calls that are refused and calls that fail. None may appear in the log, at any
 * level, or in the text of a refusal, and the secret ones not in the database either.
 */
const CANARY = {
  // Eight digits: fewer could occur by chance in the time of a log line.
  pin: '73915264',
  wrongPin: '84621357',
  password: 'canary-password-1',
  consumerKey: 'canary-consumer-key-0001',
  consumerSecret: 'canary-consumer-secret-0002',
  securityCredential: 'canary-credential-0003',
  lnmPassWord: 'canary-passkey-0004',
  apiPassword: 'canary-api-password-0005',
  phone: '254733918273',
  names: 'Wairimu Kanarienvogel',
  email: 'canary@kanari.example',
  admissionNumber: '918273645',
};
const noise = Uint8Array.from({ length: 40_000 }, (_, i) => (i * i * 31) & 0xff);
const fingerprint = Buffer.from(encodePng({ width: 200, height: 200, dpi: 500, pixels: noise })).toString('base64');

let server: TestServer;
let owner: pg.Client;
let admin: Person;
let school: string;
let classSYSID: string;
let log = '';
/** Everything that was answered with an error, its headers included. */
const refusals: string[] = [];
/** Secrets that came to light on the way: codes, session tokens, a school's token. */
const found: Record<string, string> = {};

beforeAll(async () => {
  const consoleFolder = mkdtempSync(join(tmpdir(), 'mfuko-console-'));
  mkdirSync(join(consoleFolder, 'assets'));
  for (const file of ['index.html', 'gate.html', 'assets/page-1.js'])
    writeFileSync(join(consoleFolder, file), '<!doctype html>');
  server = await openTestServer(
    { LOG_LEVEL: 'trace' },
    { consoleFolder, logTo: { write: (line: string) => void (log += line) } },
  );
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await disableRowSecurity(owner);
  school = await server.aSchool();
  classSYSID = await server.aClass(school);
  admin = await server.aPerson('Admin');
  found.token = admin.token;
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

async function send(request: InjectOptions): Promise<{ status: number; body: Record<string, string> }> {
  const answer = await server.app.inject({
    ...request,
    headers: { ...clientHeaders(server.context, admin.token), school, ...request.headers },
  });
  if (answer.statusCode >= 300)
    refusals.push(
      `${String(request.url)} ${JSON.stringify(answer.headers)} ${answer.body}`.replace(String(request.url), ''),
    );
  return {
    status: answer.statusCode,
    body: answer.body.startsWith('{') ? (JSON.parse(answer.body) as Record<string, string>) : {},
  };
}

function call(path: string, payload: object, headers: Record<string, string> = {}) {
  return send({ method: 'POST', url: `/api/${path}`, payload, headers });
}

const { admissionNumber, pin, wrongPin, names, phone, email, password } = CANARY;
const student = { admissionNumber, names, checkPin: pin };
const user = { phoneNumber: phone, email, firstName: names, lastNames: names, password, confirmPassword: password };
const payments = () => ({
  schoolSYSID: school,
  contactName: names,
  contactNumber: phone,
  contactEmail: email,
  shortCode: '12345',
  lnmShortCode: '12345',
  initiator: 'a',
  apiUser: 'a',
  consumerKey: CANARY.consumerKey,
  consumerSecret: CANARY.consumerSecret,
  securityCredential: CANARY.securityCredential,
  lnmPassWord: CANARY.lnmPassWord,
  apiPassword: CANARY.apiPassword,
});

/** Calls that go through, and calls that are refused, each carrying canaries. Answers their statuses. */
async function ordinaryCalls(): Promise<number[]> {
  const made = await call('student/createStudent', { ...student, classSYSID }, { 'idempotency-key': 'one' });
  const studentSYSID = made.body.sysid;
  const logo = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const texts = {
    CountySYSID: await aCounty(),
    SchoolCode: 'K',
    OfficialName: 'K',
    ShortName: 'K',
    Pobox: '1',
    Town: 'K',
  };
  const fields = Object.entries(texts).map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const picture =
    '--b\r\nContent-Disposition: form-data; name="Logo"; filename="l.png"\r\nContent-Type: image/png\r\n\r\n';
  const registered = await send({
    method: 'POST',
    url: '/api/school/createSchool',
    payload: Buffer.concat([Buffer.from(fields.join('') + picture), logo, Buffer.from('\r\n--b--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=b', 'idempotency-key': 'school', school: '' },
  });
  found.schoolToken = registered.body.token ?? '';
  const userName = seal(server.context.config.wireKey, 'userName', phone);
  const answers = [
    made,
    registered,
    await call('student/createStudent', { ...student, classSYSID }),
    await call('student/createStudent', {
      ...student,
      classSYSID,
      checkPin: admissionNumber.slice(0, 8),
      admissionNumber: admissionNumber.slice(0, 8),
    }),
    await call('student/addContact', { studentSYSID, name: names, mobileNumber: phone, email }),
    await call('student/addContact', { studentSYSID, name: names, mobileNumber: phone, email }),
    await call('school/schoolConfig', payments(), { 'idempotency-key': 'config' }),
    await call('school/schoolConfig', { ...payments(), shortCode: CANARY.apiPassword }),
    await call('school/createCheckAgent', { ...user, confirmPassword: pin }),
    await call('school/createCheckAgent', user, { 'idempotency-key': 'user' }),
    await call('school/createCheckAgent', user),
    await call('check/inPin', { admissionNumber, pin }, { 'idempotency-key': 'in' }),
    await call('check/inPin', { admissionNumber, pin }),
    await call('check/outPin', { admissionNumber, pin: wrongPin }),
    await call('wallet/deposit', { admissionNumber, amount: 10, reference: 'paid' }),
    await call('wallet/cashOutPin', { admissionNumber, pin, amount: 50, userName: admin.phone }),
    await call('wallet/cashOutPin', { admissionNumber, pin, amount: 5, userName: phone }),
    await call('student/uploadStudentFingerprintAdm', {
      AdmissionNumber: admissionNumber,
      B64Fingerprint: fingerprint,
      ConsentBy: names,
      ConsentRelation: 'm',
      ConsentMethod: 'paper',
    }),
    await call('check/inFingerprint', { admissionNumber, B64Fingerprint: fingerprint }),
    await call('check/identifyFingerprint', { B64Fingerprint: `${fingerprint}*` }),
    await call('auth/token', { userName, password }),
    await call('auth/token', { userName, password }),
    await call('auth/token', { userName: phone, password }),
  ];
  return answers.map(({ status }) => status);
}

/** Signs in by the code that was sent, after a try with the wrong one. */
async function signIn(): Promise<number[]> {
  const { rows } = await owner.query<{ id: string }>('SELECT id FROM sign_in_codes ORDER BY created_at DESC LIMIT 1');
  await server.runJobs();
  found.code = /\d{6}/.exec(server.sent.at(-1)?.text ?? '')?.[0] ?? '';
  const profileSYSID = rows[0]?.id;
  const wrong = await call('auth/validateOTP', { otp: wrongPin, profileSYSID });
  const right = await call('auth/validateOTP', { otp: found.code, profileSYSID });
  found.session = (right.body.session as unknown as { sToken: string } | undefined)?.sToken ?? '';
  return [wrong.status, right.status];
}

async function malformedCalls(): Promise<void> {
  const secrets = { ...CANARY, fingerprint };
  const all = JSON.stringify(secrets);
  for (const { path } of server.registry.served.filter(({ methods }) => methods.includes('POST'))) {
    const url = `/api/${path}`;
    for (const [type, payload] of [
      ['application/json', all.slice(0, -2)],
      [
        'application/json',
        JSON.stringify(Object.fromEntries(Object.entries(secrets).map(([name, value]) => [value, `${name}\u0000`]))),
      ],
      [
        'application/json',
        JSON.stringify({
          admissionNumber: [all],
          pin: all,
          checkPin: all,
          otp: all,
          amount: all,
          sysid: all,
          sort: all,
          Finger: all,
          role: all,
        }),
      ],
      [
        'multipart/form-data; boundary=b',
        `--b\r\nContent-Disposition: form-data; name="${pin}${phone}"; filename="${names}"\r\n\r\n${all}`,
      ],
      ['text/plain', all],
      [phone, all],
    ] as const) {
      await send({ method: 'POST', url, payload, headers: { 'content-type': type } });
    }
    if (path === 'auth/logout') await owner.query('UPDATE sessions SET ended_at = NULL');
  }
  const query = new URLSearchParams(CANARY).toString();
  for (const url of [
    `/api/school/getClasses?${query}&sort=${pin}`,
    `/api/none?${query}`,
    `/none?${query}`,
    `/${phone}/%ZZ?${query}`,
    `/auth?${query}`,
  ]) {
    await send({ method: 'GET', url });
  }
  await send({
    method: 'GET',
    url: '/api/auth/me',
    headers: { opToken: phone, school: pin, 'special-key': names, 'idempotency-key': pin },
  });
}

/** Makes the database fail in the midst of calls, with what was sent in the words of its errors. */
async function brokenCalls(): Promise<number[]> {
  await owner.query(`
    CREATE FUNCTION spill() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION E'broken by %\\n    at ${phone} (${names})', NEW USING DETAIL = NEW::text, HINT = '${pin}'; END $$;
    CREATE TRIGGER spill BEFORE INSERT ON students FOR EACH ROW EXECUTE FUNCTION spill();
    CREATE TRIGGER spill BEFORE INSERT ON guardians FOR EACH ROW EXECUTE FUNCTION spill();
    CREATE TRIGGER spill BEFORE INSERT ON gate_events FOR EACH ROW EXECUTE FUNCTION spill();
    CREATE TRIGGER spill BEFORE INSERT OR UPDATE ON payment_configs FOR EACH ROW EXECUTE FUNCTION spill();`);
  const { rows } = await owner.query<{ id: string }>('SELECT id FROM students LIMIT 1');
  const answers = [
    await call(
      'student/createStudent',
      { ...student, admissionNumber: '918273646', classSYSID },
      { 'idempotency-key': 'broken' },
    ),
    await call('student/addContact', { studentSYSID: rows[0]?.id, name: names, mobileNumber: '254733918274', email }),
    await call('check/outPin', { admissionNumber, pin }),
    await call('school/schoolConfig', payments()),
  ];
  await owner.query('ALTER TABLE student_locks RENAME TO elsewhere');
  answers.push(await call('check/outPin', { admissionNumber, pin }));
  await owner.query('ALTER TABLE elsewhere RENAME TO student_locks');
  return answers.map(({ status }) => status);
}

async function aCounty(): Promise<string> {
  const { rows } = await owner.query<{ id: string }>('SELECT id FROM counties LIMIT 1');
  return rows[0]?.id ?? '';
}

describe('canaries', { timeout: 180_000 }, () => {
  it('are sent in calls that succeed, are refused, are malformed and fail', async () => {
    expect(await ordinaryCalls()).toEqual([
      200, 200, 409, 422, 200, 409, 200, 400, 400, 200, 409, 200, 409, 422, 200, 422, 403, 422, 422, 400, 200, 429, 400,
    ]);
    expect(await signIn()).toEqual([401, 200]);
    await malformedCalls();
    expect(await brokenCalls()).toEqual([500, 500, 500, 500, 500]);
    expect(log).toContain('unexpected fault');
    expect(Object.values(found).every((secret) => secret.length >= 6)).toBe(true);
  });

  it.each(Object.entries(CANARY))('are not in the log: %s', (_name, value) => {
    expect(linesWith(log, value)).toEqual([]);
  });

  it.each(['code', 'token', 'session', 'schoolToken'])('are not in the log or in a refusal: the %s', (name) => {
    expect(linesWith(log, found[name] ?? '')).toEqual([]);
    expect(refusals.filter((text) => text.includes(found[name] ?? ''))).toEqual([]);
  });

  // An admission number is what the office calls a student by: a refusal may name it.
  it.each(Object.entries(CANARY).filter(([name]) => name !== 'admissionNumber'))(
    'are not in a refusal: %s',
    (_name, value) => {
      expect(refusals.filter((text) => text.includes(value))).toEqual([]);
    },
  );

  it('are absent from log and refusals as fingerprint images', () => {
    const piece = fingerprint.slice(200, 240);
    expect(linesWith(log, piece)).toEqual([]);
    expect(refusals.filter((text) => text.includes(piece))).toEqual([]);
  });

  it('are not stored as plain secrets in any table', async () => {
    const { pin: thePin, wrongPin: other, password: thePassword, ...rest } = CANARY;
    const { phone: _p, names: _n, email: _e, admissionNumber: _a, ...paymentSecrets } = rest;
    const secrets = {
      thePin,
      other,
      thePassword,
      ...paymentSecrets,
      ...found,
      fingerprint: fingerprint.slice(200, 240),
    };
    const tables = await owner.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'graphile_worker')`,
    );
    for (const { name: table } of tables.rows) {
      const { rows } = await owner.query<{ text: string }>(
        `SELECT COALESCE(string_agg(t::text, E'\\n'), '') AS text FROM ${table} t`,
      );
      for (const [name, secret] of Object.entries(secrets)) {
        // Digits turn up in ids, hashes and parts of a second by chance, so they must stand alone to count.
        const spelled = new RegExp(
          `(?<![\\w.-])${secret.replace(/[^\w]/g, '\\$&')}(?![\\w-])|${Buffer.from(secret).toString('hex')}`,
        );
        expect([table, name, spelled.test(rows[0]?.text ?? '')]).toEqual([table, name, false]);
      }
    }
  });
});

/** By words, so that six digits inside a hash, an id or a fraction are no find. */
function linesWith(text: string, value: string): string[] {
  return text
    .split('\n')
    .filter((line) => line.includes(value) && !new RegExp(`[0-9a-f.-]${value}|${value}[0-9a-f-]`).test(line));
}

describe('security headers', () => {
  const page = { method: 'GET', url: '/auth' } as const;
  it.each<[string, number, InjectOptions]>([
    ['a call that needs nobody', 200, { method: 'GET', url: '/api/auth/config' }],
    ['a refusal for want of a session', 401, { method: 'GET', url: '/api/auth/me', headers: { opToken: '' } }],
    ['a call', 200, { method: 'GET', url: '/api/auth/me' }],
    ['a malformed call', 400, { method: 'POST', url: '/api/school/createClass', payload: {} }],
    [
      'a body that cannot be read',
      400,
      { method: 'POST', url: '/api/school/createClass', payload: '{', headers: { 'content-type': 'application/json' } },
    ],
    [
      'a body that is too large',
      413,
      {
        method: 'POST',
        url: '/api/school/createClass',
        payload: '{}',
        headers: { 'content-type': 'application/json', 'content-length': '9999999' },
      },
    ],
    ['an unknown call', 404, { method: 'GET', url: '/api/none' }],
    ['an address for callbacks that is looked at', 404, { method: 'GET', url: '/hooks/c2b/none/v' }],
    ['a call by an unknown method', 404, { method: 'PUT', url: '/api/auth/me' }],
    ['the health', 200, { method: 'GET', url: '/api/health/ready' }],
    ['an address that does not decode', 400, { method: 'GET', url: '/%ZZ' }],
    ['another host', 403, { ...page, headers: { host: 'evil.test' } }],
    ['a page', 200, page],
    ['a screen', 200, { method: 'GET', url: '/app/main' }],
    ['the root', 200, { method: 'GET', url: '/' }],
    ['a script', 200, { method: 'GET', url: '/assets/page-1.js' }],
    ['only the head of a page', 200, { method: 'HEAD', url: '/auth' }],
    ['an unknown page', 302, { method: 'GET', url: '/nowhere' }],
    ['a path that climbs', 404, { method: 'GET', url: '/assets/..%2f..%2f..%2fetc/passwd' }],
    ['the daily picture', 200, { method: 'GET', url: '/api/auth/bingDaily' }],
    [
      'a fault',
      500,
      {
        method: 'POST',
        url: '/api/student/createStudent',
        payload: () => ({ ...student, admissionNumber: '5', classSYSID }),
      } as unknown as InjectOptions,
    ],
  ])('are with %s', async (_what, status, { payload, headers, ...request }) => {
    const answer = await server.app.inject({
      ...request,
      ...(payload === undefined
        ? {}
        : { payload: typeof payload === 'function' ? (payload as unknown as () => object)() : payload }),
      headers: { ...clientHeaders(server.context, admin.token), school, ...headers },
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    // A file of the console is no page, which alone obeys these.
    const isFile = String(request.url).startsWith('/assets/') && status === 200;
    if (!isFile)
      expect(answer.headers).toMatchObject({
        'x-frame-options': 'DENY',
        'permissions-policy': expect.stringContaining('geolocation=(self)'),
      });
    expect(answer.headers['content-security-policy']).not.toMatch(/unsafe| \*[ ;]/);
    if (String(request.url).startsWith('/api/') || status >= 400)
      expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['x-powered-by'] ?? answer.headers.server).toBeUndefined();
  });
});

it('calls refused for lack of rights are logged by account and call, and repeats are not', async () => {
  const agent = await server.aPerson('CheckAgent', school);
  for (let tries = 0; tries < 3; tries++) expect((await agent.ask(getErasures)).status).toBe(403);
  expect((await agent.ask(getLimits, { scope: 'school' })).status).toBe(403);
  const elsewhere = { school: await server.aSchool() };
  expect((await agent.ask(find, { q: '17' }, elsewhere)).status).toBe(403);
  const told = linesWith(log, agent.userId).map((line) => JSON.parse(line) as Record<string, string>);
  const attempts = told.filter(({ msg }) => msg === 'refused for lack of rights');
  expect(new Set(attempts.map(({ route, problem }) => `${route} ${problem}`))).toEqual(
    new Set(
      ['student/getErasures session.role', 'wallet/getLimits session.role', 'search/find session.school'].map(
        (each) => `/api/${each}`,
      ),
    ),
  );
  // Told anew where a minute ends meanwhile.
  expect(attempts.length).toBeLessThan(5);
});
