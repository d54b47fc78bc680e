import { registerPayments } from '@mfuko/contract/payments';
import { createStudent } from '@mfuko/contract/students';
import { deposit, getWallet } from '@mfuko/contract/wallet';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noPayments, PaymentsError, type PaymentsGateway } from '../src/gateways/payments/index.ts';
import { newId } from '../src/platform/records/id.ts';
import { openTestServer, type Person, type TestServer } from './kit.ts';
import { collectsWith } from './payments.testkit.ts';

let server: TestServer;
let owner: pg.Client;
let bursar: Person;
let admissionNumber: string;

beforeAll(async () => {
  server = await openTestServer();
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  const school = await server.aSchool();
  await owner.query(`SET app.school_id = '${school}'`);
  bursar = await server.aPerson('SchoolAdmin', school);
  admissionNumber = '4501';
  await bursar.ask(createStudent, { admissionNumber, names: 'Amina Juma', classSYSID: await server.aClass(school) });
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

const payIn = (key: string, amount: number) => bursar.ask(deposit, { admissionNumber, amount }, { key });
const balance = async () => (await bursar.ask<{ balance: number }>(getWallet, { admissionNumber })).body.balance;
/** Makes the memory of a key older, as if the days had passed. */
const age = (key: string, days: number) =>
  owner.query('UPDATE idempotency_keys SET created_at = created_at - make_interval(days => $2) WHERE key = $1', [
    key,
    days,
  ]);

it('an idempotency key expires after 30 days and can then be used for a new call', async () => {
  const key = newId();
  expect((await payIn(key, 100)).status).toBe(200);
  await age(key, 29);
  expect((await payIn(key, 100)).status).toBe(200);
  expect((await payIn(key, 70)).problem).toBe('idempotency.other-input');
  expect(await balance()).toBe(100);
  await age(key, 2);
  expect((await payIn(key, 70)).status).toBe(200);
  expect(await balance()).toBe(170);
  // The new call is remembered from its own time, not from that of the earlier call.
  expect((await payIn(key, 70)).status).toBe(200);
  expect((await payIn(key, 100)).problem).toBe('idempotency.other-input');
  expect(await balance()).toBe(170);
});

it('a provider-down refusal is not stored: the same key succeeds after recovery', async () => {
  let down = true;
  const provider: PaymentsGateway = {
    ...noPayments,
    registerUrls: async () => {
      if (down) throw new PaymentsError('the provider cannot be reached', { retry: true });
      return { responseCode: '0', responseDescription: 'Success' };
    },
    registerPull: async () => undefined,
  };
  const other = await openTestServer({}, { payments: provider });
  try {
    const admin = await other.aPerson('Admin');
    const schoolSYSID = await other.aSchool();
    await collectsWith(admin, schoolSYSID, '600700');
    const key = newId();
    const refused = await admin.ask(registerPayments, { schoolSYSID }, { key });
    expect([refused.status, refused.problem]).toEqual([503, 'payment.provider-down']);
    down = false;
    expect((await admin.ask(registerPayments, { schoolSYSID }, { key })).status).toBe(200);
  } finally {
    await other.close();
  }
});
