import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { list, read, record, SCHOOL_STAFF } from '@mfuko/contract/endpoint';
import { createSchool, viewSchools } from '@mfuko/contract/schools';
import { open } from '@mfuko/contract/seal';
import { validateCode } from '@mfuko/contract/session';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { holdDesk, lastActivity } from './activity.ts';
import { pretendConfig } from './config.testkit.ts';
import { wireKey } from './config.ts';
import { i18n, startI18n } from './i18n.ts';
import { CallError, describe as inWords } from './problems.ts';
import { call, onSessionEnd, onStepUp } from './request.ts';
import { pickSchool } from './school.ts';
import { writeSealed } from './sealed-storage.ts';
import { enterUnkept, saveSession } from './session.ts';

const looking = read('test/look', {
  access: SCHOOL_STAFF,
  input: z.object({ q: z.string().optional() }),
  output: z.object({}),
});
const listing = list('test/list', {
  access: SCHOOL_STAFF,
  input: z.object({ page: z.number().optional() }),
  output: z.number(),
});
const doing = record('test/do', {
  access: SCHOOL_STAFF,
  input: z.object({ amount: z.number() }),
  output: z.object({}),
});
const fetched = vi.fn<typeof fetch>();
const ended = vi.fn();
const SCHOOL = { sysid: '01900000-0000-7000-8000-000000000001', shortName: 'DEMO' };

function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  fetched.mockResolvedValueOnce(
    new Response(body === null ? null : typeof body === 'string' ? body : JSON.stringify(body), { status, headers }),
  );
}
function sent() {
  const [url, init] = fetched.mock.calls.at(-1) ?? [];
  return { url: String(url), headers: init?.headers as Headers, method: init?.method, body: init?.body };
}
async function words(work: Promise<unknown>) {
  const error = await work.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CallError);
  return inWords(error);
}

beforeAll(async () => {
  pretendConfig();
  await startI18n(['ui']);
  vi.stubGlobal('fetch', fetched);
  onSessionEnd(ended);
});
beforeEach(() => {
  fetched.mockReset();
  ended.mockReset();
  localStorage.clear();
  saveSession({ token: 'the-token', userName: '254700000001', role: 'Admin' });
});

test('call seals token and client, and sends location and school', async () => {
  pickSchool(SCHOOL);
  answer(200, {});
  await call(looking, { q: 'a b' });
  const { url, headers, method } = sent();
  expect([url, method]).toEqual(['/api/test/look?q=a+b', 'GET']);
  expect(open(wireKey(), 'opToken', headers.get('opToken') ?? '')).toBe('the-token');
  expect(Object.keys(JSON.parse(open(wireKey(), 'special-key', headers.get('special-key') ?? '')))).toEqual([
    'v',
    'n',
    'ts',
  ]);
  expect([headers.get('long'), headers.get('lat'), headers.get('school')]).toEqual(['0.00', '0.00', SCHOOL.sysid]);
  expect(headers.get('Idempotency-Key')).toBeNull();
  writeSealed('location', JSON.stringify({ latitude: -0.09, longitude: 34.75 }));
  answer(200, {});
  await call(looking, { q: 'a b' });
  expect([sent().headers.get('long'), sent().headers.get('lat')]).toEqual(['34.750000', '-0.090000']);
});
test('call sends no school header without a school, or for users who cannot choose one', async () => {
  pickSchool(SCHOOL);
  answer(200, []);
  await call(viewSchools, {});
  expect(sent().headers.get('school')).toBeNull();
  saveSession({ token: 't', userName: 'u', role: 'SchoolAdmin' });
  answer(200, {});
  await call(looking, {});
  expect(sent().headers.get('school')).toBeNull();
});
test('call sends nothing for a user not yet proven to the server, and stores no session', async () => {
  localStorage.clear();
  enterUnkept({ token: '', userName: '254700000003', role: 'CheckAgent' });
  await expect(call(looking, {})).rejects.toMatchObject({ status: null });
  expect(fetched).not.toHaveBeenCalled();
  expect(localStorage.getItem('session')).toBeNull();
});
test('call sends nothing for a school no longer at work, unless the user may choose schools', async () => {
  pickSchool(SCHOOL);
  const former = '01900000-0000-7000-8000-000000000002';
  saveSession({ token: 't', userName: '254700000003', role: 'CheckAgent' });
  await expect(call(doing, { amount: 5 }, { school: former })).rejects.toMatchObject({ status: null });
  expect(fetched).not.toHaveBeenCalled();
  answer(200, {});
  await call(doing, { amount: 5 }, { school: SCHOOL.sysid });
  saveSession({ token: 't', userName: '254700000001', role: 'Admin' });
  answer(200, {});
  await call(doing, { amount: 5 }, { school: former });
  expect(sent().headers.get('school')).toBe(former);
});
test('call returns a list with the total count of its filter', async () => {
  answer(200, [1, 2], { 'X-Total-Count': '1240' });
  expect(await call(listing, { page: 1 })).toEqual({ rows: [1, 2], total: 1240, sum: null });
});
test('call posts a record as JSON under the given idempotency key', async () => {
  answer(200, {});
  await call(doing, { amount: 5 }, { idempotencyKey: 'same' });
  const { headers, method, body } = sent();
  expect([method, headers.get('Content-Type'), headers.get('Idempotency-Key'), body]).toEqual([
    'POST',
    'application/json',
    'same',
    '{"amount":5}',
  ]);
});
test('call sends files as form data without setting a Content-Type', async () => {
  answer(200, {});
  await call(createSchool, {
    CountySYSID: SCHOOL.sysid,
    SchoolCode: '1',
    OfficialName: 'A',
    ShortName: 'A',
    Pobox: '1',
    Town: 'T',
    Logo: new File(['x'], 'logo.png'),
  });
  expect(sent().headers.get('Content-Type')).toBeNull();
  expect((sent().body as FormData).get('Logo')).toBeInstanceOf(File);
});

test('call reports an answer without a JSON body as failed with its status', async () => {
  answer(502, null);
  expect(await words(call(looking, {}))).toEqual({
    title: 'Failed (502)',
    message: 'An error occurred while contacting the api, contact administrator with this screenshot.',
  });
  answer(502, '<h1>Bad gateway</h1>');
  expect((await words(call(looking, {}))).title).toBe('Failed (502)');
});
test("call shows the server's message for a 401 at sign-in, and elsewhere ends the session", async () => {
  const body = { code: '401', message: 'That code is wrong.', problem: 'session.wrong-code' };
  answer(401, body);
  expect(await words(call(validateCode, { otp: '1', profileSYSID: SCHOOL.sysid }))).toEqual({
    title: 'Failed',
    message: 'That code is wrong.',
  });
  expect(ended).not.toHaveBeenCalled();
  answer(401, body);
  expect(await words(call(looking, {}))).toEqual({ title: 'Access: please login again', message: '' });
  expect(ended).toHaveBeenCalledOnce();
});
test("call rejects with the server's message, problem and field errors", async () => {
  answer(400, {
    code: '400',
    message: 'The input is malformed.',
    problem: 'input.malformed',
    detail: { fields: { amount: 'is required' } },
  });
  const error = (await call(doing, { amount: 0 }).catch((thrown: unknown) => thrown)) as CallError;
  expect(inWords(error)).toEqual({ title: 'Failed', message: 'The input is malformed.' });
  expect([error.status, error.problem, error.fields]).toEqual([400, 'input.malformed', { amount: 'is required' }]);
});
test("refusals are shown in Kiswahili with the server's values, and unknown problems in its own words", async () => {
  await i18n.changeLanguage('sw');
  await i18n.loadNamespaces('problems');
  const told = async (problem: string, detail?: object) => {
    answer(422, { code: '422', message: 'English words: KES 120.00', problem, detail });
    return (await words(call(looking, {}))).message;
  };
  expect(await told('wallet.insufficient-funds', { balance: 1120.5 })).toBe('Pesa hazitoshi: salio ni KES 1,120.50.');
  expect(await told('wallet.insufficient-funds', { balance: 0 })).toBe('Pesa hazitoshi: salio ni KES 0.00.');
  expect(await told('wallet.insufficient-funds')).toBe('Pesa hazitoshi.');
  expect(await told('till.reason-needed', { variance: -20 })).toContain('KES 20.00 zimepungua');
  expect(await told('till.reason-needed', { variance: 20 })).toContain('KES 20.00 zimezidi');
  expect(await told('bus.stop-in-use', { stop: 'Soko', students: 12 })).toMatch(/Soko: 12\./);
  expect(await told('bus.papers-over', { papers: [{ paper: 'insurance', until: '2026-11-20' }] })).toContain(
    'bima, siku ya mwisho 20/11/2026.',
  );
  expect(await told('bus.child-aboard', { aboard: [{ names: 'Amani Otieno' }, { names: 'Njeri Abdi' }] })).toContain(
    'Amani Otieno, Njeri Abdi.',
  );
  expect(await told('erase.blocked', { reasons: ['money', 'aboard'] })).toContain(
    'kuna pesa kwenye mkoba, mwanafunzi yuko kwenye basi.',
  );
  expect(await told('fingerprint.no-match', { finger: 'left-thumb' })).toContain('kidole gumba cha kushoto');
  expect(await told('fingerprint.no-match')).toBe('Alama ya kidole hailingani.');
  expect(await told('sheet.unreadable', { fault: 'damaged' })).toContain('imeharibika');
  expect(await told('sheet.too-large', { fault: 'too-many-rows', most: 5000 })).toContain('mistari 5000');
  expect(await told('subsidy.same-person')).toBe('Mtu wa pili lazima aidhinishe pendekezo lako.');
  expect(await told('wallet.too-many-cash-outs', { limit: 2, left: 0 })).toMatch(/leo: 2\.$/);
  expect(await told('gate.not-in', { since: null })).toBe('Mwanafunzi hajarekodiwa kuingia.');
  expect(await told('gate.not-in', { since: '2026-11-20T09:00:00.000Z' })).toContain('20/11/2026 12:00');
  expect(await told('student.in-use', { needs: ['money', 'meals'] })).toContain('pesa, chakula');
  expect(await told('user.self', { why: 'own-contact' })).toContain('Wasifu Wangu');
  // A problem that this console does not know is shown with the server's message.
  expect(await told('no.such-problem')).toBe('English words: KES 120.00');
  await i18n.changeLanguage('en');
});
test('call reports a network failure with the general text', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await words(call(looking, {}))).toEqual({
    title: 'General Failure',
    message:
      'Quick Solution: Check your network, refresh this page, try a different browser and let us know if this message persists across.',
  });
});
test.each([
  ['what is recorded', () => call(doing, { amount: 5 })],
  ['what is read', () => call(looking, {})],
  ['a list', () => call(listing, {})],
])('call treats a truncated or HTML answer to %s as unsure', async (_, ask) => {
  for (const body of ['{"sysid":"01', '<html>Sign in to this network</html>']) {
    answer(200, body);
    const error = await ask().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'CallError', status: null, unsure: true });
  }
});
test('call aborted while its answer arrives does not reject with a CallError', async () => {
  const given = new AbortController();
  fetched.mockImplementationOnce(async () => {
    given.abort();
    return new Response('{"sysid":"01', { status: 200 });
  });
  await expect(call(looking, {}, { signal: given.signal })).rejects.not.toBeInstanceOf(CallError);
});
test("call reports JSON without a code as a general failure, but a proxy's page by its status", async () => {
  answer(500, { error: 'upstream' });
  expect((await words(call(looking, {}))).title).toBe('General Failure');
  answer(500, '<html>Bad gateway</html>');
  expect((await words(call(looking, {}))).title).toBe('Failed (500)');
  answer(401, { error: 'no session' });
  expect((await words(call(looking, {}))).title).toBe('Access: please login again');
});
test('the general error texts equal the expected ones of the specification', () => {
  const { errors } = JSON.parse(readFileSync(join(import.meta.dirname, '../locales/en/ui.json'), 'utf8'));
  expect(errors).toMatchObject({
    failed: 'Failed',
    failedStatus: 'Failed ({{status}})',
    noBody: 'An error occurred while contacting the api, contact administrator with this screenshot.',
    access: 'Access: please login again',
    generalTitle: 'General Failure',
    generalMessage:
      'Quick Solution: Check your network, refresh this page, try a different browser and let us know if this message persists across.',
  });
});

const big = record('test/big', { access: SCHOOL_STAFF, input: z.object({ B64: z.string() }), output: z.object({}) });

test('call compresses a long body only when the server accepts gzip', async () => {
  const input = { B64: 'iVBORw0KGgo='.repeat(1_000) };
  for (const [bodyEncodings, encoding] of [
    [[], null],
    [['gzip' as const], 'gzip'],
  ] as const) {
    pretendConfig({ bodyEncodings: [...bodyEncodings] });
    answer(200, {});
    await call(big, input, {});
    const { headers, body } = sent();
    expect(headers.get('Content-Encoding')).toBe(encoding);
    const text = encoding === null ? String(body) : gunzipSync(new Uint8Array(body as ArrayBuffer)).toString();
    expect(JSON.parse(text)).toEqual(input);
  }
  answer(200, {});
  await call(doing, { amount: 1 }, {});
  expect(sent().headers.get('Content-Encoding')).toBeNull();
  pretendConfig();
});

test('call counts a recording as user activity, but not one that the device sends by itself', async () => {
  const before = lastActivity();
  const now = vi.spyOn(Date, 'now').mockReturnValue(before + 60_000);
  answer(200, {});
  await call(doing, { amount: 1 }, { byItself: true });
  expect(lastActivity()).toBe(before);
  answer(200, {});
  await call(doing, { amount: 1 });
  expect(lastActivity()).toBe(before + 60_000);
  now.mockRestore();
});

test('call is repeated after step-up in its original school, and not under another account', async () => {
  const other = { sysid: 'other', shortName: 'OTHER' };
  const asks = () => answer(403, { code: '403', problem: 'session.step-up', message: 'Prove it.' });
  onStepUp(async () => {
    pickSchool(other);
    return true;
  });
  asks();
  answer(200, {});
  await call(doing, { amount: 1 });
  expect(sent().headers.get('school')).toBe(SCHOOL.sysid);
  answer(200, {});
  await call(doing, { amount: 1 }, { school: SCHOOL.sysid });
  expect(sent().headers.get('school')).toBe(SCHOOL.sysid);

  const before = fetched.mock.calls.length;
  onStepUp(async () => {
    saveSession({ token: 'b', userName: '254700000009', role: 'Admin' });
    return true;
  });
  asks();
  await words(call(doing, { amount: 1 }));
  expect(fetched.mock.calls.length).toBe(before + 1);
});

test('call marks requests of a page idle for five minutes as by-itself, unless the desk is held', async () => {
  const now = vi.spyOn(Date, 'now');
  const isByItself = async (asked: typeof looking | typeof doing = looking) => {
    answer(200, {});
    await call(asked, asked === doing ? { amount: 1 } : {});
    return sent().headers.get('by-itself');
  };
  window.dispatchEvent(new Event('pointermove'));
  const touched = Date.now();
  expect(await isByItself()).toBeNull();
  now.mockReturnValue(touched + 5 * 60_000);
  expect(await isByItself()).toBe('1');
  // With an open trip nobody touches the device on a long leg.
  const end = holdDesk();
  expect(await isByItself()).toBeNull();
  // Ended twice, it is over once, and does not end the next one.
  end();
  end();
  const endNext = holdDesk();
  expect(await isByItself()).toBeNull();
  endNext();
  expect(await isByItself()).toBe('1');
  window.dispatchEvent(new Event('keydown'));
  expect(await isByItself()).toBeNull();
  now.mockReturnValue(touched + 11 * 60_000);
  expect(await isByItself()).toBe('1');
  // A recording call counts as activity.
  expect(await isByItself(doing)).toBeNull();
  expect(await isByItself()).toBeNull();
  now.mockRestore();
});
