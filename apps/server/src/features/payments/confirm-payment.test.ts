import { getPayment, reconcilePayments, registerPayments, requestPayment } from '@mfuko/contract/payments';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { collectsWith, openSimulatedPayments, type SimulatedPayments } from '../../../tests/payments.testkit.ts';
import { PaymentsError, type PaymentsGateway } from '../../gateways/payments/index.ts';
import { newId } from '../../platform/records/id.ts';
import { addStudent } from '../students/index.ts';
import { stkPushOf } from './book.ts';
import { withAccount } from './index.ts';
import { paymentJobs, RECONCILE } from './jobs.ts';
import { queryStkPush } from './query-stk-push.ts';
import { changeStkPush, SEND_STK_PUSH } from './store.ts';

let server: TestServer;
let payments: SimulatedPayments;
let bursar: Person;
let school: string;
let classId: string;
let owner: pg.Client;
let secret: string;
const PAYBILL = '600210';
const FAILED = { state: 'failed', misconfigured: false, retry: false } as const;

beforeAll(async () => {
  payments = await openSimulatedPayments();
  server = await openTestServer(payments.env, { payments: payments.gateway });
  payments.connect(server);
  const admin = await server.aPerson('Admin');
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  classId = await server.aClass(school);
  await collectsWith(admin, school, PAYBILL);
  await admin.ask(registerPayments, { schoolSYSID: school });
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await owner.query(`SET app.school_id = '${school}'`);
  secret = (await server.context.db.inSchool(school, (tx) => withAccount(server.context, tx)))?.hookSecret ?? '';
});
afterAll(async () => {
  await owner.end();
  await payments.close();
  await server.close();
});

async function aStudent() {
  const student = { id: newId(), admissionNumber: String(4000 + aNumber()) };
  await server.context.db.inSchool(school, (tx) =>
    addStudent(tx, { ...student, names: 'Imani Were', classId, pinHash: null }),
  );
  return student;
}
const post = (path: string, payload: object) =>
  server.app.inject({ method: 'POST', url: path, payload, headers: { 'content-type': 'application/json' } });
const confirm = (TransID: string, TransAmount: string, BillRefNumber: string, BusinessShortCode = PAYBILL) =>
  post(`/hooks/c2b/${secret}/c`, {
    TransactionType: 'Pay Bill',
    TransID,
    TransTime: '20260115083015',
    TransAmount,
    BusinessShortCode,
    BillRefNumber,
    MSISDN: '2547 ***** 344',
  });
/** Runs `work` while the provider's messages are lost and nothing is pulled: the test alone reports payments. */
const inSilence = async (work: () => Promise<void>) => {
  await payments.knobs({ dropPercent: 100 });
  await work();
  await payments.settle(server, [RECONCILE]);
  await payments.knobs({ dropPercent: 0 });
};
/** Returns the states of an account's payments, and the balance of its wallet. */
async function standing(student: { id: string; admissionNumber: string }) {
  const { rows } = await owner.query<{ receipt: string; state: string }>(
    'SELECT receipt, state FROM payments WHERE account = $1 ORDER BY receipt',
    [student.admissionNumber],
  );
  const { rows: wallet } = await owner.query<{ balance: bigint }>('SELECT balance FROM accounts WHERE id = $1', [
    student.id,
  ]);
  return {
    booked: rows.filter(({ state }) => state === 'credited' || state === 'parked'),
    balance: Number(wallet[0]?.balance ?? 0) / 100,
  };
}
const receiptOf = async (account: string) =>
  (await payments.truth()).transactions.find((each) => each.account === account)?.receipt ?? '';

describe('forged STK result', () => {
  /** Sends a guardian an STK push for KES 120; its acknowledgement arrives, or is lost. */
  async function anStkPush(acknowledged = true) {
    const student = await aStudent();
    const phone = `25471${1_000_000 + aNumber()}`;
    const { admissionNumber } = student;
    const asked = await bursar.ask<{ sysid: string }>(requestPayment, {
      admissionNumber,
      amount: 120,
      mobileNumber: phone,
    });
    if (!acknowledged) {
      const losing: PaymentsGateway = {
        ...payments.gateway,
        sendStkPush: async (...wish) => {
          await payments.gateway.sendStkPush(...wish);
          throw new PaymentsError('no answer', { unsettled: true });
        },
      };
      const [job] = await payments.takeJobs(server, SEND_STK_PUSH);
      await paymentJobs(server.context, losing, {})[SEND_STK_PUSH]?.(job);
    }
    await payments.settle(server);
    const checkout = (await payments.truth()).pushes.at(-1)?.checkoutRequestId ?? '';
    return {
      student,
      checkout,
      pays: async () => {
        await payments.tell('/simulator/answer', { checkoutRequestId: checkout, action: 'pin', pin: '1234' });
        await payments.settle(server, [RECONCILE]);
        await payments.later(server, 30_000);
      },
      async isToldOf(CheckoutRequestID: string, amount: number) {
        const Item = [
          { Name: 'Amount', Value: amount },
          { Name: 'MpesaReceiptNumber', Value: `MADEUP${aNumber() + 100}` },
        ];
        const stkCallback = { MerchantRequestID: 'm', ResultCode: 0, ResultDesc: 'ok', CallbackMetadata: { Item } };
        const said = await post(`/hooks/stk/${secret}/${asked.body.sysid}`, {
          Body: { stkCallback: { ...stkCallback, CheckoutRequestID } },
        });
        expect(said.statusCode).toBe(200);
        await payments.work(server, [RECONCILE]);
      },
    };
  }
  type StkPushed = Awaited<ReturnType<typeof anStkPush>>;
  const underItsOwnNumber = async ({ student }: StkPushed) => {
    const receipt = await receiptOf(student.admissionNumber);
    expect(await standing(student)).toEqual({ booked: [{ receipt, state: 'credited' }], balance: 120 });
  };

  it.each([
    ['names another checkout', true, 'ws_CO_forged', 120],
    ['names another amount', true, null, 999],
    ['names the checkout of one that was never acknowledged', false, null, 120],
  ])(
    'is ignored when it %s, and reconciliation credits the true payment',
    async (_how, acknowledged, checkout, amount) => {
      const push = await anStkPush(acknowledged);
      await push.isToldOf(checkout ?? push.checkout, amount);
      await inSilence(push.pays);
      expect(await standing(push.student)).toEqual({ booked: [], balance: 0 });
      await bursar.ask(reconcilePayments);
      await underItsOwnNumber(push);
    },
  );

  it('beside the true result, the payment is credited once under its own receipt', async () => {
    const push = await anStkPush();
    await push.isToldOf(push.checkout, 120);
    await push.pays();
    await payments.settle(server, [RECONCILE]);
    await underItsOwnNumber(push);
  });
});

describe('STK push outcome', () => {
  async function pushed(amount: number) {
    const student = await aStudent();
    const mobileNumber = `25471${1_000_000 + aNumber()}`;
    await payments.tell('/simulator/subscribers', { msisdn: mobileNumber, habit: 'ask' });
    const { admissionNumber } = student;
    const asked = await bursar.ask<{ sysid: string }>(requestPayment, { admissionNumber, amount, mobileNumber });
    await payments.settle(server);
    const status = async () =>
      (await bursar.ask<{ status: string }>(getPayment, { sysid: asked.body.sysid })).body.status;
    return { student, status, sysid: asked.body.sysid };
  }

  it('an equal payment from another phone does not answer the STK push', async () => {
    const { student, status } = await pushed(61);
    await payments.payByHand(PAYBILL, 61, student.admissionNumber, '254799887766');
    await payments.settle(server);
    expect([(await standing(student)).balance, await status()]).toEqual([61, 'pending']);
  });

  it('a paid STK push stays paid when an older failure arrives later', async () => {
    const { student, status, sysid } = await pushed(62);
    const late: PaymentsGateway = {
      ...payments.gateway,
      queryStkPush: async () => {
        const checkoutRequestId = (await payments.truth()).pushes.at(-1)?.checkoutRequestId;
        await payments.tell('/simulator/answer', { checkoutRequestId, action: 'pin', pin: '1234' });
        await payments.settle(server);
        return { code: '1037', description: 'unreachable', outcome: FAILED };
      },
    };
    await queryStkPush(server.context, late, school, sysid, true);
    expect([(await standing(student)).balance, await status()]).toEqual([62, 'paid']);
  });
});

describe('answer to a transaction status query', () => {
  const party = `${PAYBILL} - School`;
  it.each([
    ['counts where it is of that question, payment and paybill', {}, 85],
    ['is none where it is of another conversation', { conversation: 'AG_another' }, 0],
    ['is none where it is of another payment', { receipt: 'ANOTHER123' }, 0],
    ['is none where another was paid', { party: '600999 - Another school' }, 0],
    ['is none where nothing was completed', { status: 'Declined' }, 0],
  ])(
    '%s',
    async (_how, told: { conversation?: string; receipt?: string; party?: string; status?: string }, credited) => {
      const student = await aStudent();
      const { admissionNumber } = student;
      let receipt = '';
      await inSilence(async () => {
        await payments.payByHand(PAYBILL, 85, admissionNumber);
        await payments.simulator.flush();
        receipt = await receiptOf(admissionNumber);
        await post(`/hooks/c2b/${secret}/c`, {
          TransactionType: 'Pay Bill',
          TransID: receipt,
          TransTime: '20260115083015',
          TransAmount: '85.00',
          BusinessShortCode: PAYBILL,
          BillRefNumber: admissionNumber,
          MSISDN: '2547 ***** 344',
        });
      });
      const { rows } = await owner.query<{ id: string; conversation: string }>(
        'SELECT ask_id AS id, ask_conversation AS conversation FROM payments WHERE receipt = $1',
        [receipt],
      );
      expect(rows[0]?.conversation).toMatch(/^AG_/);
      const ResultParameter = [
        { Key: 'ReceiptNo', Value: told.receipt ?? receipt },
        { Key: 'TransactionStatus', Value: told.status ?? 'Completed' },
        { Key: 'Amount', Value: 85 },
        { Key: 'CreditPartyName', Value: told.party ?? party },
      ];
      const said = await post(`/hooks/result/${secret}/confirm-payment/${rows[0]?.id}/r`, {
        Result: {
          ResultCode: 0,
          ResultDesc: 'ok',
          OriginatorConversationID: 'o',
          ConversationID: told.conversation ?? rows[0]?.conversation,
          TransactionID: '0',
          ResultParameters: { ResultParameter },
        },
      });
      expect(said.statusCode).toBe(200);
      await payments.settle(server, [RECONCILE]);
      expect((await standing(student)).balance).toBe(credited);
      await bursar.ask(reconcilePayments);
      expect(await standing(student)).toEqual({ booked: [{ receipt, state: 'credited' }], balance: 85 });
    },
  );
});

describe('conflicting reports of one payment', () => {
  it.each([
    [
      'in the account',
      async (receipt: string, mine: string, anothers: string) => {
        await confirm(receipt, '75.00', anothers);
        await confirm(receipt, '75.00', mine);
      },
    ],
    ['in the amount', (receipt: string, mine: string) => confirm(receipt, '900.00', mine)],
  ] as const)('%s parks the payment when M-Pesa confirms only its completion', async (_in, told) => {
    const [student, another] = [await aStudent(), await aStudent()];
    let receipt = '';
    await inSilence(async () => {
      await payments.payByHand(PAYBILL, 75, student.admissionNumber);
      await payments.simulator.flush();
      receipt = await receiptOf(student.admissionNumber);
    });
    await told(receipt, student.admissionNumber, another.admissionNumber);
    await payments.settle(server, [RECONCILE]);
    const { rows } = await owner.query('SELECT state, amount FROM payments WHERE receipt = $1', [receipt]);
    expect(rows).toEqual([{ state: 'parked', amount: 7500n }]);
    expect([(await standing(student)).balance, (await standing(another)).balance]).toEqual([0, 0]);
  });

  it('ignores a confirmation for another paybill', async () => {
    const student = await aStudent();
    expect((await confirm('ELSEWHERE1', '75.00', student.admissionNumber, '600999')).statusCode).toBe(200);
    expect((await owner.query(`SELECT 1 FROM payments WHERE receipt = 'ELSEWHERE1'`)).rows).toEqual([]);
  });
});

it('a payment answers the older of two equal STK pushes, then the newer', async () => {
  const { admissionNumber } = await aStudent();
  // Two guardians, since one phone is not asked twice within a minute.
  const ask = async () => {
    const wish = { admissionNumber, amount: 130, mobileNumber: `25471${1_000_000 + aNumber()}` };
    const asked = await bursar.ask<{ sysid: string }>(requestPayment, wish);
    expect(asked.status).toBe(200);
    return asked.body.sysid;
  };
  const [first, second] = [await ask(), await ask()];
  const answered = () =>
    server.context.db.inSchool(school, async (tx) => {
      const payment = { stkPushId: null } as Parameters<typeof stkPushOf>[2];
      const paid = {
        account: admissionNumber,
        amount: 130_00n,
        paidAt: new Date(),
        phone: { form: 'none', text: '' } as const,
      };
      return (await stkPushOf(tx, server.context, payment, paid))?.id;
    });
  expect(await answered()).toBe(first);
  const paid = { status: 'paid', code: '0', reason: null, receipt: `TWOPUSH${aNumber()}` } as const;
  await server.context.db.inSchool(school, (tx) => changeStkPush(tx, first, paid));
  expect(await answered()).toBe(second);
});
