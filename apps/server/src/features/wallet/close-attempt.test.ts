import { createKey } from '@mfuko/contract/programs';
import { createClass } from '@mfuko/contract/schools';
import { createUser } from '@mfuko/contract/staff';
import { createStudent } from '@mfuko/contract/students';
import { cashOutPin, closeAttempt, closePlatformAttempt, deposit, getWallet } from '@mfuko/contract/wallet';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { isBlocked } from '../../../tests/lock-waits.testkit.ts';
import { newId } from '../../platform/records/id.ts';
import { anAuthenticator } from '../session/second-factor.testkit.ts';

const PIN = '482916';

interface End {
  readonly outcome: string;
  readonly answer?: { readonly problem?: string; readonly receipt?: { readonly sysid: string } };
}

let server: TestServer;
let owner: pg.Client;
let school: string;
let bursar: Person;

beforeAll(async () => {
  server = await openTestServer();
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  school = await server.aSchool();
  await owner.query(`SET app.school_id = '${school}'`);
  bursar = await server.aPerson('SchoolAdmin', school);
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

/** Creates a student with KES 1,000. */
async function aStudent(): Promise<string> {
  const admissionNumber = String(4700 + aNumber());
  const classSYSID = await server.aClass(school);
  await bursar.ask(createStudent, { admissionNumber, names: 'Amina Juma', classSYSID, checkPin: PIN });
  await bursar.ask(deposit, { admissionNumber, amount: 1_000 });
  return admissionNumber;
}
const payOut = (admissionNumber: string, key: string, pin = PIN) =>
  bursar.ask(cashOutPin, { admissionNumber, pin, amount: 300 }, { key });
const close = async (key: string, by = bursar) => (await by.ask<End>(closeAttempt, { key })).body;
const balance = async (admissionNumber: string) =>
  (await bursar.ask<{ balance: number }>(getWallet, { admissionNumber })).body.balance;

it('closeAttempt returns the stored answer of a recorded payment', async () => {
  const [student, key] = [await aStudent(), newId()];
  const { body } = await payOut(student, key);
  expect(await close(key)).toEqual({ outcome: 'recorded', answer: body });
  expect(await balance(student)).toBe(700);
});

it('closeAttempt returns the refusal of a refused payment', async () => {
  const [student, key] = [await aStudent(), newId()];
  await payOut(student, key, '000000');
  expect(await close(key)).toMatchObject({ outcome: 'refused', answer: { problem: 'pin.wrong', code: '422' } });
});

it('closeAttempt voids an unused idempotency key, and a later call with that key is refused', async () => {
  const [student, key] = [await aStudent(), newId()];
  expect(await close(key)).toEqual({ outcome: 'void' });
  expect(await payOut(student, key)).toMatchObject({ status: 409, problem: 'idempotency.void' });
  expect(await bursar.ask(deposit, { admissionNumber: student, amount: 5 }, { key })).toMatchObject({
    status: 409,
    problem: 'idempotency.void',
  });
  expect(await close(key)).toEqual({ outcome: 'void' });
  expect(await balance(student)).toBe(1_000);
});

it('voiding one of eight keys refuses that deposit of a batch and no other', async () => {
  const student = await aStudent();
  const keys = Array.from({ length: 8 }, () => newId());
  expect(await close(keys[3] ?? '')).toEqual({ outcome: 'void' });
  const paid = await Promise.all(
    keys.map((key) => bursar.ask(deposit, { admissionNumber: student, amount: 10 }, { key })),
  );
  expect(paid.map(({ status }) => status)).toEqual([200, 200, 200, 409, 200, 200, 200, 200]);
  expect(await balance(student)).toBe(1_070);
});

it('closeAttempt waits for a payment in progress and returns its outcome', async () => {
  const [student, key] = [await aStudent(), newId()];
  await owner.query('BEGIN');
  await owner.query('LOCK TABLE accounts IN EXCLUSIVE MODE');
  const paying = payOut(student, key);
  expect(await isBlocked(server, paying)).toBe(true);
  const closing = close(key);
  expect(await isBlocked(server, closing, 2)).toBe(true);
  await owner.query('COMMIT');
  const { body } = await paying;
  expect(await closing).toEqual({ outcome: 'recorded', answer: body });
  expect(await balance(student)).toBe(700);
});

it('closeAttempt during the PIN check voids the key, and the payment records nothing', async () => {
  const [student, key] = [await aStudent(), newId()];
  await owner.query('BEGIN');
  await owner.query('LOCK TABLE student_tries IN EXCLUSIVE MODE');
  const paying = payOut(student, key);
  expect(await isBlocked(server, paying)).toBe(true);
  expect(await close(key)).toEqual({ outcome: 'void' });
  await owner.query('COMMIT');
  expect(await paying).toMatchObject({ status: 409, problem: 'idempotency.void' });
  expect(await balance(student)).toBe(1_000);
});

it('a wrong PIN is still audited when its key is voided during the PIN check', async () => {
  const [student, key] = [await aStudent(), newId()];
  const misses = async () =>
    (await owner.query(`SELECT 1 FROM audit_events WHERE action = 'pin.wrong' AND school_id = $1`, [school])).rowCount;
  const before = (await misses()) ?? 0;
  await owner.query('BEGIN');
  await owner.query('LOCK TABLE student_tries IN EXCLUSIVE MODE');
  const paying = payOut(student, key, '000000');
  expect(await isBlocked(server, paying)).toBe(true);
  expect(await close(key)).toEqual({ outcome: 'void' });
  await owner.query('COMMIT');
  expect((await paying).problem).toBe('idempotency.void');
  expect(await misses()).toBe(before + 1);
});

it("closeAttempt does not reveal another user's payment", async () => {
  const [student, key] = [await aStudent(), newId()];
  const { body } = await payOut(student, key);
  const other = await server.aPerson('SchoolAdmin', school);
  expect(await close(key, other)).toEqual({ outcome: 'void' });
  expect(await close(key)).toEqual({ outcome: 'recorded', answer: body });
});

it("closeAttempt does not reveal another user's deposits, single or batched", async () => {
  const clerk = await server.aPerson('SchoolAdmin', school);
  const paid = [];
  for (let each = 0; each < 5; each++) paid.push({ admissionNumber: await aStudent(), key: newId() });
  const payIn = ({ admissionNumber, key }: { admissionNumber: string; key: string }) =>
    bursar.ask(deposit, { admissionNumber, amount: 10 }, { key });
  await payIn(paid[0] as (typeof paid)[number]);
  await Promise.all(paid.slice(1).map(payIn));
  for (const { key } of paid) {
    expect(await close(key, clerk)).toEqual({ outcome: 'void' });
    expect(await close(key)).toMatchObject({ outcome: 'recorded' });
  }
});

it('closeAttempt without a fresh second factor returns only the outcome of a call that needs step-up', async () => {
  const clerk = await server.aPerson('SchoolAdmin', school);
  await anAuthenticator(clerk);
  const stepUp = (since: string) =>
    owner.query('UPDATE sessions SET stepped_up_at = now() - $2::interval WHERE user_id = $1', [clerk.userId, since]);
  await stepUp('1 minute');
  const [key, closing] = [newId(), newId()];
  const made = await clerk.ask<{ token: string }>(createKey, { name: 'Accounts', scopes: ['balances'] }, { key });
  expect(made.body.token).toEqual(expect.any(String));
  const ask = async () => (await clerk.ask<End>(closeAttempt, { key }, { key: closing })).body;
  expect(await ask()).toEqual({ outcome: 'recorded', answer: made.body });
  await stepUp('11 minutes');
  expect(await ask()).toEqual({ outcome: 'recorded' });
  await stepUp('1 minute');
  expect(await ask()).toEqual({ outcome: 'recorded', answer: made.body });
});

it('closeAttempt returns only the outcome when the account has lost the role for the call', async () => {
  const clerk = await server.aPerson('SchoolAdmin', school);
  const key = newId();
  const made = await clerk.ask(createClass, { className: `Form ${aNumber()}` }, { key });
  expect(await close(key, clerk)).toEqual({ outcome: 'recorded', answer: made.body });
  await owner.query(`UPDATE users SET role = 'CheckAgent', duties = '{cashier}' WHERE id = $1`, [clerk.userId]);
  expect(await close(key, clerk)).toEqual({ outcome: 'recorded' });
});

it("closePlatformAttempt closes an Admin's calls outside schools, and closeAttempt refuses to assume a school", async () => {
  const admin = await server.aPerson('Admin');
  const ask = async (closing: typeof closeAttempt | typeof closePlatformAttempt, key: string, by = admin) =>
    (await by.ask<End>(closing, { key })).body;
  const password = 'a long enough password';
  const person = {
    firstName: 'Njeri',
    lastNames: 'Otieno',
    email: 'njeri@example.com',
    password,
    confirmPassword: password,
  };
  const make = (key: string, phoneNumber: string) =>
    admin.ask(createUser, { ...person, phoneNumber, role: 'Admin' }, { key });
  const [recorded, refused, unsent] = [newId(), newId(), newId()];
  const phone = `2547${String(10_000_000 + aNumber())}`;
  const made = await make(recorded, phone);
  expect(made.status).toBe(200);
  expect((await make(refused, phone)).status).toBe(409);
  expect(await ask(closePlatformAttempt, unsent)).toEqual({ outcome: 'void' });
  expect((await make(unsent, `2547${String(10_000_000 + aNumber())}`)).problem).toBe('idempotency.void');
  expect(await ask(closePlatformAttempt, recorded)).toEqual({ outcome: 'recorded', answer: made.body });
  expect(await ask(closePlatformAttempt, refused)).toMatchObject({
    outcome: 'refused',
    answer: { problem: 'user.duplicate-phone' },
  });
  expect(await ask(closePlatformAttempt, recorded, await server.aPerson('Admin'))).toEqual({ outcome: 'void' });
  // No school is assumed: otherwise a payment recorded in a school might be called void.
  expect((await admin.ask(closeAttempt, { key: newId() })).problem).toBe('input.malformed');
});
