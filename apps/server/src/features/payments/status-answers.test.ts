import { getPayments, getProviderRegistration, type PaymentRow, requestPayment } from '@mfuko/contract/payments';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { collectsWith, openSimulatedPayments, type SimulatedPayments } from '../../../tests/payments.testkit.ts';
import {
  PaymentsError,
  type PaymentsGateway,
  phoneHash,
  type Result,
  readResult,
} from '../../gateways/payments/index.ts';
import { openWith, sealWith } from '../../platform/crypto/keys.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/records/id.ts';
import { addStudent } from '../students/index.ts';
import { settle, stkPushContext, stkPushOf } from './book.ts';
import { approveReported, doubtReported, tellByStatement, writeAnswer } from './booked-by-statement.ts';
import { handleC2bConfirmation } from './c2b.ts';
import { askPayment, handleStatusCallback } from './confirm-payment.ts';
import { refusedByProvider } from './errors.ts';
import { closeGap, openGap } from './gap.ts';
import { hashOfPayer, payerOf } from './payer.ts';
import { payerWords } from './payer-words.ts';
import {
  ASK_PAYMENT,
  changeStkPush,
  findPayment,
  findStkPush,
  openStkPushes,
  paymentOfQuestion,
  writeDown,
} from './store.ts';
import { openStkPushes as busyOf } from './write-stk-push.ts';

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

/** Creates a student in a new class, and an STK push of `amount` to the guardian. */
async function asked(amount: number) {
  const id = newId();
  const admissionNumber = String(4700 + aNumber());
  const classId = await server.aClass(school);
  await inSchool((tx) => addStudent(tx, { id, admissionNumber, names: 'Imani Were', classId, pinHash: null }));
  const mobileNumber = `25471${2_000_000 + aNumber()}`;
  const { body } = await bursar.ask<{ sysid: string }>(requestPayment, { admissionNumber, amount, mobileNumber });
  return { id, admissionNumber, mobileNumber, stkPush: body.sysid };
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

it('openStkPushes matches account, amount and time, until the push is paid', async () => {
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

it('a payment answers the STK push that its callback names, of two equal ones', async () => {
  const { admissionNumber, stkPush } = await asked(260);
  // A second STK push to the same guardian: same student, amount and phone.
  const again = newId();
  await inSchool(async (tx) => {
    const context = (id: string) => stkPushContext(tx, id);
    const key = await server.context.keys.ofSchool(tx);
    const push = await findStkPush(tx, stkPush);
    const phone = openWith(key, context(stkPush), push?.phoneSealed ?? Buffer.of());
    await tx.row(
      `INSERT INTO stk_pushes (school_id, id, student_id, amount, reference, phone_sealed, phone_masked, phone_digest, asked_by)
       SELECT school_id, $3, student_id, amount, reference, $4, phone_masked, phone_digest, asked_by FROM stk_pushes
       WHERE school_id = $1 AND id = $2`,
      [school, stkPush, again, sealWith(key, context(again), phone)],
    );
  });
  const answered = async (stkPushId: string) => {
    const receipt = aReceipt();
    const paid = { receipt, account: admissionNumber, amount: 260_00n, paidAt: new Date(), payer: payerOf(null) };
    return inSchool(async (tx) => {
      await writeDown(tx, server.context, { ...paid, reportedBy: 'prompt', stkPushId });
      const payment = await findPayment(tx, receipt);
      return (
        payment && (await stkPushOf(tx, server.context, payment, { ...paid, phone: { form: 'none', text: '' } }))?.id
      );
    });
  };
  expect([await answered(stkPush), await answered(again)]).toEqual([stkPush, again]);
});

it('a queued request is refused while another one for the same student is open', async () => {
  const { admissionNumber, mobileNumber } = await asked(280);
  const again = await bursar.ask(requestPayment, { admissionNumber, amount: 281, mobileNumber, queue: true });
  expect(again.problem).toBe('payment.asked-already');
});

it('a phone is busy for over a minute after an STK push, even a paid one, and free after three', async () => {
  const { id, mobileNumber, stkPush } = await asked(270);
  const busy = () =>
    inSchool((tx) => busyOf(tx, server.context, [{ studentId: id, mobileNumber }])).then(({ phones }) => [...phones]);
  const sentAgo = (seconds: number) =>
    inSchool((tx) =>
      tx.row(
        `UPDATE stk_pushes SET sent_at = clock_timestamp() - make_interval(secs => $3) WHERE school_id = $1 AND id = $2`,
        [school, stkPush, seconds],
      ),
    );
  await inSchool((tx) => changeStkPush(tx, stkPush, { status: 'paid', receipt: aReceipt() }));
  await sentAgo(60);
  expect(await busy()).toEqual([mobileNumber]);
  await sentAgo(180);
  expect(await busy()).toEqual([]);
});

it('changeStkPush changes only the given fields of the given push', async () => {
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

it('a payment is stored once and contested when reported with another amount or account', async () => {
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

it('an unknown answer concerns the payment of its query only, and a timeout none', async () => {
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

it('getPayments lists each STK push once', async () => {
  const { admissionNumber } = await asked(77);
  const listed = (input: object) => bursar.ask<PaymentRow[]>(getPayments, input);
  const { body, headers } = await listed({ admissionNumber });
  expect(body).toMatchObject([{ admissionNumber, names: 'Imani Were', asked: true, amount: 77, state: 'pending' }]);
  expect(headers['x-total-count']).toBe('1');
  const all = (await listed({})).body;
  expect(new Set(all.map(({ sysid }) => sysid)).size).toBe(all.length);
});

it("getPayments filters by date and state and shows only the ends of a payer's number", async () => {
  const [receipts, account] = [[aReceipt(), aReceipt(), aReceipt()], String(8100 + aNumber())] as const;
  const phones = [
    { form: 'plain', text: '254711223344' },
    { form: 'masked', text: '2547 ***** 344' },
    { form: 'hashed', text: 'a'.repeat(64) },
  ] as const;
  for (const [place, phone] of phones.entries())
    await inSchool((tx) =>
      writeDown(tx, server.context, {
        receipt: receipts[place] ?? '',
        amount: 100n,
        account,
        paidAt: new Date(Date.UTC(2026, 0, 10 + place, 9)),
        payer: { name: null, phone },
        reportedBy: 'confirmation',
      }),
    );
  const listed = async (input: object) =>
    (await bursar.ask<PaymentRow[]>(getPayments, { search: account, ...input })).body.map((row) => row.receiptNumber);
  const [first, second, third] = receipts;
  expect(await listed({})).toEqual([third, second, first]);
  expect(await listed({ from: '2026-01-11T09:00:00Z' })).toEqual([third, second]);
  expect(await listed({ to: '2026-01-12T09:00:00Z' })).toEqual([second, first]);
  expect([await listed({ state: 'told' }), await listed({ state: 'paid' })]).toEqual([[third, second, first], []]);
  const { body } = await bursar.ask<PaymentRow[]>(getPayments, { search: account });
  expect(body.map((row) => row.mobileNumber)).toEqual([null, '2547…344', expect.stringMatching(/^2547….*44$/)]);
});

it('a repeated confirmation is queried once', async () => {
  const receipt = aReceipt();
  const told = {
    receipt,
    amount: 100n,
    paidAt: new Date(),
    account: '4711',
    payer: '',
    phone: { form: 'none', text: '' },
    shortCode: '600700',
    balance: null,
    ourId: '',
  } as const;
  for (let time = 0; time < 2; time++) await inSchool((tx) => handleC2bConfirmation(tx, server.context, told));
  const jobs = await inSchool((tx) =>
    tx.rows(`SELECT 1 AS one FROM payments WHERE school_id = $1 AND receipt = $2`, [school, receipt]),
  );
  expect(jobs).toHaveLength(1);
  expect(
    (await payments.takeJobs(server, ASK_PAYMENT)).filter((job) => JSON.stringify(job).includes(receipt)),
  ).toHaveLength(1);
});

it('a gap in the pulled payments grows on both sides and closes by a statement that covers it', async () => {
  const day = (number: number) => new Date(Date.UTC(2026, 2, number));
  const gap = async () =>
    (
      await bursar.ask<{ gap: { from: string; until: string } | null }>(getProviderRegistration, {
        schoolSYSID: school,
      })
    ).body.gap;
  const of = (from: number, until: number) => ({ from: day(from).toISOString(), until: day(until).toISOString() });
  await inSchool((tx) =>
    tx.row(`INSERT INTO provider_registrations (school_id) VALUES ($1) ON CONFLICT DO NOTHING`, [school]),
  );
  await inSchool((tx) => openGap(tx, day(10), day(12)));
  await inSchool((tx) => openGap(tx, day(8), day(11)));
  expect(await gap()).toEqual(of(8, 12));
  await inSchool((tx) => openGap(tx, day(9), day(14)));
  expect(await gap()).toEqual(of(8, 14));
  // A statement that begins after the gap's start leaves the gap unchanged.
  await inSchool((tx) => closeGap(tx, day(9), day(20)));
  expect(await gap()).toEqual(of(8, 14));
  await inSchool((tx) => closeGap(tx, day(7), day(10)));
  expect(await gap()).toEqual(of(10, 14));
  await inSchool((tx) => closeGap(tx, day(10), day(14)));
  expect(await gap()).toBeNull();
});

it('payerWords indexes whole words of two letters or more, and no masked ones', () => {
  const words = (name: string) => payerWords(server.context, school, name).map((word) => word.toString('hex'));
  const word = (text: string) => server.context.keys.digest('payer-word', `${school}:${text}`).toString('hex');
  expect(words('Li Wei K')).toEqual([word('LI'), word('WEI')]);
  expect(words('J*** NG’ANG’A Ng’ang’a')).toEqual([word('NGANGA')]);
  expect(words('a b c')).toEqual([]);
  expect(words('Ab Cd Ef Gh Ij Kl Mn')).toHaveLength(6);
});

describe('payment reported by a statement', () => {
  const inStatement = async (account = '4711') => {
    const receipt = aReceipt();
    const told = { receipt, amount: 100n, account, paidAt: new Date(), payer: payerOf(null) } as const;
    await inSchool((tx) => tellByStatement(tx, server.context, told));
    return receipt;
  };
  const answerOf = async (receipt: string) => (await inSchool((tx) => findPayment(tx, receipt)))?.providerAnswer;
  const ask = (receipt: string, gateway: PaymentsGateway = payments.gateway) =>
    askPayment(server.context, gateway, school, receipt);

  it('is left to a second person after six queries, not before', async () => {
    const [asked, asking] = [await inStatement(), await inStatement()];
    for (const [receipt, asks] of [
      [asked, 6],
      [asking, 5],
    ])
      await inSchool((tx) =>
        tx.row('UPDATE payments SET asks = $3 WHERE school_id = $1 AND receipt = $2', [school, receipt, asks]),
      );
    await ask(asked);
    await ask(asking);
    expect([await answerOf(asked), await answerOf(asking)]).toEqual(['not-asked', null]);
  });

  it('is left to a second person when M-Pesa refuses the query, unless it answered before', async () => {
    const receipt = await inStatement();
    const refusing: PaymentsGateway = {
      ...payments.gateway,
      askTransaction: async () => {
        throw new PaymentsError('refused', { misconfigured: true });
      },
    };
    await ask(receipt, refusing);
    expect(await answerOf(receipt)).toBe('not-asked');
    // An earlier answer of M-Pesa survives a later question that M-Pesa refuses.
    const unknown = await inStatement();
    await inSchool((tx) => writeAnswer(tx, unknown, 'unknown'));
    await ask(unknown, refusing);
    expect(await answerOf(unknown)).toBe('unknown');
  });

  it("is not booked by M-Pesa's confirmation alone", async () => {
    const { admissionNumber } = await asked(79);
    const receipt = await inStatement(admissionNumber);
    const askId = newId();
    await inSchool((tx) =>
      tx.row('UPDATE payments SET ask_id = $3 WHERE school_id = $1 AND receipt = $2', [school, receipt, askId]),
    );
    const ResultParameter = [
      { Key: 'ReceiptNo', Value: receipt },
      { Key: 'TransactionStatus', Value: 'Completed' },
      { Key: 'Amount', Value: 1 },
      { Key: 'CreditPartyName', Value: '600700 - School' },
    ];
    const yes = readResult({
      Result: {
        ...{ ResultType: 0, ResultCode: 0, ResultDesc: 'ok', OriginatorConversationID: 'O', ConversationID: 'AG' },
        ...{ TransactionID: '0', ResultParameters: { ResultParameter } },
      },
    }) as Result;
    await inSchool((tx) => handleStatusCallback(tx, server.context, askId, yes));
    const told = await inSchool((tx) => findPayment(tx, receipt));
    expect(told).toMatchObject({ state: 'told', providerAnswer: 'confirmed', confirmedAmount: 100n });
  });

  it('approveReported and doubtReported act only on payments from a statement that are not booked yet', async () => {
    const { admissionNumber } = await asked(78);
    const [receipt, confirmed] = [await inStatement(admissionNumber), aReceipt()];
    await tell(confirmed);
    await inSchool((tx) => doubtReported(tx, server.context, confirmed));
    expect((await inSchool((tx) => findPayment(tx, confirmed)))?.doubted).toBe(false);
    const paidAt = new Date(Date.UTC(2026, 0, 9, 7, 30));
    await inSchool((tx) => settle(tx, server.context, receipt, { by: 'status', amount: 100n, paidAt }));
    expect(await inSchool((tx) => findPayment(tx, receipt))).toMatchObject({ state: 'credited', paidAt });
    await inSchool((tx) => approveReported(tx, server.context, receipt, newId()));
    await inSchool((tx) => doubtReported(tx, server.context, receipt));
    // A receipt that nobody reported can be neither approved nor doubted.
    expect(await inSchool((tx) => approveReported(tx, server.context, 'UNKNOWN000', newId()))).toBe('nothing');
    expect(await inSchool((tx) => doubtReported(tx, server.context, 'UNKNOWN000'))).toBe('nothing');
    expect(await inSchool((tx) => findPayment(tx, receipt))).toMatchObject({ approvedIn: null, doubted: false });
  });
});

it('hashOfPayer returns the digest of a plain or hashed number and null otherwise', () => {
  const hash = phoneHash('254711223344');
  const of = (form: 'plain' | 'masked' | 'hashed' | 'none', text: string) =>
    hashOfPayer({ name: null, phone: { form, text } });
  expect([of('plain', '254711223344'), of('hashed', hash), of('masked', '2547 ***** 344'), of('none', '')]).toEqual([
    hash,
    hash,
    null,
    null,
  ]);
});

it("another school's registration with M-Pesa is not shown", async () => {
  const { status, body } = await bursar.ask(getProviderRegistration, { schoolSYSID: await server.aSchool() });
  expect([status, body]).toMatchObject([404, { problem: 'school.not-found' }]);
});

it("refusedByProvider returns M-Pesa's description, or provider-down for a retry", () => {
  const told = (given: ConstructorParameters<typeof PaymentsError>[1]) =>
    refusedByProvider(new PaymentsError('in short', given)).detail;
  expect(told({ description: 'Bad Request' })).toMatchObject({ description: 'Bad Request' });
  expect(told({})).toMatchObject({ description: 'in short' });
  expect(refusedByProvider(new PaymentsError('away', { retry: true })).problem).toBe('payment.provider-down');
  expect(() => refusedByProvider(new TypeError('a fault of ours'))).toThrow('a fault of ours');
});
