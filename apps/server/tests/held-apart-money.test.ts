// One call is held within its transaction while a conflicting one arrives: the second waits, and sees what the first has written.
import { randomUUID } from 'node:crypto';
import { approveErase, eraseStudent } from '@mfuko/contract/erasure';
import { uploadDeposits } from '@mfuko/contract/imports';
import * as limits from '@mfuko/contract/limits';
import { reconcilePayments, registerPayments } from '@mfuko/contract/payments';
import * as wallet from '@mfuko/contract/wallet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aChild, type Child, PIN } from '../src/features/erasure/known-child.testkit.ts';
import { interleaveCalls, openPatientServer } from './hold-at.testkit.ts';
import { aNumber, type Person, type TestServer } from './kit.ts';
import { setTimeZoneToNoon } from './noon.testkit.ts';
import { asOwner } from './owner.testkit.ts';
import { collectsWith, openSimulatedPayments, type SimulatedPayments } from './payments.testkit.ts';

const PAYBILL = '600268';
let server: TestServer;
let payments: SimulatedPayments;
let school: string;
let classSYSID: string;
let head: Person;
let bursar: Person;
let third: Person;

beforeAll(async () => {
  payments = await openSimulatedPayments();
  server = await openPatientServer(payments.env, { payments: payments.gateway });
  payments.connect(server);
  const admin = await server.aPerson('Admin');
  school = await server.aSchool();
  await setTimeZoneToNoon(server.ownerUrl, school);
  classSYSID = await server.aClass(school);
  [head, bursar, third] = [
    await server.aPerson('SchoolAdmin', school),
    await server.aPerson('SchoolAdmin', school),
    await server.aPerson('SchoolAdmin', school),
  ];
  await collectsWith(admin, school, PAYBILL);
  expect((await admin.ask(registerPayments, { schoolSYSID: school })).status).toBe(200);
  // Only the list that the server pulls reports payments.
  await payments.knobs({ dropPercent: 100 });
});
afterAll(async () => {
  await payments.close();
  await server.close();
});

const key = () => ({ key: randomUUID() });
const erase = ({ sysid }: Child) => head.ask(approveErase, { sysid });
const payIn = ({ admissionNumber }: Child, amount: number) =>
  bursar.ask(wallet.deposit, { admissionNumber, amount }, key());
const cashOut = ({ admissionNumber }: Child, amount: number) =>
  bursar.ask(wallet.cashOutPin, { admissionNumber, amount, pin: PIN }, key());
async function asked(): Promise<Child> {
  const child = await aChild(head, classSYSID);
  expect((await bursar.ask(eraseStudent, { sysid: child.sysid, reason: 'Moved away' })).status).toBe(200);
  return child;
}
const inWallet = async ({ sysid }: Child) => {
  const sql = `SELECT balance FROM accounts WHERE student_id = $1 AND kind = 'wallet'`;
  return Number((await asOwner<{ balance: bigint }>(server, school, sql, [sysid]))[0]?.balance ?? 0) / 100;
};

describe('an erasure', () => {
  let other: Child;
  beforeAll(async () => {
    other = await aChild(head, classSYSID);
  });
  let count = 0;
  const list = (children: readonly Child[]) => {
    const lines = children.map(({ admissionNumber }) => `${admissionNumber},60,R${++count}`);
    const bytes = Buffer.from(`Admission Number,Amount,Reference\n${lines.join('\n')}\n`);
    const Deposits = { filename: `${randomUUID()}.csv`, mimetype: 'text/csv', bytes };
    return bursar.ask(uploadDeposits, { Deposits }, key());
  };
  const ways: readonly (readonly [string, (child: Child) => Promise<{ status: number }>])[] = [
    ['a deposit', (child) => payIn(child, 60)],
    ['a list of deposits', (child) => list([other, child])],
    ['a payment by M-Pesa', () => bursar.ask(reconcilePayments)],
  ];
  const begin = async (way: string) => {
    const child = await asked();
    if (way.endsWith('M-Pesa')) {
      await payments.payByHand(PAYBILL, 60, child.admissionNumber);
      await payments.simulator.flush();
    }
    return child;
  };

  it.each(ways)('makes %s wait, which then does not credit the erased student', async (way, pay) => {
    const child = await begin(way);
    const before = await inWallet(other);
    const met = await interleaveCalls(
      server,
      school,
      'erasures',
      () => erase(child),
      () => pay(child),
    );
    expect([met.waited, met.one.status, await inWallet(child)]).toEqual([true, 200, 0]);
    // M-Pesa's money is recorded even without a known student: it waits in suspense.
    expect([way, met.other.status]).toEqual([way, way.endsWith('M-Pesa') ? 200 : 404]);
    expect(await inWallet(other)).toBe(before);
  });

  it.each(ways)('waits for %s and is then blocked', async (way, pay) => {
    const child = await begin(way);
    const met = await interleaveCalls(
      server,
      school,
      'journal_entries',
      () => pay(child),
      () => erase(child),
    );
    expect([met.waited, met.one.status, met.other.problem, await inWallet(child)]).toEqual([
      true,
      200,
      'erase.blocked',
      60,
    ]);
  });

  it('waits for the last cash-out and then succeeds', async () => {
    const child = await asked();
    await payIn(child, 40);
    const met = await interleaveCalls(
      server,
      school,
      'journal_entries',
      () => cashOut(child, 40),
      () => erase(child),
    );
    expect([met.waited, met.one.status, met.other.status, await inWallet(child)]).toEqual([true, 200, 200, 0]);
  });
});

it('an approval of a repeated slip allows one deposit, per person who asked', async () => {
  const child = await aChild(head, classSYSID);
  const { admissionNumber } = child;
  const slip = { admissionNumber, amount: 70, channel: 'bank', reference: `SLIP ${aNumber()} H` };
  const enter = (who: Person) => who.ask(wallet.deposit, slip, key());
  expect((await enter(bursar)).status).toBe(200);
  for (const who of [bursar, third]) {
    const wish = { admissionNumber, amount: 70, reason: 'Two of one number', reference: slip.reference };
    const { sysid } = (await who.ask<limits.Approval>(limits.requestApproval, wish)).body;
    expect((await head.ask(limits.approve, { sysid })).status).toBe(200);
  }
  const same = await interleaveCalls(
    server,
    school,
    'bank_slips',
    () => enter(bursar),
    () => enter(bursar),
  );
  expect([same.waited, same.one.status, same.other.problem]).toEqual([true, 200, 'wallet.reference-taken']);
  expect((await enter(third)).status).toBe(200);
  expect(await inWallet(child)).toBe(210);
});
