import { getPayments, type PaymentRow, requestPayment } from '@mfuko/contract/payments';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { collectsWith, openSimulatedPayments, type SimulatedPayments } from '../../../tests/payments.testkit.ts';
import { type Result, readResult } from '../../gateways/payments/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/id.ts';
import { addStudent } from '../students/index.ts';
import { handleStatusCallback } from './confirm-payment.ts';
import { payerOf } from './payer.ts';
import { changeStkPush, findPayment, findStkPush, openStkPushes, paymentOfQuestion, writeDown } from './store.ts';

let payments: SimulatedPayments;
let server: TestServer;
let school: string;
let bursar: Person;

beforeAll(async () => {
  payments = await openSimulatedPayments();
  server = await openTestServer(payments.env, { payments: payments.gateway });
  payments.connect(server);
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  await collectsWith(await server.aPerson('Admin'), school, '600700');
});
afterAll(async () => {
  await payments.close();
  await server.close();
});

const inSchool = <T>(work: (tx: Tx) => Promise<T>) => server.context.db.inSchool(school, work);

/** A student of a class of their own, whose guardian was asked for so much. */
async function asked(amount: number) {
  const id = newId();
  const admissionNumber = String(4700 + aNumber());
  const classId = await server.aClass(school);
  await inSchool((tx) => addStudent(tx, { id, admissionNumber, names: 'Imani Were', classId, pinHash: null }));
  const mobileNumber = `25471${2_000_000 + aNumber()}`;
  const { body } = await bursar.ask<{ sysid: string }>(requestPayment, { admissionNumber, amount, mobileNumber });
  return { admissionNumber, stkPush: body.sysid };
}

function tell(receipt: string, amount = 100n, account = '4711') {
  const told = {
    receipt,
    amount,
    account,
    paidAt: new Date(),
    payer: payerOf(null),
    reportedBy: 'confirmation',
  } as const;
  return inSchool((tx) => writeDown(tx, server.context, told));
}
const aReceipt = () => `UDG${aNumber()}X`;

it('an STK push is open for a payment of that account and amount, from a quarter of an hour before it on, until it is paid', async () => {
  const [one, other] = [await asked(250), await asked(250)];
  const open = (account: string, amount: bigint, minutesLater = 0) =>
    inSchool((tx) => openStkPushes(tx, account, amount, new Date(Date.now() + minutesLater * 60_000))).then((pushes) =>
      pushes.map(({ id }) => id),
    );
  expect(await open(one.admissionNumber, 250_00n)).toEqual([one.stkPush]);
  expect(await open(other.admissionNumber, 250_00n)).toEqual([other.stkPush]);
  expect(await open(one.admissionNumber, 249_00n)).toEqual([]);
  expect(await open(one.admissionNumber, 250_00n, 14)).toEqual([one.stkPush]);
  expect(await open(one.admissionNumber, 250_00n, 16)).toEqual([]);
  expect(await open(one.admissionNumber, 250_00n, -3)).toEqual([]);
  expect(await inSchool((tx) => changeStkPush(tx, one.stkPush, { status: 'paid', receipt: aReceipt() }))).toBe(true);
  expect(await open(one.admissionNumber, 250_00n)).toEqual([]);
  // Paid is final.
  expect(await inSchool((tx) => changeStkPush(tx, one.stkPush, { status: 'failed' }))).toBe(false);
});

it('a change of an STK push changes what it names and nothing else', async () => {
  const [{ stkPush }, other] = [await asked(90), await asked(91)];
  const change = (what: Parameters<typeof changeStkPush>[2]) => inSchool((tx) => changeStkPush(tx, stkPush, what));
  const read = (id = stkPush) => inSchool((tx) => findStkPush(tx, id));
  await change({ status: 'sending', checkoutId: 'ws_CO_1', adopted: true, code: '4999', asks: 3, tries: 2 });
  await change({ status: 'sent' });
  expect(await read()).toMatchObject({
    status: 'sent',
    checkoutId: 'ws_CO_1',
    adopted: true,
    code: '4999',
    asks: 3,
    tries: 2,
  });
  await change({ asks: 4 });
  expect(await read()).toMatchObject({ status: 'sent', checkoutId: 'ws_CO_1', asks: 4, tries: 2 });
  expect(await read(other.stkPush)).toMatchObject({ status: 'new', checkoutId: null, asks: 0 });
});

it('a payment is written down once, and contested where it is told otherwise', async () => {
  const [receipt, other] = [aReceipt(), aReceipt()];
  expect([await tell(receipt), await tell(receipt), await tell(other)]).toEqual([true, false, true]);
  const contested = async (of: string) => (await inSchool((tx) => findPayment(tx, of)))?.contested;
  expect(await contested(receipt)).toBe(false);
  await tell(receipt, 101n);
  expect([await contested(receipt), await contested(other)]).toEqual([true, false]);
  await tell(other, 100n, '4712');
  expect(await contested(other)).toBe(true);
  // A contested payment stays contested.
  await tell(other, 100n, '4711');
  expect(await contested(other)).toBe(true);
});

it('an answer that M-Pesa knows no such payment is about the one that was asked about', async () => {
  const [receipt, other] = [aReceipt(), aReceipt()];
  await tell(receipt);
  await tell(other);
  const askId = newId();
  await inSchool((tx) =>
    tx.row('UPDATE payments SET ask_id = $3 WHERE school_id = $1 AND receipt = $2', [school, receipt, askId]),
  );
  expect((await inSchool((tx) => paymentOfQuestion(tx, askId)))?.receipt).toBe(receipt);
  const unknown = readResult({
    Result: {
      ResultType: 0,
      ResultCode: 1,
      ResultDesc: 'told',
      OriginatorConversationID: 'O',
      ConversationID: 'AG',
      TransactionID: receipt,
    },
  }) as Result;
  const state = async (of: string) => (await inSchool((tx) => findPayment(tx, of)))?.state;
  await inSchool((tx) => handleStatusCallback(tx, server.context, newId(), unknown));
  await inSchool((tx) => handleStatusCallback(tx, server.context, askId, 'timeout'));
  expect([await state(receipt), await state(other)]).toEqual(['told', 'told']);
  await inSchool((tx) => handleStatusCallback(tx, server.context, askId, unknown));
  expect([await state(receipt), await state(other)]).toEqual(['unknown', 'told']);
});

it('the list has each STK push once, with its own student and class', async () => {
  const { admissionNumber } = await asked(77);
  const listed = (input: object) => bursar.ask<PaymentRow[]>(getPayments, input);
  const { body, headers } = await listed({ admissionNumber });
  expect(body).toMatchObject([{ admissionNumber, names: 'Imani Were', asked: true, amount: 77, state: 'pending' }]);
  expect(headers['x-total-count']).toBe('1');
  const all = (await listed({})).body;
  expect(new Set(all.map(({ sysid }) => sysid)).size).toBe(all.length);
});
