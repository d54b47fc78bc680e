import { createHash, createPrivateKey, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as bus from '@mfuko/contract/bus';
import * as canteen from '@mfuko/contract/canteen';
import * as devices from '@mfuko/contract/devices';
import type { Endpoint } from '@mfuko/contract/endpoint';
import * as gate from '@mfuko/contract/gate';
import * as items from '@mfuko/contract/items';
import * as limits from '@mfuko/contract/limits';
import { announce, countAudience } from '@mfuko/contract/messages';
import { reconcilePayments, registerPayments, requestPayment } from '@mfuko/contract/payments';
import { getSuspense, proposeSettlement } from '@mfuko/contract/suspense';
import * as tills from '@mfuko/contract/tills';
import * as wallet from '@mfuko/contract/wallet';
import { BOOKS_CHECK, bookJobs } from '../src/features/books/jobs.ts';
import { noPayments } from '../src/gateways/payments/index.ts';
import { auditJobs, SEAL } from '../src/platform/audit/seal.ts';
import { keyFile } from '../src/platform/crypto/key-files.ts';
import { seedDemo } from '../src/seed/demo.ts';
import { seedFingers } from '../src/seed/fingers.ts';
import { DEMO_PIN, FIRST_NUMBER } from '../src/seed/people.ts';
import type { Person, TestServer } from './kit.ts';
import type { SimulatedPayments } from './payments.testkit.ts';

/** Minimum number of students that gives every kind of row: their day makes some fifty rows. */
const STUDENTS = 3;

/** Keys of the dumps: derived from words, since nothing real is encrypted with them. */
export const RELEASE_KEYS = {
  master: madeFrom('the master key'),
  wire: madeFrom('the wire key').toString('base64url').slice(0, 16),
  /** PKCS 8 of an X25519 key: a fixed header, then its 32 bytes. */
  offline: createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b656e04220420', 'hex'), madeFrom('the offline key')]),
    format: 'der',
    type: 'pkcs8',
  })
    .export({ type: 'pkcs8', format: 'pem' })
    .toString(),
};

/** Writes the keys folder of a dump; the password is that of the application's role on this PostgreSQL. */
export function writeReleaseKeys(dataDir: string, appPassword: string): void {
  const { master, wire, offline } = RELEASE_KEYS;
  const keys = { master: master.toString('base64'), wire, offline, 'database-app': appPassword };
  mkdirSync(join(dataDir, 'keys'), { mode: 0o700 });
  for (const [name, text] of Object.entries(keys)) {
    writeFileSync(keyFile(dataDir, name as keyof typeof keys), text, { mode: 0o600 });
  }
}

/** Fills a server with the demonstration school and with one record of everything that users do, by their calls. */
export async function fillRelease(server: TestServer, payments: SimulatedPayments): Promise<void> {
  const demo = await seedDemo(server.context, () => undefined, { students: STUDENTS });
  if (!demo) throw new Error('The database is not empty.');
  await seedFingers(server.app, server.context, demo);
  const admin = await server.aPerson('Admin');
  const bursar = await server.aPerson('SchoolAdmin', demo.schoolId);
  const second = await server.aPerson('SchoolAdmin', demo.schoolId);
  const [one, other] = [String(FIRST_NUMBER), String(FIRST_NUMBER + 1)];
  const pin = DEMO_PIN;

  const paid = await done(bursar, wallet.deposit, { admissionNumber: one, amount: 500, reference: 'Slip 17' });
  await done(second, wallet.reverse, { sysid: paid.receipt?.sysid, reason: 'Typed twice' });
  await done(bursar, tills.openTill, { float: 2_000, note: 'Morning' });
  await done(bursar, wallet.deposit, { admissionNumber: one, amount: 300 });
  await done(bursar, wallet.cashOutPin, { admissionNumber: one, amount: 100, pin });
  const closed = await done(bursar, tills.closeTill, { counted: 1_900, reason: 'Three hundred short', left: 500 });
  await done(second, tills.countersignTill, { sysid: closed.sysid });
  await done(bursar, limits.setLimits, { scope: 'class', sysid: await classOf(server, demo.schoolId), day: 200 });
  const shoes = await done(bursar, items.createItem, {
    admissionNumber: one,
    itemName: 'Shoes',
    quantity: 2,
    price: 50,
  });
  await done(bursar, items.handOutItemPin, { sysid: shoes.sysid, quantity: 1, pin });
  await done(bursar, items.returnItem, { sysid: shoes.sysid, quantity: 1, reason: 'Too small' });
  const tea = await done(bursar, canteen.createMenu, { name: 'Uji', quantityPerPerson: 1, price: 20 });
  await done(bursar, canteen.consumeMenuPin, { menuItemSYSID: tea.sysid, admissionNumber: one, pin });
  await done(bursar, bus.createBus, { busNumberPlate: 'KDA 100A', label: 'Airport road' });
  await done(bursar, bus.onBusKids, { admissionNumber: other, busNumberPlate: 'KDA 100A' });
  await done(bursar, gate.checkInPin, { admissionNumber: one, pin });
  await done(bursar, gate.checkOutPin, { admissionNumber: one, pin });
  await done(admin, devices.addDevice, {
    ...{ serialNumber: 'GATE-1', deviceLabel: 'Main gate', deviceRole: 'CHECKIN' },
    schoolSYSID: demo.schoolId,
  });

  await done(admin, registerPayments, { schoolSYSID: demo.schoolId });
  await payments.payByHand('600999', 150, one);
  await done(bursar, requestPayment, { admissionNumber: other, amount: 100, mobileNumber: '254711223355' });
  await payments.settle(server);
  // The validation cannot reach the server, so that it refuses no account: the payment goes to suspense.
  payments.away(true);
  await payments.payByHand('600999', 250, 'nobody');
  await payments.simulator.flush();
  payments.away(false);
  await done(bursar, reconcilePayments, {});
  await payments.settle(server);
  const unclaimed = await bursar.ask<{ sysid: string }[]>(getSuspense, {});
  await done(bursar, proposeSettlement, { sysid: unclaimed.body[0]?.sysid, admissionNumber: other });
  await done(admin, limits.setLimits, { scope: 'school', approvalAbove: 150 }, demo.schoolId);
  await done(bursar, limits.requestApproval, { admissionNumber: one, amount: 200, reason: 'Bus fare home' });
  const audience = await bursar.ask<{ recipients: number }>(countAudience, {});
  await done(bursar, announce, { textEn: 'School closes at noon on Friday.', recipients: audience.body.recipients });
  await server.runJobs();
  // Its receipt is still pending when the release ends.
  await done(bursar, wallet.cashOutPin, { admissionNumber: other, amount: 50, pin });

  await bookJobs(server.context, noPayments)[BOOKS_CHECK]?.({});
  await auditJobs(server.context)[SEAL]?.({});
}

/** Fields of answers that later calls use. */
interface Answer {
  readonly sysid: string;
  readonly receipt?: { readonly sysid: string };
}

function madeFrom(words: string): Buffer {
  return createHash('sha256').update(`mfuko release dump: ${words}`).digest();
}

async function done(person: Person, endpoint: Endpoint, input: object, school?: string): Promise<Answer> {
  const { status, body } = await person.ask<Answer>(endpoint, input, {
    key: randomUUID(),
    ...(school === undefined ? {} : { school }),
  });
  if (status !== 200) throw new Error(`${endpoint.path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

async function classOf({ context }: TestServer, schoolId: string): Promise<string> {
  const found = await context.db.inSchool(schoolId, (tx) => tx.row<{ id: string }>('SELECT id FROM classes LIMIT 1'));
  return found?.id ?? '';
}
