import { getProviderRegistration, registerPayments } from '@mfuko/contract/payments';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { collectsWith, openSimulatedPayments, type SimulatedPayments } from '../../../tests/payments.testkit.ts';
import { PaymentsError } from '../../gateways/payments/index.ts';
import { registerAgain } from './register.ts';

let payments: SimulatedPayments;
let server: TestServer;
let admin: Person;
/** Error with which M-Pesa answers a school's request to pull. */
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
])('when M-Pesa refuses pulls, the registration shows %s', async (_name, said, read) => {
  refusal = said;
  const school = await server.aSchool();
  await collectsWith(admin, school, String(600_730 + aNumber()));
  expect((await admin.ask(registerPayments, { schoolSYSID: school })).status).toBe(200);
  expect((await admin.ask(getProviderRegistration, { schoolSYSID: school })).body).toMatchObject({
    pullFailure: read,
    pullsSince: null,
  });
});

it('registerAgain registers the addresses of all schools anew, even if one of them is refused', async () => {
  refusal = new PaymentsError('refused', { description: 'No leave' });
  const { db, config } = server.context;
  const codes = new Map<string, string>();
  for (const part of ['first', 'gone', 'refused', 'never', 'last']) {
    const school = await server.aSchool();
    const code = String(600_730 + aNumber());
    codes.set(code, part);
    if (part !== 'gone') await collectsWith(admin, school, code);
    if (part === 'never') continue;
    await admin.ask(registerPayments, { schoolSYSID: school });
    await db.inSchool(school, (tx) =>
      tx.row(
        `INSERT INTO provider_registrations (school_id, registered_at, registered_url) VALUES ($1, now(), $2)
         ON CONFLICT (school_id) DO UPDATE SET registered_url = excluded.registered_url`,
        [school, part],
      ),
    );
  }
  const named: (string | undefined)[] = [];
  const pulls: (string | undefined)[] = [];
  await registerAgain(server.context, {
    ...payments.gateway,
    registerUrls: async ({ shortCode }) => {
      if (codes.get(shortCode) === 'refused') throw new PaymentsError('refused', { description: 'No' });
      named.push(codes.get(shortCode));
      return { responseCode: '0', responseDescription: 'Success' };
    },
    registerPull: async ({ shortCode }) => void pulls.push(codes.get(shortCode)),
  });
  for (const asked of [named, pulls]) expect(asked.filter(Boolean).toSorted()).toEqual(['first', 'last']);
  const kept = await db.readPlatform((tx) =>
    tx.rows<{ url: string }>(
      'SELECT registered_url AS url FROM provider_registrations WHERE registered_url = ANY ($1)',
      [['first', 'gone', 'refused', 'last']],
    ),
  );
  expect(kept.map(({ url }) => url).toSorted()).toEqual(['gone', 'refused']);
  const failed = registerAgain(server.context, {
    ...payments.gateway,
    registerUrls: () => Promise.reject(new Error(config.publicUrl)),
  });
  await expect(failed).rejects.toThrow(config.publicUrl);
});
