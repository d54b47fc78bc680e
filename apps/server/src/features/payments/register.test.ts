import { getProviderRegistration, registerPayments } from '@mfuko/contract/payments';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { collectsWith, openSimulatedPayments, type SimulatedPayments } from '../../../tests/payments.testkit.ts';
import { PaymentsError } from '../../gateways/payments/index.ts';

let payments: SimulatedPayments;
let server: TestServer;
let admin: Person;
/** Answer of M-Pesa to a school that asks for leave to pull. */
let refusal: PaymentsError;

beforeAll(async () => {
  payments = await openSimulatedPayments();
  const refusing = { ...payments.gateway, registerPull: () => Promise.reject(refusal) };
  server = await openTestServer(payments.env, { payments: refusing });
  payments.connect(server);
  admin = await server.aPerson('Admin');
});
afterAll(async () => {
  await payments.close();
  await server.close();
});

it.each([
  [
    'its words from their beginning',
    new PaymentsError('refused', { description: 'No leave for 600730' }),
    'No leave for 600730',
  ],
  [
    'two hundred letters of them',
    new PaymentsError('refused', { description: `${'a'.repeat(199)}bc` }),
    `${'a'.repeat(199)}b`,
  ],
  ['ours where it says nothing', new PaymentsError('The provider did not answer'), 'The provider did not answer'],
])('where M-Pesa lets a school not pull, the office reads %s', async (_name, said, read) => {
  refusal = said;
  const school = await server.aSchool();
  await collectsWith(admin, school, String(600_730 + aNumber()));
  expect((await admin.ask(registerPayments, { schoolSYSID: school })).status).toBe(200);
  expect((await admin.ask(getProviderRegistration, { schoolSYSID: school })).body).toMatchObject({
    pullFailure: read,
    pullsSince: null,
  });
});
