import { approveErase, eraseStudent } from '@mfuko/contract/erasure';
import { reconcilePayments, registerPayments } from '@mfuko/contract/payments';
import { getSuspense } from '@mfuko/contract/suspense';
import { cashOutPin } from '@mfuko/contract/wallet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { isBlocked } from '../../../tests/lock-waits.testkit.ts';
import { asOwner } from '../../../tests/owner.testkit.ts';
import { collectsWith, openSimulatedPayments, type SimulatedPayments } from '../../../tests/payments.testkit.ts';
import { newId } from '../../platform/records/id.ts';
import { verifyBooks } from '../books/index.ts';
import { aChild, type Child, PIN } from './known-child.testkit.ts';
import { redactTexts } from './redact-texts.ts';

const PAYBILL = '600266';
let server: TestServer;
let payments: SimulatedPayments;
let school: string;
let head: Person;
let bursar: Person;

beforeAll(async () => {
  payments = await openSimulatedPayments();
  server = await openTestServer(payments.env, { payments: payments.gateway });
  payments.connect(server);
  const admin = await server.aPerson('Admin');
  school = await server.aSchool();
  [head, bursar] = [await server.aPerson('SchoolAdmin', school), await server.aPerson('SchoolAdmin', school)];
  await collectsWith(admin, school, PAYBILL);
  expect((await admin.ask(registerPayments, { schoolSYSID: school })).status).toBe(200);
  for (const prefix of ['ZAM', 'TUM']) await asOwner(server, school, 'UPDATE short_codes SET prefix = $1', [prefix]);
});
afterAll(async () => {
  await payments.close();
  await server.close();
});

it("a payment to an erased student's number goes to suspense", async () => {
  const child = await aChild(head, await server.aClass(school));
  expect((await bursar.ask(eraseStudent, { sysid: child.sysid, reason: 'Moved away' })).status).toBe(200);
  expect((await head.ask(approveErase, { sysid: child.sysid })).status).toBe(200);
  // No validation, as with most paybills, and no confirmations: M-Pesa's list is the only source.
  await payments.knobs({ dropPercent: 100 });
  await payments.tell('/simulator/shortcodes', {
    shortCode: PAYBILL,
    consumerKey: `key-of-${PAYBILL}-0001`,
    consumerSecret: `secret-of-${PAYBILL}-0001`,
    passkey: `passkey-of-${PAYBILL}-0001`,
    operators: [],
    validationEnabled: false,
  });
  await payments.payByHand(PAYBILL, 60, child.admissionNumber);
  await payments.simulator.flush();
  expect((await head.ask(reconcilePayments)).body).toMatchObject({ credited: 0, parked: 1 });
  const parked = await head.ask<object[]>(getSuspense, {});
  expect(parked.body).toMatchObject([
    { amount: 60, account: child.admissionNumber, why: 'unknown-account', state: 'open' },
  ]);
  const wallets = await server.context.db.readSchool(school, (tx) =>
    tx.rows('SELECT balance FROM accounts WHERE school_id = $1 AND student_id = $2 AND balance > 0', [
      school,
      child.sysid,
    ]),
  );
  expect(wallets).toEqual([]);
  expect((await verifyBooks(server.context, school)).findings).toEqual([]);
});

/** Inserts a payment that was reported so many hours ago and not booked. */
async function told(account: string, hours = 0, state = 'told', inStatement = false): Promise<string> {
  const receipt = `UAFT${aNumber()}Q`;
  await server.context.db.inSchool(school, (tx) =>
    tx.row(
      `INSERT INTO payments (school_id, id, receipt, account, amount, paid_at, reported_by, state, in_statement, provider_answer, reported_at)
       VALUES ($1, $2, $3, $4, 6000, now(), 'confirmation', $5, $6, CASE WHEN $6 THEN 'unknown' END, now() - make_interval(hours => $7))`,
      [school, newId(), receipt, account, state, inStatement, hours],
    ),
  );
  return receipt;
}
const ACCOUNT = 'SELECT account FROM payments WHERE receipt = $1';
const accountOf = async (receipt: string) =>
  (await asOwner<{ account: string }>(server, school, ACCOUNT, [receipt]))[0]?.account;
async function asked(): Promise<Child> {
  const child = await aChild(head, await server.aClass(school));
  expect((await bursar.ask(eraseStudent, { sysid: child.sysid, reason: 'Moved away' })).status).toBe(200);
  return child;
}
const erase = ({ sysid }: Child) => head.ask<{ detail?: object }>(approveErase, { sysid });

it.each<[string, (child: Child) => string]>([
  ['their number', ({ admissionNumber }) => admissionNumber],
  ['their number in parts', ({ admissionNumber }) => `${admissionNumber.slice(0, 2)}-${admissionNumber.slice(2)} `],
  ['their number behind the school’s prefix', ({ admissionNumber }) => `tum ${admissionNumber}`],
  ['their number behind a prefix that the school has given up', ({ admissionNumber }) => `ZAM-${admissionNumber}`],
  ['their name', ({ names }) => `fees ${names.toUpperCase()}`],
])('an open payment to %s blocks the erasure for 50 hours, then its account is redacted', async (_what, typed) => {
  const child = await asked();
  const open = await told(typed(child), 49);
  const denied = await told(typed(child), 51, 'unknown');
  const refused = await erase(child);
  expect([refused.problem, refused.body.detail]).toEqual(['erase.blocked', { reasons: ['payment'] }]);
  await asOwner(server, school, `UPDATE payments SET reported_at = now() - interval '51 hours' WHERE receipt = $1`, [
    open,
  ]);
  expect((await erase(child)).status).toBe(200);
  for (const receipt of [open, denied]) expect(await accountOf(receipt)).toMatch(/^(fees )?…$/);
});

it('an undecided payment of a statement blocks the erasure, whatever its age', async () => {
  const child = await asked();
  const receipt = await told(child.admissionNumber, 500, 'unknown', true);
  expect((await erase(child)).problem).toBe('erase.blocked');
  await server.context.db.inSchool(school, (tx) =>
    tx.row('UPDATE payments SET doubted = true WHERE school_id = $1 AND receipt = $2', [school, receipt]),
  );
  expect((await erase(child)).status).toBe(200);
  expect(await accountOf(receipt)).toBe('…');
});

it('a payment that names another student neither blocks the erasure nor is redacted', async () => {
  const [child, other] = [await asked(), await aChild(head, await server.aClass(school))];
  const receipts = [await told(other.admissionNumber), await told(other.admissionNumber, 51)];
  expect((await erase(child)).status).toBe(200);
  for (const receipt of receipts) expect(await accountOf(receipt)).toBe(other.admissionNumber);
});

it.each([
  ['may still be booked', 0],
  ['was given up', 51],
])('the erasure does not wait for, nor redact, a payment that %s and is locked by a booking', async (_when, hours) => {
  const child = await aChild(head, await server.aClass(school));
  const receipt = await told(child.admissionNumber, hours);
  await server.context.db.inSchool(school, async (booking) => {
    await booking.row('SELECT 1 FROM payments WHERE school_id = $1 AND receipt = $2 FOR UPDATE', [school, receipt]);
    const erasing = server.context.db.inSchool(school, async (tx) => {
      await redactTexts(tx, child.sysid);
      expect(await tx.row(ACCOUNT, [receipt])).toEqual({ account: child.admissionNumber });
      throw new Error('far enough');
    });
    expect(await isBlocked(server, erasing)).toBe(false);
    await expect(erasing).rejects.toThrow('far enough');
  });
});

it('reconciliation reports no difference for a redacted account, but for a changed amount', async () => {
  const child = await aChild(head, await server.aClass(school));
  await payments.payByHand(PAYBILL, 70, `TUM${child.admissionNumber}`);
  await payments.simulator.flush();
  expect((await head.ask(reconcilePayments)).body).toMatchObject({ credited: 1, differences: 0 });
  const out = { admissionNumber: child.admissionNumber, pin: PIN, amount: 70, userName: head.phone };
  expect((await head.ask(cashOutPin, out)).status).toBe(200);
  expect((await bursar.ask(eraseStudent, { sysid: child.sysid, reason: 'Moved away' })).status).toBe(200);
  expect((await erase(child)).status).toBe(200);
  await payments.later(server, 20 * 60_000);
  const differences = async () => (await head.ask<{ differences: number }>(reconcilePayments)).body.differences;
  expect(await differences()).toBe(0);
  await asOwner(server, school, `UPDATE payments SET amount = amount + 1 WHERE amount = 7000`);
  expect(await differences()).toBe(1);
});
