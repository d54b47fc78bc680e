import { getPayment, reconcilePayments, registerPayments, requestPayment } from '@mfuko/contract/payments';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestHouse, type Person, type TestHouse } from '../../../tests/kit.ts';
import { collectsWith, openSimulatedPayments, type SimulatedPayments } from '../../../tests/payments.testkit.ts';
import { PaymentsError, type PaymentsGateway } from '../../gateways/payments/index.ts';
import { newId } from '../../platform/id.ts';
import { addStudent } from '../students/index.ts';
import { withAccount } from './index.ts';
import { paymentJobs, RECONCILE } from './jobs.ts';
import { lookAtPrompt } from './look-at-prompt.ts';
import { SEND_PROMPT } from './store.ts';

let house: TestHouse;
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
  house = await openTestHouse(payments.env, { payments: payments.gateway });
  payments.connect(house);
  const admin = await house.aPerson('Admin');
  school = await house.aSchool();
  bursar = await house.aPerson('SchoolAdmin', school);
  classId = await house.aClass(school);
  await collectsWith(admin, school, PAYBILL);
  await admin.ask(registerPayments, { schoolSYSID: school });
  owner = new pg.Client({ connectionString: house.ownerUrl });
  await owner.connect();
  await owner.query(`SET app.school_id = '${school}'`);
  secret = (await house.house.db.inSchool(school, (tx) => withAccount(house.house, tx)))?.hookSecret ?? '';
});
afterAll(async () => {
  await owner.end();
  await payments.close();
  await house.close();
});

async function aPupil() {
  const pupil = { id: newId(), admissionNumber: String(4000 + aNumber()) };
  await house.house.db.inSchool(school, (tx) =>
    addStudent(tx, { ...pupil, names: 'Imani Were', classId, pinHash: null }),
  );
  return pupil;
}
const post = (path: string, payload: object) =>
  house.app.inject({ method: 'POST', url: path, payload, headers: { 'content-type': 'application/json' } });
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
/** All messages of the provider's are lost, and nothing is pulled: what is told, the test tells. */
const inSilence = async (work: () => Promise<void>) => {
  await payments.knobs({ dropPercent: 100 });
  await work();
  await payments.settle(house, [RECONCILE]);
  await payments.knobs({ dropPercent: 0 });
};
/** How the payments of an account stand, and what its wallet has come to. */
async function standing(pupil: { id: string; admissionNumber: string }) {
  const { rows } = await owner.query<{ receipt: string; state: string }>(
    'SELECT receipt, state FROM payments WHERE account = $1 ORDER BY receipt',
    [pupil.admissionNumber],
  );
  const { rows: wallet } = await owner.query<{ balance: bigint }>('SELECT balance FROM accounts WHERE id = $1', [
    pupil.id,
  ]);
  return {
    booked: rows.filter(({ state }) => state === 'credited' || state === 'parked'),
    balance: Number(wallet[0]?.balance ?? 0) / 100,
  };
}
const receiptOf = async (account: string) =>
  (await payments.truth()).transactions.find((each) => each.account === account)?.receipt ?? '';

describe('a prompt’s result that is made up, though the guardian has paid', () => {
  /** A guardian is asked for KES 120; the acknowledgement comes, or is lost on its way. */
  async function aPrompt(acknowledged = true) {
    const pupil = await aPupil();
    const phone = `25471${1_000_000 + aNumber()}`;
    const { admissionNumber } = pupil;
    const asked = await bursar.ask<{ sysid: string }>(requestPayment, {
      admissionNumber,
      amount: 120,
      mobileNumber: phone,
    });
    if (!acknowledged) {
      const losing: PaymentsGateway = {
        ...payments.gateway,
        prompt: async (...wish) => {
          await payments.gateway.prompt(...wish);
          throw new PaymentsError('no answer', { unsettled: true });
        },
      };
      const [job] = await payments.takeJobs(house, SEND_PROMPT);
      await paymentJobs(house.house, losing, {})[SEND_PROMPT]?.(job);
    }
    await payments.settle(house);
    const checkout = (await payments.truth()).prompts.at(-1)?.checkoutRequestId ?? '';
    return {
      pupil,
      checkout,
      pays: async () => {
        await payments.tell('/simulator/answer', { checkoutRequestId: checkout, action: 'pin', pin: '1234' });
        await payments.settle(house, [RECONCILE]);
        await payments.later(house, 30_000);
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
        await payments.work(house, [RECONCILE]);
      },
    };
  }
  type Prompted = Awaited<ReturnType<typeof aPrompt>>;
  const underItsOwnNumber = async ({ pupil }: Prompted) => {
    const receipt = await receiptOf(pupil.admissionNumber);
    expect(await standing(pupil)).toEqual({ booked: [{ receipt, state: 'credited' }], balance: 120 });
  };

  it.each([
    ['names another checkout', true, 'ws_CO_forged', 120],
    ['names another amount', true, null, 999],
    ['names the checkout of one that was never acknowledged', false, null, 120],
  ])('is worth nothing where it %s', async (_how, acknowledged, checkout, amount) => {
    const prompt = await aPrompt(acknowledged);
    await prompt.isToldOf(checkout ?? prompt.checkout, amount);
    await inSilence(prompt.pays);
    expect(await standing(prompt.pupil)).toEqual({ booked: [], balance: 0 });
    await bursar.ask(reconcilePayments);
    await underItsOwnNumber(prompt);
  });

  it('is worth nothing beside the true one, whichever comes first', async () => {
    const prompt = await aPrompt();
    await prompt.isToldOf(prompt.checkout, 120);
    await prompt.pays();
    await payments.settle(house, [RECONCILE]);
    await underItsOwnNumber(prompt);
  });
});

describe('a prompt', () => {
  async function prompted(amount: number) {
    const pupil = await aPupil();
    const mobileNumber = `25471${1_000_000 + aNumber()}`;
    await payments.tell('/simulator/subscribers', { msisdn: mobileNumber, habit: 'ask' });
    const { admissionNumber } = pupil;
    const asked = await bursar.ask<{ sysid: string }>(requestPayment, { admissionNumber, amount, mobileNumber });
    await payments.settle(house);
    const status = async () =>
      (await bursar.ask<{ status: string }>(getPayment, { sysid: asked.body.sysid })).body.status;
    return { pupil, status, sysid: asked.body.sysid };
  }

  it('is not answered by another phone that pays as much for the same pupil', async () => {
    const { pupil, status } = await prompted(61);
    await payments.payByHand(PAYBILL, 61, pupil.admissionNumber, '254799887766');
    await payments.settle(house);
    expect([(await standing(pupil)).balance, await status()]).toEqual([61, 'pending']);
  });

  it('stays paid, though an older answer of the provider comes after', async () => {
    const { pupil, status, sysid } = await prompted(62);
    const late: PaymentsGateway = {
      ...payments.gateway,
      askPrompt: async () => {
        const checkoutRequestId = (await payments.truth()).prompts.at(-1)?.checkoutRequestId;
        await payments.tell('/simulator/answer', { checkoutRequestId, action: 'pin', pin: '1234' });
        await payments.settle(house);
        return { code: '1037', description: 'unreachable', outcome: FAILED };
      },
    };
    await lookAtPrompt(house.house, late, school, sysid, true);
    expect([(await standing(pupil)).balance, await status()]).toEqual([62, 'paid']);
  });
});

describe('what is answered to a question about a payment', () => {
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
      const pupil = await aPupil();
      const { admissionNumber } = pupil;
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
      const said = await post(`/hooks/result/${secret}/bear-out/${rows[0]?.id}/r`, {
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
      await payments.settle(house, [RECONCILE]);
      expect((await standing(pupil)).balance).toBe(credited);
      await bursar.ask(reconcilePayments);
      expect(await standing(pupil)).toEqual({ booked: [{ receipt, state: 'credited' }], balance: 85 });
    },
  );
});

describe('a payment of which tellings differ', () => {
  it.each([
    [
      'in the account',
      async (receipt: string, mine: string, anothers: string) => {
        await confirm(receipt, '75.00', anothers);
        await confirm(receipt, '75.00', mine);
      },
    ],
    ['in the amount', (receipt: string, mine: string) => confirm(receipt, '900.00', mine)],
  ] as const)('%s is parked once M-Pesa says no more than that it is complete', async (_in, told) => {
    const [pupil, another] = [await aPupil(), await aPupil()];
    let receipt = '';
    await inSilence(async () => {
      await payments.payByHand(PAYBILL, 75, pupil.admissionNumber);
      await payments.simulator.flush();
      receipt = await receiptOf(pupil.admissionNumber);
    });
    await told(receipt, pupil.admissionNumber, another.admissionNumber);
    await payments.settle(house, [RECONCILE]);
    const { rows } = await owner.query('SELECT state, amount FROM payments WHERE receipt = $1', [receipt]);
    expect(rows).toEqual([{ state: 'parked', amount: 7500n }]);
    expect([(await standing(pupil)).balance, (await standing(another)).balance]).toEqual([0, 0]);
  });

  it('is not even written down where it names a paybill that is not ours', async () => {
    const pupil = await aPupil();
    expect((await confirm('ELSEWHERE1', '75.00', pupil.admissionNumber, '600999')).statusCode).toBe(200);
    expect((await owner.query(`SELECT 1 FROM payments WHERE receipt = 'ELSEWHERE1'`)).rows).toEqual([]);
  });
});
