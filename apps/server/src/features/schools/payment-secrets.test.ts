import * as contract from '@mfuko/contract/schools';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { KeyError } from '../../platform/crypto/keys.ts';
import { paymentAccountOf } from './payment-account.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await openTestServer();
  admin = await server.aPerson('Admin');
}, 60_000);
afterAll(() => server.close());

async function aConfiguredSchool(shortCode: string): Promise<string> {
  const schoolSYSID = await server.aSchool();
  const input = {
    ...{ schoolSYSID, shortCode, lnmShortCode: Number(shortCode) },
    contactName: 'Achieng Were',
    contactNumber: '254711223344',
    contactEmail: 'bursar@example.com',
    initiator: 'schoolapi',
    apiUser: 'portal',
    consumerKey: `key-of-${shortCode}`,
    consumerSecret: `secret-of-${shortCode}`,
    securityCredential: 'credential',
    lnmPassWord: 'passkey',
    apiPassword: 'password',
  };
  expect((await admin.ask(contract.schoolConfig, input)).status).toBe(200);
  return schoolSYSID;
}

const sealedOf = (school: string, name: string) =>
  server.context.db.inSchool(school, async (tx) => {
    const found = await tx.row<{ sealed: Buffer }>(
      'SELECT sealed FROM payment_secrets WHERE school_id = $1 AND name = $2',
      [school, name],
    );
    return found!.sealed;
  });
const put = (school: string, name: string, sealed: Buffer) =>
  server.context.db.inSchool(school, (tx) =>
    tx.row('UPDATE payment_secrets SET sealed = $3 WHERE school_id = $1 AND name = $2', [school, name, sealed]),
  );
const open = (school: string) => server.context.db.readSchool(school, (tx) => paymentAccountOf(tx, server.context));

it('a sealed payment secret moved to another school or name cannot be opened', async () => {
  const [one, other] = [await aConfiguredSchool('512901'), await aConfiguredSchool('512902')];
  expect(await open(one)).toMatchObject({ consumerKey: 'key-of-512901' });
  const own = await sealedOf(one, 'consumerKey');
  await put(one, 'consumerKey', await sealedOf(other, 'consumerKey'));
  await expect(open(one)).rejects.toThrow(KeyError);
  await put(one, 'consumerKey', own);
  expect(await open(one)).toMatchObject({ consumerKey: 'key-of-512901' });
  await put(one, 'consumerSecret', own);
  await expect(open(one)).rejects.toThrow(KeyError);
});
