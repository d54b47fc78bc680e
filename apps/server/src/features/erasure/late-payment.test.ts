import { approveErase, eraseStudent } from '@mfuko/contract/erasure';
import { reconcilePayments, registerPayments } from '@mfuko/contract/payments';
import { getSuspense } from '@mfuko/contract/suspense';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { isBlocked } from '../../../tests/lock-waits.testkit.ts';
import { collectsWith, openSimulatedPayments, type SimulatedPayments } from '../../../tests/payments.testkit.ts';
import type { ReadTx } from '../../platform/database/database.ts';
import { newId } from '../../platform/records/id.ts';
import { verifyBooks } from '../books/index.ts';
import { aChild } from './known-child.testkit.ts';
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
});
afterAll(async () => {
  await payments.close();
  await server.close();
});

it('a payment for the number of an erased student is nobody’s, and waits in suspense', async () => {
  const child = await aChild(head, await server.aClass(school));
  expect((await bursar.ask(eraseStudent, { sysid: child.sysid, reason: 'Moved away' })).status).toBe(200);
  expect((await head.ask(approveErase, { sysid: child.sysid })).status).toBe(200);
  // Validation would turn it away; most paybills have none. M-Pesa's list tells of what nobody told.
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

it('a payment that is being confirmed is not waited for by an erasure, whose child it waits for, and keeps whose it is', async () => {
  const child = await aChild(head, await server.aClass(school));
  const told = [school, newId(), 'UAFC0NF1RM', child.admissionNumber];
  await server.context.db.inSchool(school, (tx) =>
    tx.row(
      `INSERT INTO payments (school_id, id, receipt, account, amount, paid_at, reported_by, state)
       VALUES ($1, $2, $3, $4, 6000, now(), 'confirmation', 'told')`,
      told,
    ),
  );
  const accountOf = (tx: ReadTx) =>
    tx.row('SELECT account FROM payments WHERE school_id = $1 AND receipt = $2', [school, told[2]]);
  await server.context.db.inSchool(school, async (booking) => {
    await booking.row('SELECT 1 FROM payments WHERE school_id = $1 AND receipt = $2 FOR UPDATE', [school, told[2]]);
    const erasing = server.context.db.inSchool(school, async (tx) => {
      await redactTexts(tx, child.sysid);
      expect(await accountOf(tx)).toEqual({ account: child.admissionNumber });
      throw new Error('far enough');
    });
    expect(await isBlocked(server, erasing)).toBe(false);
    await expect(erasing).rejects.toThrow('far enough');
  });
});
