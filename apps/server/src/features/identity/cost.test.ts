import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import * as bus from '@mfuko/contract/bus';
import * as canteen from '@mfuko/contract/canteen';
import * as devices from '@mfuko/contract/devices';
import type { Endpoint } from '@mfuko/contract/endpoint';
import * as enrolment from '@mfuko/contract/fingerprints';
import * as gate from '@mfuko/contract/gate';
import * as wallet from '@mfuko/contract/wallet';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answered, clientHeaders, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { type Heard, hearStatements } from '../../../tests/statements.testkit.ts';
import { newId } from '../../platform/records/id.ts';
import { print } from '../fingerprints/fingers.testkit.ts';
import { addStudent, hashPin } from '../students/index.ts';

const FINGER = 271;
const NUMBER = '4001';
const PIN = '482916';
const READER = 'GATE-1';
const PLATE = 'KDA 611A';

let server: TestServer;
let school: string;
let head: Person;
let guard: Person;
let tablet: { sysid: string; key: KeyObject };
let menuItemSYSID = '';
let takes = 10;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  head = await server.aPerson('SchoolAdmin', school);
  guard = await server.aPerson('CheckAgent', school, ['gate', 'canteen', 'cashier', 'bus']);
  tablet = await aTablet();
  await head.ask(devices.addDevice, {
    serialNumber: READER,
    deviceLabel: 'Reader',
    deviceRole: 'CHECKINOUT',
    schoolSYSID: school,
  });
  const [id, classId] = [newId(), await server.aClass(school)];
  const pinHash = await hashPin(server.context, school, id, PIN);
  await server.context.db.inSchool(school, (tx) =>
    addStudent(tx, { id, admissionNumber: NUMBER, names: 'Achieng Odhiambo', classId, pinHash }),
  );
  const consent = { ConsentBy: 'Odhiambo Otieno', ConsentRelation: 'father', ConsentMethod: 'paper' };
  for (const take of [1, 2, 3]) {
    const captured = { AdmissionNumber: NUMBER, ...print(FINGER, take), ...consent };
    await made(head.ask(enrolment.uploadStudentFingerprintAdm, captured));
  }
  await made(head.ask(wallet.deposit, { admissionNumber: NUMBER, amount: 5_000 }, { key: newId() }));
  await made(head.ask(bus.createBus, { busNumberPlate: PLATE, label: 'Milimani' }));
  const dish = { name: 'Githeri', quantityPerPerson: 90, price: 5 };
  menuItemSYSID = await made(head.ask(canteen.createMenu, dish));
  // A first round creates states, accounts and keys, and opens the school's rules, so that the measured round does not.
  for (const [, endpoint, input] of COSTS) await passed(signed(endpoint, input()));
});
afterAll(() => server.close());

async function made(asked: Promise<Answered>): Promise<string> {
  const { status, body } = await asked;
  expect(status, JSON.stringify(body)).toBe(200);
  return String((body as { sysid?: string }).sysid);
}

async function aTablet() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { body } = await head.ask<{ code: string }>(devices.createDeviceCode, { label: 'Tablet', role: 'CHECKINOUT' });
  const enrolled = await server.nobody().ask<{ deviceSYSID: string }>(devices.enrolDevice, {
    code: body.code,
    publicKey: publicKey.export({ format: 'jwk' }),
  });
  expect(enrolled.status, JSON.stringify(enrolled.body)).toBe(200);
  return { sysid: enrolled.body.deviceSYSID, key: privateKey };
}

const finger = (SerialNumber = READER) => ({ ...print(FINGER, takes++), SerialNumber });
const counter = () => finger('COUNTER-1');
const pin = () => ({ pin: PIN });
const meal = (proof: object) => ({ ...proof, menuItemSYSID });
let amount = 10;
const cash = (proof: object) => ({ ...proof, amount: amount++, userName: guard.phone });
const ride = { busNumberPlate: PLATE };
let last = 0;

/** Sends a call as the gate's tablet does: signed, with an idempotency key and the tablet's report of itself. */
async function signed(endpoint: Endpoint, input: object) {
  last = Math.max(last + 1, Date.now());
  const payload = JSON.stringify({ admissionNumber: NUMBER, ...input });
  const url = `/api/${endpoint.path}`;
  const text = `POST ${url} ${last} ${createHash('sha256').update(payload).digest('hex')}`;
  const signature = sign('sha256', Buffer.from(text), { key: tablet.key, dsaEncoding: 'ieee-p1363' });
  return server.app.inject({
    method: 'POST',
    url,
    payload,
    headers: {
      ...clientHeaders(server.context, guard.token),
      'content-type': 'application/json',
      'idempotency-key': newId(),
      device: `${tablet.sysid}.${last}.${signature.toString('base64url')}`,
      'device-state': 'b=80;c=0;w=0',
    },
  });
}

async function passed(answering: ReturnType<typeof signed>): Promise<void> {
  const { statusCode, body } = await answering;
  expect(statusCode, body).toBe(200);
}

type Cost = Omit<Heard, 'statements'> & { readonly statements: number };
const most = (statements: number, writes: number): Cost => ({ statements, transactions: 4, writes });
/** A right PIN is judged in a transaction of its own. */
const mostByPin = (statements: number, writes: number): Cost => ({ statements, transactions: 5, writes });

/**
 * Statements, transactions and writes of a call: for session, signature, key, device, try, record, picture, judgement and answer; a
 * check-out also locks its list of collectors.
 */
const COSTS: readonly (readonly [string, Endpoint, () => object, Cost])[] = [
  ['check-in by finger', gate.checkInFingerprint, () => finger(), most(16, 8)],
  ['check-out by PIN', gate.checkOutPin, pin, mostByPin(17, 13)],
  ['check-in by PIN', gate.checkInPin, pin, mostByPin(13, 11)],
  ['check-out by finger', gate.checkOutFingerprint, () => finger(), most(20, 10)],
  ['a meal by finger', canteen.consumeMenuFingerprint, () => meal(counter()), most(24, 21)],
  ['a meal by PIN', canteen.consumeMenuPin, () => meal(pin()), mostByPin(21, 22)],
  ['cash by finger', wallet.cashOutFingerprint, () => cash(counter()), most(16, 12)],
  ['cash by PIN', wallet.cashOutPin, () => cash(pin()), mostByPin(13, 14)],
  ['boarding by finger', bus.onBusFingerprint, () => ({ ...finger(), ...ride }), most(22, 19)],
  ['alighting by PIN', bus.offBusPin, () => ({ ...pin(), ...ride }), mostByPin(20, 21)],
];

/** Marks the session as just used: that update happens once in half a minute and is not part of each call's cost. */
beforeEach(() => server.context.db.inPlatform((tx) => tx.row('UPDATE sessions SET last_seen_at = clock_timestamp()')));

describe('database cost', () => {
  it.each(COSTS)(
    '%s takes exactly the stated statements, transactions and writes',
    async (_name, endpoint, input, cost) => {
      const heard = await hearStatements(() => passed(signed(endpoint, input())));
      const { length: statements } = heard.statements;
      expect({ ...heard, statements }, heard.statements.join('\n')).toEqual(cost);
    },
  );
});
