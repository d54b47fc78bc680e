import type { Endpoint } from '@mfuko/contract/endpoint';
import { checkInPin } from '@mfuko/contract/gate';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { postDeposit, readAttendance, readBalances } from '@mfuko/contract/program-calls';
import * as contract from '@mfuko/contract/programs';
import { createSchool, getClasses, getCounties } from '@mfuko/contract/schools';
import { createStudent } from '@mfuko/contract/students';
import { getStatement, getWallet, reverse } from '@mfuko/contract/wallet';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { newId } from '../../platform/records/id.ts';

const PIN = '482916';

let server: TestServer;
let school: string;
let bursar: Person;
let amina: string;

beforeAll(async () => {
  // The rule that the maker of an account is not its second person is off in trials, so this test turns it on.
  server = await openTestServer({ STRICT_ACCOUNTS: 'true' });
});
beforeEach(async () => {
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  amina = await aStudent(school, bursar);
});
afterAll(() => server.close());

async function aStudent(schoolId: string, by: Person): Promise<string> {
  const admissionNumber = String(7100 + aNumber());
  const classSYSID = await server.aClass(schoolId);
  await by.ask(createStudent, { admissionNumber, names: 'Amina Juma', classSYSID, checkPin: PIN });
  return admissionNumber;
}

const ALL = ['balances', 'attendance', 'deposits'];
type Key = contract.MadeApiKey;

async function aKey(scopes: readonly string[] = ALL, by = bursar): Promise<Key> {
  const { status, body } = await by.ask<Key>(contract.createKey, { name: 'Accounts', scopes });
  expect(status).toBe(200);
  return body;
}

/** Calls as a school's own program does: with its two headers and no session. */
async function call<Body = Record<string, unknown>>(
  { appId, token }: Pick<Key, 'appId' | 'token'>,
  endpoint: Endpoint,
  input: Record<string, string | number> = {},
  headers: Record<string, string> = {},
) {
  const get = endpoint.kind !== 'record';
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
  const answer = await server.app.inject({
    method: get ? 'GET' : 'POST',
    url: `/api/${endpoint.path}${get ? `?${query}` : ''}`,
    headers: { appid: appId, token, ...headers },
    ...(get ? {} : { payload: input }),
  });
  const body = answer.json() as Body & { problem?: string };
  return { status: answer.statusCode, problem: body.problem, body, headers: answer.headers };
}

const payIn = (key: Key, reference: string, more: Record<string, string | number> = {}, headers = {}) =>
  call<{ receipt: { sysid: string }; balance: number }>(
    key,
    postDeposit,
    { admissionNumber: amina, amount: 500, reference, ...more },
    headers,
  );

const rows = (sql: string, values: unknown[]) =>
  server.context.db.inSchool(school, (tx) => tx.rows<Record<string, unknown>>(sql, values));

describe('API key', () => {
  it('reads balances and attendance and deposits by bank in its own name', async () => {
    const key = await aKey();
    await bursar.ask(checkInPin, { admissionNumber: amina, pin: PIN });
    const paid = await payIn(key, 'EQ 1001');
    expect([paid.status, paid.body.balance]).toEqual([200, 500]);
    expect((await call(key, readBalances)).body).toEqual([
      { admissionNumber: amina, names: 'Amina Juma', className: expect.any(String), balance: 500 },
    ]);
    const came = await call<{ admissionNumber: string; firstIn: string | null; lastOut: null }[]>(key, readAttendance);
    expect(came.body).toEqual([
      expect.objectContaining({ admissionNumber: amina, firstIn: expect.any(String), lastOut: null }),
    ]);
    expect(came.headers['x-total-count']).toBe('1');
    const before = await call<{ firstIn: string | null }[]>(key, readAttendance, {
      day: '2020-02-03',
      page: 1,
    });
    expect(before.body.map(({ firstIn }) => firstIn)).toEqual([null]);
    // Midnight by the school's clock belongs to the new day; students who have left are not listed.
    await rows(
      `INSERT INTO gate_events (school_id, id, student_id, kind, method, at, recorded_by)
       SELECT $1, gen_random_uuid(), id, 'in', 'pin', '2020-02-04T00:00:00+03:00', $1 FROM students WHERE school_id = $1`,
      [school],
    );
    const left = await aStudent(school, bursar);
    await rows(`UPDATE students SET status = 'left', left_at = now() WHERE school_id = $1 AND admission_number = $2`, [
      ...[school, left],
    ]);
    const firstIn = async (day: string) => {
      const { body } = await call<{ admissionNumber: string; firstIn: string | null }[]>(key, readAttendance, { day });
      return body.map((row) => [row.admissionNumber, row.firstIn]);
    };
    expect(await firstIn('2020-02-03')).toEqual([[amina, null]]);
    expect(await firstIn('2020-02-04')).toEqual([[amina, '2020-02-03T21:00:00.000Z']]);
    const statement = await bursar.ask<{ by: string; channel: string; reference: string }[]>(getStatement, {
      admissionNumber: amina,
    });
    expect(statement.body).toEqual([
      expect.objectContaining({ by: 'Accounts', channel: 'bank', reference: 'EQ 1001' }),
    ]);
    expect(
      await rows(`SELECT actor_id FROM audit_events WHERE school_id = $1 AND action = 'wallet.deposit'`, [school]),
    ).toEqual([{ actor_id: key.sysid }]);
  });

  it('a reference pays in once, and a repeated key returns the first answer', async () => {
    const key = await aKey();
    const once = { 'idempotency-key': newId() };
    const first = await payIn(key, 'EQ 2001', {}, once);
    expect((await payIn(key, 'EQ 2001', {}, once)).body).toEqual(first.body);
    expect((await payIn(key, 'eq2001')).problem).toBe('wallet.reference-taken');
    // The same amount within seconds is another payment, since the reference differs.
    expect((await payIn(key, 'EQ 2002')).body.balance).toBe(1_000);
    const { body } = await bursar.ask<{ balance: number }>(getWallet, { admissionNumber: amina });
    expect(body.balance).toBe(1_000);
  });

  it('allows only the calls of its scopes and opens no session', async () => {
    const calls = [readBalances, readAttendance, postDeposit];
    for (const scope of ALL) {
      const key = await aKey([scope]);
      const problems = await Promise.all(
        calls.map(
          async (endpoint) => [endpoint.scope, (await call(key, endpoint)).problem === 'program.scope'] as const,
        ),
      );
      expect(problems).toEqual(calls.map((endpoint) => [endpoint.scope, endpoint.scope !== scope]));
    }
    const none = await aKey([]);
    expect((await call(none, readBalances)).status).toBe(403);
    // A key opens no session, and is not valid as a session's token.
    expect((await call(await aKey(), getClasses)).status).toBe(401);
  });

  it("has no access to another school, nor another school's user to the key", async () => {
    const other = await server.aSchool();
    const theirBursar = await server.aPerson('SchoolAdmin', other);
    const theirs = await aStudent(other, theirBursar);
    const key = await aKey();
    const seen = await call<{ admissionNumber: string }[]>(key, readBalances);
    expect(seen.body.map(({ admissionNumber }) => admissionNumber)).toEqual([amina]);
    expect((await payIn(key, 'EQ 3001', { admissionNumber: theirs })).problem).toBe('student.not-found');
    expect((await call(key, readBalances, {}, { school: other })).problem).toBe('session.school');
    for (const [endpoint, input] of [
      [contract.getKey, {}],
      [contract.updateKey, { name: 'Mine' }],
      [contract.renewKey, {}],
      [contract.revokeKey, {}],
    ] as const)
      expect((await theirBursar.ask(endpoint, { sysid: key.sysid, ...input })).problem).toBe('program.not-found');
    expect((await theirBursar.ask<unknown[]>(contract.getKeys)).body).toHaveLength(1);
    expect((await call(key, readBalances)).status).toBe(200);
  });

  it('a revoked key is refused at the next call, for good', async () => {
    const key = await aKey();
    expect((await call(key, readBalances)).status).toBe(200);
    expect((await bursar.ask<contract.ApiKey>(contract.revokeKey, { sysid: key.sysid })).body.status).toBe('revoked');
    const refused = await call(key, readBalances);
    expect([refused.status, refused.problem]).toEqual([401, 'program.key']);
    expect((await bursar.ask(contract.renewKey, { sysid: key.sysid })).problem).toBe('program.revoked');
    expect((await bursar.ask(contract.updateKey, { sysid: key.sysid, scopes: ALL })).problem).toBe('program.revoked');
  });

  it('a removed scope is refused at the next call', async () => {
    const key = await aKey();
    await bursar.ask(contract.updateKey, { sysid: key.sysid, scopes: ['balances'] });
    expect((await payIn(key, 'EQ 4001')).problem).toBe('program.scope');
    expect((await call(key, readBalances)).status).toBe(200);
  });

  it('renewKey keeps the old token for the overlap, two tokens at most', async () => {
    const first = await aKey();
    const renewed = await bursar.ask<Key>(contract.renewKey, { sysid: first.sysid, overlapHours: 2 });
    const second = renewed.body;
    expect(second.appId).toBe(first.appId);
    expect(Date.parse(String(second.oldTokenUntil))).toBeGreaterThan(Date.now());
    const works = async (...keys: Key[]) =>
      Promise.all(keys.map(async (key) => (await call(key, readBalances)).status));
    expect(await works(first, second)).toEqual([200, 200]);
    const third = (await bursar.ask<Key>(contract.renewKey, { sysid: first.sysid })).body;
    expect(await works(first, second, third)).toEqual([401, 200, 200]);
    await rows(`UPDATE api_keys SET old_token_until = clock_timestamp() WHERE school_id = $1 AND id = $2`, [
      school,
      first.sysid,
    ]);
    expect(await works(second, third)).toEqual([401, 200]);
    const fourth = (await bursar.ask<Key>(contract.renewKey, { sysid: first.sysid, overlapHours: 0 })).body;
    expect(await works(third, fourth)).toEqual([401, 200]);
  });

  it('each key has its own rate limit, which wrong tokens do not use up', async () => {
    const [key, other] = [await aKey(), await aKey()];
    const pace = (sql: string) =>
      rows(`UPDATE api_keys SET paced_until = clock_timestamp() + ${sql} WHERE school_id = $1 AND id = $2`, [
        school,
        key.sysid,
      ]);
    // Calls with a wrong token are not counted.
    await pace(`interval '0'`);
    await call({ appId: key.appId, token: 'none' }, readBalances);
    const [untouched] = await rows('SELECT last_used_at FROM api_keys WHERE id = $1', [key.sysid]);
    expect(untouched?.last_used_at).toBeNull();
    await call(key, readBalances);
    const [counted] = await rows(
      'SELECT last_used_at IS NOT NULL AS used, paced_until > last_used_at AS paced FROM api_keys WHERE id = $1',
      [key.sysid],
    );
    expect(counted).toEqual({ used: true, paced: true });
    await pace(`interval '1 hour'`);
    const refused = await call(key, readBalances);
    expect([refused.status, refused.problem]).toEqual([429, 'program.too-many-calls']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
    expect((await call(other, readBalances)).status).toBe(200);
  });

  it('stores no token and shows its last use', async () => {
    const key = await aKey();
    await call(key, readBalances);
    const listed = await bursar.ask<Record<string, unknown>[]>(contract.getKeys);
    const mine = listed.body.find(({ sysid }) => sysid === key.sysid);
    expect(mine).toMatchObject({ createdBy: expect.any(String), lastUsed: expect.any(String), scopes: ALL });
    expect(mine).not.toHaveProperty('token');
    const [kept] = await rows('SELECT k::text AS row FROM api_keys k WHERE id = $1', [key.sysid]);
    expect(kept?.row).not.toContain(key.token);
  });

  it('the maker of a key cannot reverse its deposits alone', async () => {
    const key = await aKey();
    const paid = await payIn(key, 'EQ 5001');
    const back = { sysid: paid.body.receipt.sysid, reason: 'Wrong child' };
    expect((await bursar.ask(reverse, back)).problem).toBe('session.one-hand');
    const second = await server.aPerson('SchoolAdmin', school);
    expect((await second.ask(reverse, back)).status).toBe(200);
  });

  it('colleagues are notified of a new key, an added scope and a new token', async () => {
    const [head, admin] = [await server.aPerson('SchoolAdmin', school), await server.aPerson('Admin')];
    const { sysid } = await aKey(['balances']);
    const change = async (scopes: string[]) =>
      expect((await bursar.ask(contract.updateKey, { sysid, scopes })).status).toBe(200);
    await change(['balances', 'deposits']);
    await change(['deposits']);
    await bursar.ask(contract.renewKey, { sysid, overlapHours: 0 });
    await aKey([]);
    await server.runJobs();
    const heard = async (who: Person) =>
      (await who.ask<NoticeRow[]>(getNotifications)).body
        .filter(({ kind }) => kind === 'program.token')
        .map(({ subject, params }) => [subject?.id, params.key]);
    expect(await heard(head)).toEqual(Array.from({ length: 3 }, () => [sysid, 'Accounts']));
    expect(await heard(bursar)).toEqual([]);
    expect((await heard(admin)).filter(([id]) => id === sysid)).toEqual([]);
  });

  it('the Admins are notified when the school has no other administrator', async () => {
    const admin = await server.aPerson('Admin');
    const { sysid } = await aKey(['deposits']);
    await server.runJobs();
    const { body } = await admin.ask<NoticeRow[]>(getNotifications);
    expect(body.filter(({ subject }) => subject?.id === sysid).map(({ kind }) => kind)).toEqual(['program.token']);
  });

  it('is refused for a suspended school', async () => {
    const key = await aKey();
    await server.context.db.inPlatform((tx) =>
      tx.row(`UPDATE schools SET status = 'suspended' WHERE id = $1`, [school]),
    );
    expect((await call(key, readBalances)).problem).toBe('school.suspended');
  });

  it('a new school gets a key without scopes', async () => {
    const admin = await server.aPerson('Admin');
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'navy' } })
      .png()
      .toBuffer();
    const counties = await admin.ask<{ sysid: string }[]>(getCounties);
    const made = await admin.ask<{ sysid: string; token: string; appId: string }>(createSchool, {
      CountySYSID: counties.body[0]?.sysid,
      SchoolCode: `P${aNumber()}`,
      OfficialName: 'Programs',
      ShortName: 'Programs',
      Pobox: '1',
      Town: 'Lamu',
      Logo: { filename: 'logo.png', mimetype: 'image/png', bytes: png },
    });
    expect((await call(made.body, readBalances)).problem).toBe('program.scope');
    const head = await server.aPerson('SchoolAdmin', made.body.sysid);
    const [first] = (await head.ask<contract.ApiKey[]>(contract.getKeys)).body;
    expect(first).toMatchObject({ appId: made.body.appId, scopes: [], createdBy: 'Platform' });
    await head.ask(contract.updateKey, { sysid: first?.sysid, scopes: ['balances'] });
    expect((await call(made.body, readBalances)).body).toEqual([]);
  });

  it('getProgramDescription describes the program calls only', async () => {
    const { body } = await bursar.ask<{ paths: object; components: { securitySchemes: object } }>(
      contract.getProgramDescription,
    );
    expect(Object.keys(body.paths)).toEqual(['/program/getBalances', '/program/deposit', '/program/getAttendance']);
    expect(Object.keys(body.components.securitySchemes)).toEqual(['appId', 'token']);
  });
});
