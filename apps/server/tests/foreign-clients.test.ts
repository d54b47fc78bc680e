// Requests of clients of another hand: right by the letter of the contract, though our console never sends them.
import { checkInPin } from '@mfuko/contract/gate';
import { offlineBatch } from '@mfuko/contract/offline';
import { requestPayment } from '@mfuko/contract/payments';
import { getClasses } from '@mfuko/contract/schools';
import { stepUp } from '@mfuko/contract/second-factor';
import { createStudent, getStudent, getStudents, updateStudent } from '@mfuko/contract/students';
import { cashOutPin, deposit, getBalances } from '@mfuko/contract/wallet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from './kit.ts';

const PIN = '274951';
const CHILD = { admissionNumber: '5001', names: 'Amina Juma', checkPin: PIN };

let server: TestServer;
let bursar: Person;
let sysid: string;

beforeAll(async () => {
  server = await openTestServer();
  const school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  const classSYSID = await server.aClass(school);
  const { body } = await bursar.ask<{ sysid: string }>(createStudent, { ...CHILD, classSYSID });
  sysid = body.sysid;
  await bursar.ask(createStudent, { admissionNumber: '5002', names: 'Brian Otieno', classSYSID });
});
afterAll(() => server.close());

describe('query parameters of a list', () => {
  const empty = { page: '', pageSize: '', search: '', sort: '' };

  it.each([
    [getStudents, { ...empty, classSYSID: '', hasFingerprint: '', status: '' }, 2],
    [getClasses, empty, 1],
    [getBalances, { ...empty, classSYSID: '', below: '', quietDays: '' }, 2],
  ])('are ignored when they are empty', async (list, query, rows) => {
    const { status, body, headers } = await bursar.ask<unknown[]>(list, query, { method: 'GET' });
    expect([status, body.length, headers['x-total-count']]).toEqual([200, rows, String(rows)]);
  });

  it('are rejected with a readable message when they are invalid', async () => {
    const { body } = await bursar.ask<{ detail: { fields: object } }>(getStudents, { page: 'x', pageSize: 0 });
    expect(body.detail.fields).toEqual({
      page: 'must be a whole number from 1 to 999999',
      pageSize: 'must be a whole number from 1 to 10000',
    });
  });
});

describe('amounts above the limit', () => {
  it.each([20_000.01, 10_000_000, '99999999999.99', 1e15])(
    'are refused as over the limit, not as malformed (%s)',
    async (amount) => {
      const { admissionNumber } = CHILD;
      const userName = bursar.phone;
      const mobileNumber = '0711223344';
      const answers = await Promise.all([
        bursar.ask(deposit, { admissionNumber, amount }),
        bursar.ask(cashOutPin, { admissionNumber, pin: PIN, amount, userName }),
        bursar.ask(requestPayment, { admissionNumber, amount: Math.ceil(Number(amount)), mobileNumber }),
      ]);
      expect(answers.map(({ problem }) => problem)).toEqual([
        'wallet.over-limit',
        'wallet.over-limit',
        'wallet.over-limit',
      ]);
    },
  );

  it.each([0, -1, 1.005, '1,500', ' 5', '5.', '1e3', '١٥', 1e21])(
    'are malformed in a wrong format (%s)',
    async (amount) => {
      const { status, body } = await bursar.ask<{ detail: { fields: object } }>(deposit, { ...CHILD, amount });
      expect([status, Object.keys(body.detail.fields)]).toEqual([400, ['amount']]);
    },
  );
});

it('an override of spaces counts as missing', async () => {
  const pass = (override?: string) => bursar.ask(checkInPin, { admissionNumber: '5001', pin: PIN, override });
  expect((await pass()).status).toBe(200);
  for (const override of ['', '  ']) expect((await pass(override)).problem).toBe('gate.already-in');
  expect((await pass('the guard saw her leave')).status).toBe(200);
});

describe('null fields', () => {
  const event = (more: object) => ({
    ...{ key: 'k1', counter: 1, kind: 'in', admissionNumber: '5002', method: 'attested' },
    ...{ occurredAt: '2026-01-05T06:00:00Z', ...more },
  });

  it('are accepted for optional fields, also in an offline event', async () => {
    const events = [event({ proof: null, busNumberPlate: null, lat: null, long: null })];
    expect((await bursar.ask(offlineBatch, { events })).status).toBe(200);
    const paid = await bursar.ask(deposit, { ...CHILD, amount: 5, channel: null, reference: null });
    expect(paid.status).toBe(200);
  });

  it('are reported for all required fields of an offline event', async () => {
    const { body } = await bursar.ask<{ detail: { fields: object } }>(offlineBatch, {
      events: [event({ kind: null, proof: null })],
    });
    expect(Object.keys(body.detail.fields)).toEqual(['events.0.kind', 'events.0.proof']);
  });

  it('are rejected for a required field of an update', async () => {
    expect((await bursar.ask(updateStudent, { sysid, names: null })).status).toBe(400);
  });
});

it.each(['', null])('an update with the stamp %j is accepted without a conflict check', async (updated) => {
  expect((await bursar.ask(updateStudent, { sysid, names: 'Amina Juma', updated })).status).toBe(200);
  expect((await bursar.ask(getStudent, { sysid })).body).toMatchObject({ names: 'Amina Juma' });
});

it('a step-up without a code is malformed', async () => {
  expect((await bursar.ask(stepUp, {})).problem).toBe('input.malformed');
});
