import { generateKeyPairSync } from 'node:crypto';
import { createStudent } from '@mfuko/contract/students';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startSimulator } from '../../../../simulators/src/mpesa/index.ts';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { openSimulatedPayments, type SimulatedPayments } from '../../../tests/payments.testkit.ts';
import { askDatabase } from '../../doctor/probe-database.ts';
import { sealCredential } from '../../gateways/payments/index.ts';
import { createConfiguredSchool, daysAgo, faultsOf, gapsOf, PASSWORD, type RightSchool } from './diagnosis.testkit.ts';

const PUBLIC = 'https://fedha.example.co.ke';
let other: Awaited<ReturnType<typeof startSimulator>>;
let payments: SimulatedPayments;
let server: TestServer;
let admin: Person;

beforeAll(async () => {
  other = await startSimulator({ port: 0, seed: 7 });
  payments = await openSimulatedPayments(5, other.url);
  server = await openTestServer(payments.env, { payments: payments.gateway });
  payments.connect(server);
  admin = await server.aPerson('Admin');
});

afterAll(async () => {
  await payments.close();
  await server.close();
  await other.close();
});

const asSet = () => server.context.config;
let set: ReturnType<typeof asSet>;
beforeAll(() => {
  set = asSet();
});
afterEach(() => {
  Object.assign(server.context, { config: set });
  payments.away(false);
  payments.skew(0);
});

/** Sets the server's public address and the provider's host. */
function setServer(publicUrl: string, host: 'api' | 'sandbox' = 'api'): void {
  const provider = { ...set.payments, provider: 'daraja', baseUrl: `https://${host}.safaricom.co.ke` } as const;
  Object.assign(server.context, { config: { ...set, publicUrl, payments: provider } });
}

/** Generates a certificate other than M-Pesa's. */
function anotherCertificate(bits: number): string {
  return generateKeyPairSync('rsa', { modulusLength: bits })
    .publicKey.export({ type: 'spki', format: 'pem' })
    .toString();
}

/** Registers the app at the other host, whose simulator otherwise knows nothing. */
async function tellOther({ shortCode, right }: RightSchool, changes: object = {}): Promise<void> {
  const { consumerKey, consumerSecret, lnmPassWord: passkey } = right;
  await fetch(`${other.url}/simulator/shortcodes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ shortCode, consumerKey, consumerSecret, passkey, ...changes }),
  });
}

/** Makes the app's keys valid at the other host and invalid here. */
async function keysOfTheOtherHost(school: RightSchool): Promise<void> {
  await tellOther(school);
  await school.tell({ consumerSecret: 'of-another-app' });
}

interface Mistake {
  readonly mistake: string;
  readonly make: (school: RightSchool) => Promise<void> | void;
  readonly fault: string;
  /** Fields sent with the check. */
  readonly more?: () => object;
}

const MISTAKES: readonly Mistake[] = [
  {
    mistake: 'a consumer secret with a letter too few',
    make: async (school) => {
      await tellOther(school, { consumerSecret: 'of-another-app' });
      await school.type({ consumerSecret: 'secret-mistyped' });
    },
    fault: 'keys.refused',
  },
  {
    mistake: 'keys of the sandbox at production',
    make: async (school) => {
      setServer(PUBLIC, 'api');
      await school.register();
      await keysOfTheOtherHost(school);
    },
    fault: 'keys.of-sandbox',
  },
  {
    mistake: 'keys of production at the sandbox',
    make: async (school) => {
      setServer(PUBLIC, 'sandbox');
      await school.register();
      await keysOfTheOtherHost(school);
    },
    fault: 'keys.of-production',
  },
  {
    mistake: 'a passkey of another short code',
    make: (school) => school.type({ lnmPassWord: 'passkey-of-another-0001' }),
    fault: 'passkey.refused',
  },
  {
    mistake: 'an LNM short code that the app does not have',
    make: (school) => school.type({ lnmShortCode: `9${school.shortCode.slice(1)}` }),
    fault: 'passkey.short-code',
  },
  {
    mistake: 'a till where the paybill belongs',
    make: (school) => school.tell({ kind: 'till' }),
    fault: 'passkey.no-merchant',
  },
  {
    mistake: 'an app without M-Pesa Express',
    make: (school) => school.tell({ products: ['c2b', 'b2c', 'status', 'balance', 'reversal', 'pull'] }),
    fault: 'passkey.not-granted',
  },
  {
    mistake: 'an app without the account balance',
    make: (school) => school.tell({ products: ['stk', 'c2b', 'b2c', 'status', 'reversal', 'pull'] }),
    fault: 'balance.not-granted',
  },
  {
    mistake: 'an app without the transaction status',
    make: (school) => school.tell({ products: ['stk', 'c2b', 'b2c', 'balance', 'reversal', 'pull'] }),
    fault: 'status.not-granted',
  },
  {
    mistake: 'an operator that may ask for the balance, and not for a payment',
    make: (school) =>
      school.tell({ operators: [{ name: 'schoolapi', password: PASSWORD, roles: ['b2c', 'balance'] }] }),
    fault: 'status.role',
  },
  {
    mistake: 'the password itself where the credential belongs',
    make: (school) => school.type({ securityCredential: PASSWORD }),
    fault: 'credential.not-base64',
  },
  {
    mistake: 'a credential that is the password in base64',
    make: (school) => school.type({ securityCredential: Buffer.from(`${PASSWORD}+-`).toString('base64') }),
    fault: 'credential.length',
  },
  {
    mistake: 'a credential sealed to another certificate',
    make: (school) => school.type({ securityCredential: sealCredential(anotherCertificate(2048), PASSWORD) }),
    fault: 'balance.credential',
  },
  {
    mistake: 'an initiator that is not the operator',
    make: (school) => school.type({ initiator: 'schoolAPl' }),
    fault: 'balance.initiator',
  },
  {
    mistake: 'an operator that is locked',
    make: (school) => school.tell({ operators: [{ name: 'schoolapi', password: PASSWORD, locked: true }] }),
    fault: 'balance.locked',
  },
  {
    mistake: 'an operator without the role',
    make: (school) => school.tell({ operators: [{ name: 'schoolapi', password: PASSWORD, roles: ['b2c'] }] }),
    fault: 'balance.role',
  },
  {
    mistake: 'a paybill that the app does not have',
    make: async (school) => {
      await school.type({ shortCode: `8${school.shortCode.slice(1)}` });
      // Simulates addresses registered for this short code, since M-Pesa cannot be asked for them.
      await server.context.db.inSchool(school.schoolSYSID, (tx) =>
        tx.row('UPDATE provider_registrations SET short_code = $2 WHERE school_id = $1', [
          tx.schoolId,
          `8${school.shortCode.slice(1)}`,
        ]),
      );
    },
    fault: 'balance.short-code',
  },
  {
    mistake: 'a password of a hundred days ago',
    make: () => undefined,
    fault: 'password.expired',
    more: () => ({ passwordSetOn: daysAgo(payments, 100) }),
  },
  {
    mistake: 'an answer that is lost on its way',
    make: async ({ shortCode }) => {
      await payments.knobs({ shortCode, dropPercent: 100 });
    },
    fault: 'balance.not-answered',
  },
  {
    mistake: 'an address that leads nowhere',
    make: () => payments.away(true),
    fault: 'balance.not-reached',
  },
  {
    mistake: 'a word in the address that M-Pesa refuses',
    make: () => setServer('https://mpesa.school.example.co.ke'),
    fault: 'address.forbidden-word',
  },
  {
    mistake: 'an address of the school’s own network',
    make: () => setServer('https://192.168.1.10'),
    fault: 'address.not-public',
  },
  {
    mistake: 'an address without TLS',
    make: () => setServer('http://fedha.example.co.ke'),
    fault: 'address.not-https',
  },
  {
    mistake: 'a clock ten minutes ahead',
    make: () => payments.skew(600_000),
    fault: 'clock.wrong',
  },
  {
    mistake: 'a clock ten minutes behind',
    make: () => payments.skew(-600_000),
    fault: 'clock.wrong',
  },
  {
    mistake: 'a prefix that leaves no room for the admission number',
    make: async (school) => {
      const classSYSID = await server.aClass(school.schoolSYSID);
      const bursar = await server.aPerson('SchoolAdmin', school.schoolSYSID);
      const student = { admissionNumber: '2026004417', names: 'Wanjala Simiyu', classSYSID };
      expect((await bursar.ask(createStudent, student)).status).toBe(200);
      await school.type({ accountPrefix: 'SUNRISE' });
    },
    fault: 'prefix.too-long',
  },
];

describe('checkConfig names each mistake', () => {
  it.each(MISTAKES)('$mistake', async ({ make, fault, more }) => {
    const school = await createConfiguredSchool(server, payments, admin);
    await school.register();
    await make(school);
    const found = await school.check(more?.());
    expect(faultsOf(found)).toEqual([fault]);
    expect(found.check?.outcome).toBe('failed');
    expect(found.lastPassedAt).toBe(null);
  });

  it('reports addresses that were never registered', async () => {
    const school = await createConfiguredSchool(server, payments, admin);
    expect(faultsOf(await school.check())).toEqual(['registration.missing']);
  });

  it('reports addresses registered for another paybill or server', async () => {
    const school = await createConfiguredSchool(server, payments, admin);
    await school.register();
    const registered = (changed: string, value: string) =>
      server.context.db.inSchool(school.schoolSYSID, (tx) =>
        tx.row(`UPDATE provider_registrations SET ${changed} = $2 WHERE school_id = $1`, [tx.schoolId, value]),
      );
    await registered('registered_url', PUBLIC);
    expect(faultsOf(await school.check())).toEqual(['registration.other-address']);
    await registered('short_code', '600998');
    expect(faultsOf(await school.check())).toEqual(['registration.other-short-code']);
  });
});

describe('correct configuration', () => {
  it('passes every step and moves no money', async () => {
    const school = await createConfiguredSchool(server, payments, admin);
    await school.register();
    const before = await payments.truth();
    const found = await school.check();
    expect([faultsOf(found), gapsOf(found), found.check?.outcome]).toEqual([[], [], 'passed']);
    expect(found.check?.steps.find(({ step }) => step === 'password')?.detail).toEqual({ days: 80 });
    expect(found.lastPassedAt).toBe(found.check?.finishedAt);
    const after = await payments.truth();
    expect([after.pushes, after.transactions]).toEqual([before.pushes, before.transactions]);
    expect(after.shortCodes.find(({ shortCode }) => shortCode === school.shortCode)?.utility).toBe(1_000);
  });

  it("appears in the doctor's report with the end of the password", async () => {
    const school = await createConfiguredSchool(server, payments, admin);
    await school.register();
    const { check } = await school.check();
    const { schools } = await askDatabase(server.ownerUrl, server.appUrl);
    const finishedAt = Date.parse(check?.finishedAt ?? '');
    expect(schools.map(({ collection }) => collection?.check?.passwordEnds)).toContain(finishedAt + 80 * 86_400_000);
    const told = schools.find(({ collection }) => collection?.check?.passedAt === finishedAt);
    expect(told?.collection?.check?.outcome).toBe('passed');
  });

  it("without the password's date is checked in part, and another credential asks for it again", async () => {
    const school = await createConfiguredSchool(server, payments, admin);
    await school.register();
    const found = await school.check({ passwordSetOn: undefined });
    expect([faultsOf(found), gapsOf(found), found.check?.outcome]).toEqual([[], ['password.no-date'], 'partly']);
    const day = daysAgo(payments, 80);
    expect((await school.check({ passwordSetOn: day })).passwordSetOn).toBe(day);
    expect((await school.check({ passwordSetOn: undefined })).check?.outcome).toBe('passed');
    await school.type({ securityCredential: sealCredential(school.pem, PASSWORD) });
    const later = await school.show();
    expect([later.check?.outdated, later.passwordSetOn]).toEqual([true, null]);
  });

  it('a school that shares a paybill needs no registration of its own', async () => {
    const first = await createConfiguredSchool(server, payments, admin);
    await first.type({ accountPrefix: 'JUA' });
    await first.register();
    const second = await createConfiguredSchool(server, payments, admin);
    const { schoolSYSID } = second.right;
    await second.type({ ...first.right, schoolSYSID, accountPrefix: 'MWEZI' });
    expect((await second.check()).check?.outcome).toBe('passed');
  });
});
