import { randomUUID } from 'node:crypto';
import * as devices from '@mfuko/contract/devices';
import type { Endpoint } from '@mfuko/contract/endpoint';
import { checkInPin } from '@mfuko/contract/gate';
import * as schools from '@mfuko/contract/schools';
import * as staff from '@mfuko/contract/staff';
import * as students from '@mfuko/contract/students';
import * as wallet from '@mfuko/contract/wallet';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { print } from '../src/features/fingerprints/fingers.testkit.ts';
import { audit } from '../src/platform/audit/audit.ts';
import type { Tx } from '../src/platform/database/database.ts';
import { disableRowSecurity } from './hostile.testkit.ts';
import { type AskOptions, aNumber, openTestServer, type Person, type TestServer } from './kit.ts';

const PIN = '274951';
const NUMBER = '4001';

let server: TestServer;
let owner: pg.Client;
let school: string;
let admin: Person;
let bursar: Person;
let latestRequest = '';

beforeAll(async () => {
  server = await openTestServer();
  server.app.addHook('onRequest', async (request) => {
    latestRequest = request.id;
  });
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await disableRowSecurity(owner);
  school = await server.aSchool();
  admin = await server.aPerson('Admin');
  bursar = await server.aPerson('SchoolAdmin', school);
  const classSYSID = await server.aClass(school);
  const student = { admissionNumber: NUMBER, names: 'Amina Juma', classSYSID, checkPin: PIN };
  expect((await bursar.ask(students.createStudent, student)).status).toBe(200);
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

interface AuditedCall {
  readonly name: string;
  readonly action: string;
  readonly endpoint: Endpoint;
  readonly input: () => object | Promise<object>;
  readonly by?: () => Person;
  readonly options?: AskOptions;
}

const aPhone = () => `2547${String(20_000_000 + aNumber())}`;
const aPerson = () => ({
  phoneNumber: aPhone(),
  email: 'jina@example.com',
  firstName: 'Akinyi',
  lastNames: 'Odhiambo',
  password: 'a long enough pass phrase 7',
  confirmPassword: 'a long enough pass phrase 7',
});
const revokedReader = async () => {
  const reader = { serialNumber: 'GATE-9', deviceLabel: 'Old gate', deviceRole: 'CHECKIN', schoolSYSID: school };
  const made = await admin.ask<{ sysid: string }>(devices.addDevice, reader);
  await admin.ask(devices.deleteDevice, { sysid: made.body.sysid }, { school });
};

/** Calls that move money or make people: each writes its row by a way of its own. */
const CALLS: readonly AuditedCall[] = [
  {
    name: 'a deposit',
    action: 'wallet.deposit',
    endpoint: wallet.deposit,
    input: () => ({ admissionNumber: NUMBER, amount: 100 }),
  },
  {
    name: 'a deposit that is recorded together with others',
    action: 'wallet.deposit',
    endpoint: wallet.deposit,
    input: () => ({ admissionNumber: NUMBER, amount: 100 }),
    options: { key: randomUUID() },
  },
  {
    name: 'a cash-out',
    action: 'wallet.cash-out',
    endpoint: wallet.cashOutPin,
    input: () => ({ admissionNumber: NUMBER, amount: 10, pin: PIN }),
  },
  {
    name: 'a cash-out under another’s name',
    action: 'wallet.cash-out.other-name',
    endpoint: wallet.cashOutPin,
    input: () => ({ admissionNumber: NUMBER, amount: 10, pin: PIN, userName: '254700000000' }),
  },
  {
    name: 'a payment config',
    action: 'school.set-payment-config',
    endpoint: schools.schoolConfig,
    by: () => admin,
    input: () => ({
      schoolSYSID: school,
      contactName: 'Akinyi',
      contactNumber: aPhone(),
      contactEmail: 'pay@example.com',
      shortCode: '512345',
      lnmShortCode: '512345',
      initiator: 'initiator',
      apiUser: 'api',
    }),
  },
  {
    name: 'a school',
    action: 'school.register',
    endpoint: schools.createSchool,
    by: () => admin,
    input: async () => ({
      CountySYSID: (await owner.query<{ id: string }>('SELECT id FROM counties LIMIT 1')).rows[0]?.id,
      SchoolCode: `A${aNumber()}`,
      OfficialName: 'Kilimo Academy',
      ShortName: 'Kilimo',
      Pobox: '40100',
      Town: 'Kisumu',
      Logo: {
        filename: 'logo.png',
        mimetype: 'image/png',
        bytes: await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
      },
    }),
  },
  { name: 'a user', action: 'user.create', endpoint: staff.createCheckAgent, input: aPerson },
  {
    name: 'a user of a school that the input names',
    action: 'user.create',
    endpoint: staff.createUser,
    by: () => admin,
    input: () => ({ ...aPerson(), role: 'SchoolAdmin', schoolSYSID: school }),
  },
  {
    name: 'a call by a revoked device',
    action: 'device.revoked.used',
    endpoint: wallet.cashOutFingerprint,
    input: async () => {
      await revokedReader();
      return { admissionNumber: NUMBER, amount: 10, ...print(311, 1), SerialNumber: 'GATE-9' };
    },
  },
  {
    name: 'a wrong PIN',
    action: 'pin.wrong',
    endpoint: checkInPin,
    input: () => ({ admissionNumber: NUMBER, pin: '000001' }),
  },
];

it.each(CALLS.map((call) => [call.name, call] as const))(
  '%s writes one audit row with its request id',
  async (_name, call) => {
    const input = await call.input();
    const before = await trail(call.action);
    const answer = await (call.by?.() ?? bursar).ask(call.endpoint, input, call.options ?? {});
    const rows = await trail(call.action);
    expect([answer.status, answer.body, rows.length]).toEqual([answer.status, answer.body, before.length + 1]);
    expect(rows.filter((id) => !before.includes(id))).toEqual([latestRequest]);
  },
);

it('an audit row without an origin violates audit_events_have_origin', async () => {
  const write = (tx: Tx) => {
    // @ts-expect-error: who did it says nothing of the request.
    return audit(tx, { actor: { userId: admin.userId } }, { action: 'school.update', subjectKind: 'school' });
  };
  await expect(server.context.db.inSchool(school, write)).rejects.toThrow('audit_events_have_origin');
});

async function trail(action: string): Promise<(string | null)[]> {
  const { rows } = await owner.query<{ request_id: string | null }>(
    'SELECT request_id FROM audit_events WHERE action = $1',
    [action],
  );
  return rows.map(({ request_id: id }) => id);
}
