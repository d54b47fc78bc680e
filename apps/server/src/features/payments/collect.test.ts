import { getPayment, getPayments, reconcilePayments, registerPayments, requestPayment } from '@mfuko/contract/payments';
import { updateStudent } from '@mfuko/contract/students';
import { approveSettlement, getSuspense, proposeSettlement } from '@mfuko/contract/suspense';
import { getStatement, proposeReversal, reverse } from '@mfuko/contract/wallet';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { collectsWith, openSimulatedPayments, type SimulatedPayments } from '../../../tests/payments.testkit.ts';
import { type PaymentsGateway, phoneHash } from '../../gateways/payments/index.ts';
import { newId } from '../../platform/records/id.ts';
import { addStudent } from '../students/index.ts';
import { settle as book } from './book.ts';
import { withAccount } from './index.ts';
import { paymentJobs, RECONCILE } from './jobs.ts';

let server: TestServer;
let payments: SimulatedPayments;
let admin: Person;
let bursar: Person;
let school: string;
let classId: string;
let owner: pg.Client;
const PAYBILL = '600200';

beforeAll(async () => {
  payments = await openSimulatedPayments();
  server = await openTestServer(payments.env, { payments: payments.gateway });
  payments.connect(server);
  admin = await server.aPerson('Admin');
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  classId = await server.aClass(school);
  await collectsWith(admin, school, PAYBILL);
  const registered = await admin.ask(registerPayments, { schoolSYSID: school });
  expect(registered.body).toEqual({ responseCode: '0', responseDescription: 'Success' });
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await owner.query(`SET app.school_id = '${school}'`);
});
afterAll(async () => {
  await owner.end();
  await payments.close();
  await server.close();
});

interface Student {
  readonly id: string;
  readonly admissionNumber: string;
}
async function aStudent(): Promise<Student> {
  const student = { id: newId(), admissionNumber: String(4000 + aNumber()) };
  await server.context.db.inSchool(school, (tx) =>
    addStudent(tx, { ...student, names: 'Imani Were', classId, pinHash: null }),
  );
  return student;
}
const aPhone = () => `25471${String(1_000_000 + aNumber())}`;
const balance = async (student: Student) =>
  Number(
    (await owner.query<{ balance: bigint }>('SELECT balance FROM accounts WHERE id = $1', [student.id])).rows[0]
      ?.balance ?? 0,
  ) / 100;
const ask = (student: Student, amount: number, mobileNumber = aPhone(), key?: string) =>
  bursar.ask<{ sysid: string; status: string; detail: { seconds: number } }>(
    requestPayment,
    { admissionNumber: student.admissionNumber, amount, mobileNumber },
    key === undefined ? {} : { key },
  );
const shown = async (sysid: string) => (await bursar.ask<Record<string, unknown>>(getPayment, { sysid })).body;
const settle = () => payments.settle(server);
/** Answers the newest open STK push on that phone, as its owner would. */
async function answer(checkoutOf: { phone: string }, action: 'pin' | 'cancel', pin = '1234') {
  const { pushes } = (await (await fetch(`${payments.simulator.url}/simulator/truth`)).json()) as {
    pushes: { checkoutRequestId: string; msisdn: string; code: number | null }[];
  };
  const open = pushes.find((each) => each.msisdn === checkoutOf.phone && each.code === null);
  if (!open) throw new Error('nobody was asked');
  await payments.tell('/simulator/answer', { checkoutRequestId: open.checkoutRequestId, action, pin });
}

describe('STK push', () => {
  it('a paid STK push credits the wallet once and is listed without the phone number', async () => {
    const student = await aStudent();
    const phone = aPhone();
    const asked = await ask(student, 150, phone);
    expect(asked.body).toEqual({ sysid: expect.any(String), status: 'pending' });
    await settle();
    expect(await shown(asked.body.sysid)).toMatchObject({ status: 'pending', receiptNumber: null });
    expect(await balance(student)).toBe(0);
    await answer({ phone }, 'pin');
    await settle();
    const { transactions } = await payments.truth();
    const paid = transactions.find((each) => each.account === student.admissionNumber);
    expect(await shown(asked.body.sysid)).toMatchObject({ status: 'paid', receiptNumber: paid?.receipt, reason: null });
    expect(await balance(student)).toBe(150);
    const statement = await bursar.ask<Record<string, unknown>[]>(getStatement, {
      admissionNumber: student.admissionNumber,
    });
    expect(statement.body).toMatchObject([{ kind: 'collection', amount: 150, reference: paid?.receipt, by: 'M-Pesa' }]);
    // The confirmation of the same payment was reported too: one row, one journal entry.
    const listed = await bursar.ask<Record<string, unknown>[]>(getPayments, {
      admissionNumber: student.admissionNumber,
    });
    expect(listed.body).toMatchObject([
      {
        state: 'paid',
        asked: true,
        receiptNumber: paid?.receipt,
        amount: 150,
        mobileNumber: expect.stringContaining('…'),
      },
    ]);
    expect(JSON.stringify(listed.body)).not.toContain(phone);
    expect(listed.headers['x-total-amount']).toBe('150.00');
  });

  it('a cancelled or failed STK push shows its reason and can be retried', async () => {
    const student = await aStudent();
    const [who, fumbles] = [aPhone(), aPhone()];
    const [cancelled, wrong] = [await ask(student, 100, who), await ask(student, 100, fumbles)];
    await settle();
    await answer({ phone: who }, 'cancel');
    await answer({ phone: fumbles }, 'pin', '0000');
    await settle();
    expect(await shown(cancelled.body.sysid)).toMatchObject({
      status: 'cancelled',
      code: '1032',
      reason: 'The request was cancelled on the phone.',
      retry: true,
    });
    expect(await shown(wrong.body.sysid)).toMatchObject({ status: 'failed', code: '2001', retry: true });
    expect(await balance(student)).toBe(0);
    const { headers } = await bursar.ask(getPayments, { admissionNumber: student.admissionNumber });
    expect([headers['x-total-count'], headers['x-total-amount']]).toEqual(['2', '0.00']);
  });

  it('a phone is asked once a minute, and for one amount once in two; a double press returns the first push', async () => {
    const [student, sibling] = [await aStudent(), await aStudent()];
    const phone = aPhone();
    const first = await ask(student, 100, phone);
    expect((await ask(student, 100, phone)).body.sysid).toBe(first.body.sysid);
    const again = await ask(student, 100, phone, newId());
    expect([again.status, again.problem]).toEqual([429, 'payment.asked-already']);
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(60);
    const other = await ask(sibling, 70, phone);
    expect([other.status, other.body.detail.seconds <= 60]).toEqual([429, true]);
    const atOnce = await Promise.all([1, 2, 3, 4].map((amount) => ask(student, amount * 10, '254733000111', newId())));
    expect(atOnce.map((each) => each.status).toSorted()).toEqual([200, 429, 429, 429]);
  });

  it("refuses invalid amounts, unknown students, unconfigured schools and other schools' payments", async () => {
    const student = await aStudent();
    expect((await ask(student, 10.5)).status).toBe(400);
    expect((await ask(student, 20_001)).problem).toBe('wallet.over-limit');
    expect((await ask({ ...student, admissionNumber: '999999999' }, 10)).problem).toBe('student.not-found');
    const elsewhere = await server.aSchool();
    const there = await server.aPerson('SchoolAdmin', elsewhere);
    const id = newId();
    const classThere = await server.aClass(elsewhere);
    await server.context.db.inSchool(elsewhere, (tx) =>
      addStudent(tx, { id, admissionNumber: '7', names: 'Juma Ali', classId: classThere, pinHash: null }),
    );
    const input = { admissionNumber: '7', amount: 10, mobileNumber: aPhone() };
    expect((await there.ask(requestPayment, input)).problem).toBe('payment.not-configured');
    expect((await there.ask(getPayment, { sysid: (await ask(student, 10)).body.sysid })).problem).toBe(
      'payment.not-found',
    );
  });

  it('a push whose callback is lost is settled by query and reconciliation', async () => {
    const student = await aStudent();
    const phone = aPhone();
    await payments.knobs({ dropPercent: 100 });
    const asked = await ask(student, 210, phone);
    await settle();
    await answer({ phone }, 'pin');
    await payments.later(server, 30_000);
    await settle();
    await payments.knobs({ dropPercent: 0 });
    expect(await shown(asked.body.sysid)).toMatchObject({ status: 'pending', code: '0' });
    await payments.later(server, 30_000);
    await settle();
    expect(await shown(asked.body.sysid)).toMatchObject({ status: 'paid' });
    expect(await balance(student)).toBe(210);
  });

  it('several lost callbacks are settled by one reconciliation', async () => {
    const student = await aStudent();
    await payments.knobs({ dropPercent: 100 });
    for (const amount of [31, 32, 33]) {
      const phone = aPhone();
      await ask(student, amount, phone);
      await settle();
      await answer({ phone }, 'pin');
    }
    await payments.later(server, 30_000);
    await payments.settle(server, [RECONCILE]);
    await payments.knobs({ dropPercent: 0 });
    let pulls = 0;
    const counting: PaymentsGateway = {
      ...payments.gateway,
      pull(account, window) {
        if (window.offset === 0) pulls++;
        return payments.gateway.pull(account, window);
      },
    };
    await payments.later(server, 30_000);
    const reconcile = paymentJobs(server.context, counting, {})[RECONCILE];
    const wanted = await payments.takeJobs(server, RECONCILE);
    expect(wanted.length).toBeGreaterThanOrEqual(3);
    for (const payload of wanted) await reconcile?.(payload);
    expect([pulls, await balance(student)]).toEqual([1, 96]);
    // A payment that is due later than the last pull is worth another reconciliation.
    await reconcile?.({ schoolId: school, due: new Date(payments.clock.now() + 1).toISOString() });
    expect(pulls).toBe(2);
  });

  it('a callback before the acknowledgement, sent twice, credits once', async () => {
    const student = await aStudent();
    const phone = aPhone();
    await payments.tell('/simulator/subscribers', { msisdn: phone, habit: 'pay' });
    await payments.knobs({ callbackBeforeAck: true, duplicatePercent: 100 });
    const asked = await ask(student, 60, phone);
    await settle();
    await payments.knobs({ callbackBeforeAck: false, duplicatePercent: 0 });
    await settle();
    expect(await shown(asked.body.sysid)).toMatchObject({ status: 'paid' });
    expect(await balance(student)).toBe(60);
  });
});

describe('C2B payment', () => {
  const hook = async (end: string) => {
    const account = await server.context.db.inSchool(school, (tx) => withAccount(server.context, tx));
    return `/hooks/c2b/${account?.hookSecret}/${end}`;
  };
  const body = (more: object = {}) => ({
    TransactionType: 'Pay Bill',
    TransID: `FAKE${100000 + aNumber()}`,
    TransTime: '20260115083015',
    TransAmount: '150.00',
    BusinessShortCode: PAYBILL,
    BillRefNumber: '1',
    MSISDN: '2547 ***** 344',
    FirstName: 'ACHIENG',
    ...more,
  });
  const post = async (url: string, payload: object | string) =>
    server.app.inject({
      method: 'POST',
      url,
      payload: payload as object,
      headers: { 'content-type': 'application/json' },
    });

  it('validation rejects unknown accounts, invalid amounts, other paybills and wrong secrets', async () => {
    const [student, left] = [await aStudent(), await aStudent()];
    await bursar.ask(updateStudent, { sysid: left.id, status: 'left' });
    const url = await hook('v');
    const said = async (more: object) =>
      (await post(url, body({ BillRefNumber: student.admissionNumber, ...more }))).json<{ ResultCode: string }>()
        .ResultCode;
    expect(await said({})).toBe('0');
    expect(await said({ BillRefNumber: ` ${student.admissionNumber}  ` })).toBe('0');
    for (const account of ['999999', 'school fees', '', left.admissionNumber])
      expect(await said({ BillRefNumber: account }), account).toBe('C2B00012');
    for (const TransAmount of ['0', '0.50', '20000.01', '250000', 'x'])
      expect(await said({ TransAmount }), TransAmount).toBe('C2B00013');
    expect(await said({ BusinessShortCode: '999999' })).toBe('C2B00015');
    expect((await post(url.replace(/\/v$/, '0/v'), body())).statusCode).toBe(404);
  });

  it('50 concurrent confirmations credit once, after M-Pesa has confirmed the payment', async () => {
    const student = await aStudent();
    await payments.knobs({ dropPercent: 100 });
    await payments.payByHand(PAYBILL, 320, student.admissionNumber);
    await payments.simulator.flush();
    await payments.knobs({ dropPercent: 0 });
    const paid = (await payments.truth()).transactions.find((each) => each.account === student.admissionNumber);
    const url = await hook('c');
    const told = body({ TransID: paid?.receipt, TransAmount: '320.00', BillRefNumber: student.admissionNumber });
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(url, told)));
    expect(
      answers.every((each) => each.statusCode === 200 && each.json<{ ResultCode: number }>().ResultCode === 0),
    ).toBe(true);
    expect(await balance(student)).toBe(0);
    await settle();
    expect(await balance(student)).toBe(320);
    await Promise.all(Array.from({ length: 10 }, () => post(url, told)));
    await settle();
    await bursar.ask(reconcilePayments);
    expect(await balance(student)).toBe(320);
  });

  it('six concurrent reconciliations credit a missing payment once', async () => {
    const student = await aStudent();
    await payments.knobs({ dropPercent: 100 });
    await payments.payByHand(PAYBILL, 55, student.admissionNumber);
    await payments.simulator.flush();
    await payments.knobs({ dropPercent: 0 });
    const done = await Promise.all(
      Array.from({ length: 6 }, () => bursar.ask<{ credited: number }>(reconcilePayments)),
    );
    expect(done.map((each) => each.status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(done.reduce((sum, each) => sum + each.body.credited, 0)).toBe(1);
    expect(await balance(student)).toBe(55);
  });

  it('of six concurrent bookings of a payment one credits it', async () => {
    const student = await aStudent();
    const told = body({ BillRefNumber: student.admissionNumber });
    await post(await hook('c'), told);
    const proof = { by: 'status', amount: 15_000n } as const;
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () =>
        server.context.db.inSchool(school, (tx) => book(tx, server.context, String(told.TransID), proof)),
      ),
    );
    expect(outcomes.toSorted()).toEqual(['credited', ...Array.from({ length: 5 }, () => 'settled-before')]);
    expect(await balance(student)).toBe(150);
  });

  it('a second payment booked for an answered STK push does not replace the first', async () => {
    const student = await aStudent();
    const { sysid } = (await ask(student, 150)).body;
    const receipts = [1, 2].map(() => `TOLD${100_000 + aNumber()}`);
    for (const TransID of receipts)
      await post(await hook('c'), body({ TransID, BillRefNumber: student.admissionNumber }));
    await owner.query('UPDATE payments SET stk_push_id = $1, payer_sealed = NULL WHERE receipt = ANY($2)', [
      sysid,
      receipts,
    ]);
    const proof = { by: 'status', amount: 15_000n } as const;
    for (const receipt of receipts)
      expect(await server.context.db.inSchool(school, (tx) => book(tx, server.context, receipt, proof))).toBe(
        'credited',
      );
    expect(await shown(sysid)).toMatchObject({ status: 'paid', receiptNumber: receipts[0] });
    const { rows } = await owner.query<{ prompt: string | null }>(
      'SELECT stk_push_id AS prompt FROM payments WHERE receipt = ANY($1) ORDER BY receipt = $2 DESC',
      [receipts, receipts[0]],
    );
    expect(rows.map(({ prompt: push }) => push)).toEqual([sysid, null]);
    expect(await balance(student)).toBe(300);
  });

  it('a payment for a student who left goes to suspense', async () => {
    const student = await aStudent();
    await payments.knobs({ dropPercent: 100 });
    await payments.payByHand(PAYBILL, 90, student.admissionNumber);
    await payments.simulator.flush();
    await payments.knobs({ dropPercent: 0 });
    await bursar.ask(updateStudent, { sysid: student.id, status: 'left' });
    const done = await bursar.ask(reconcilePayments);
    expect(done.body).toMatchObject({ credited: 0, parked: 1, differences: 0 });
    expect(await balance(student)).toBe(0);
    const { rows } = await owner.query(
      `SELECT why, amount FROM suspense_items WHERE account = '${student.admissionNumber}'`,
    );
    expect(rows).toEqual([{ why: 'left', amount: 9000n }]);
    const listed = await bursar.ask<object[]>(getPayments, { state: 'parked' });
    expect(listed.body).toMatchObject([{ account: student.admissionNumber, amount: 90, borneOutBy: 'pull' }]);
    expect(listed.headers['x-total-amount']).toBe('90.00');
    expect((await bursar.ask(getSuspense, { state: 'settled' })).headers['x-total-amount']).toBe('0.00');
    expect((await bursar.ask(getSuspense)).headers['x-total-amount']).toBe('90.00');
  });

  it('a payment is paid once two people settled it and parked again when that is reversed', async () => {
    const student = await aStudent();
    await payments.knobs({ dropPercent: 100 });
    const gone = await aStudent();
    await payments.payByHand(PAYBILL, 60, gone.admissionNumber, aPhone());
    await payments.simulator.flush();
    await payments.knobs({ dropPercent: 0 });
    await bursar.ask(updateStudent, { sysid: gone.id, status: 'left' });
    await bursar.ask(reconcilePayments);
    const { transactions } = await payments.truth();
    const receipt = transactions.at(-1)?.receipt ?? '';
    const state = async () => {
      const { body } = await bursar.ask<Record<string, unknown>[]>(getPayments);
      const { state, admissionNumber } = body.find((row) => row.receiptNumber === receipt) ?? {};
      return [state, admissionNumber];
    };
    expect(await state()).toEqual(['parked', null]);
    const items = await bursar.ask<{ sysid: string; receipt: string }[]>(getSuspense);
    const sysid = items.body.find((item) => item.receipt === receipt)?.sysid;
    await bursar.ask(proposeSettlement, { sysid, admissionNumber: student.admissionNumber });
    expect(await state()).toEqual(['parked', null]);
    const head = await server.aPerson('SchoolAdmin', school);
    await head.ask(approveSettlement, { sysid });
    expect(await state()).toEqual(['paid', student.admissionNumber]);
    const own = await bursar.ask<object[]>(getPayments, { admissionNumber: student.admissionNumber, state: 'paid' });
    expect(own.body).toMatchObject([{ receiptNumber: receipt }]);
    const [row] = (await bursar.ask<{ sysid: string }[]>(getStatement, { admissionNumber: student.admissionNumber }))
      .body;
    await bursar.ask(proposeReversal, { sysid: row?.sysid, reason: 'Wrong child' });
    await admin.ask(reverse, { sysid: row?.sysid, reason: 'Wrong child' }, { school });
    expect(await state()).toEqual(['parked', null]);
  });

  it('a payment reported for two students is credited to the one M-Pesa names', async () => {
    const [student, thief] = [await aStudent(), await aStudent()];
    await payments.knobs({ dropPercent: 100 });
    await payments.payByHand(PAYBILL, 75, student.admissionNumber);
    await payments.simulator.flush();
    await payments.knobs({ dropPercent: 0 });
    const paid = (await payments.truth()).transactions.find((each) => each.account === student.admissionNumber);
    const url = await hook('c');
    const told = { TransID: paid?.receipt, TransAmount: '75.00' };
    await post(url, body({ ...told, BillRefNumber: thief.admissionNumber }));
    await post(url, body({ ...told, BillRefNumber: student.admissionNumber }));
    await bursar.ask(reconcilePayments);
    await settle();
    expect([await balance(thief), await balance(student)]).toEqual([0, 75]);
  });

  it('1,000 forged callbacks, with the right secret or without, credit nothing', async () => {
    const student = await aStudent();
    const phone = aPhone();
    const asked = await ask(student, 500, phone);
    await settle();
    const { pushes } = await payments.truth();
    const checkout = pushes.at(-1)?.checkoutRequestId ?? '';
    const sum = async () =>
      (
        await owner.query(
          `SELECT sum(balance)::text AS held, (SELECT count(*)::int FROM journal_entries) AS moved FROM accounts`,
        )
      ).rows[0];
    const before = await sum();
    const right = await hook('c');
    const flip = (text: string) => text.replace(/.(?=\/[cv]$)/, (last) => (last === '0' ? '1' : '0'));
    const secret = right.split('/')[3] ?? '';
    const callback = (CheckoutRequestID: string, receipt: string) => ({
      Body: {
        stkCallback: {
          MerchantRequestID: 'm',
          CheckoutRequestID,
          ResultCode: 0,
          ResultDesc: 'ok',
          CallbackMetadata: {
            Item: [
              { Name: 'Amount', Value: 500 },
              { Name: 'MpesaReceiptNumber', Value: receipt },
            ],
          },
        },
      },
    });
    const status = (receipt: string) => ({
      Result: {
        ResultCode: 0,
        ResultDesc: 'ok',
        OriginatorConversationID: 'o',
        ConversationID: 'c',
        TransactionID: '0',
        ResultParameters: {
          ResultParameter: [
            { Key: 'ReceiptNo', Value: receipt },
            { Key: 'TransactionStatus', Value: 'Completed' },
            { Key: 'Amount', Value: 500 },
            { Key: 'CreditPartyName', Value: `${PAYBILL} - School` },
          ],
        },
      },
    });
    const made = Array.from({ length: 1000 }, (_, place) => {
      const receipt = `FORGED${1000 + (place % 20)}`;
      const confirmation = body({ TransID: receipt, TransAmount: '500', BillRefNumber: student.admissionNumber });
      const ways: [string, object][] = [
        [right, confirmation],
        [flip(right), confirmation],
        [`/hooks/stk/${secret}/${asked.body.sysid}`, callback(place % 2 ? checkout : 'ws_CO_forged', receipt)],
        [`/hooks/stk/${flip(`${secret}/c`).slice(0, -2)}/${asked.body.sysid}`, callback(checkout, receipt)],
        [`/hooks/result/${secret}/confirm-payment/${newId()}/r`, status(receipt)],
      ];
      return ways[place % ways.length] as [string, object];
    });
    for (let start = 0; start < made.length; start += 50)
      await Promise.all(made.slice(start, start + 50).map(([url, payload]) => post(url, payload)));
    await settle();
    await bursar.ask(reconcilePayments);
    expect(await sum()).toEqual(before);
    expect(await shown(asked.body.sysid)).toMatchObject({ status: 'pending' });
    await payments.later(server, 61_000);
    await settle();
    const { rows } = await owner.query(`SELECT DISTINCT state FROM payments WHERE receipt LIKE 'FORGED%'`);
    expect(rows).toEqual([{ state: 'unknown' }]);
    expect(await sum()).toEqual(before);
    // A true payment still counts.
    const other = aPhone();
    expect((await ask(student, 501, other)).status).toBe(200);
    await settle();
    await answer({ phone: other }, 'pin');
    await settle();
    expect(await balance(student)).toBe(501);
  }, 120_000);
});

describe('order of reports', () => {
  it('random orders of callbacks, queries and reconciliations credit a payment once', async () => {
    const step = fc.constantFrom('callback', 'confirmation', 'look', 'question', 'pull', 'work');
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(step, { maxLength: 7 }), async (pushed, steps) => {
        const student = await aStudent();
        const phone = aPhone();
        await payments.knobs({ dropPercent: 100 });
        const sysid = pushed ? (await ask(student, 130, phone)).body.sysid : null;
        if (sysid) {
          await payments.work(server);
          await payments.simulator.flush();
          await answer({ phone }, 'pin');
        } else await payments.payByHand(PAYBILL, 130, student.admissionNumber, phone);
        await payments.simulator.flush();
        await payments.knobs({ dropPercent: 0 });
        const truth = await payments.truth();
        const paid = truth.transactions.find((each) => each.account === student.admissionNumber);
        const receipt = paid?.receipt ?? '';
        const checkout = truth.pushes.find((each) => each.receipt === receipt)?.checkoutRequestId ?? '';
        const account = await server.context.db.inSchool(school, (tx) => withAccount(server.context, tx));
        const jobs = paymentJobs(server.context, payments.gateway, {});
        const ways: Record<(typeof steps)[number], () => Promise<unknown>> = {
          callback: async () =>
            sysid &&
            server.app.inject({
              method: 'POST',
              url: `/hooks/stk/${account?.hookSecret}/${sysid}`,
              payload: {
                Body: {
                  stkCallback: {
                    MerchantRequestID: 'm',
                    CheckoutRequestID: checkout,
                    ResultCode: 0,
                    ResultDesc: '',
                    CallbackMetadata: {
                      Item: [
                        { Name: 'MpesaReceiptNumber', Value: receipt },
                        { Name: 'Amount', Value: 130 },
                      ],
                    },
                  },
                },
              },
            }),
          confirmation: async () =>
            server.app.inject({
              method: 'POST',
              url: `/hooks/c2b/${account?.hookSecret}/c`,
              payload: {
                TransID: receipt,
                TransTime: '20260115083015',
                TransAmount: '130',
                BusinessShortCode: PAYBILL,
                BillRefNumber: student.admissionNumber,
                MSISDN: phoneHash(phone),
                FirstName: 'ACHIENG',
              },
            }),
          look: async () => sysid && jobs['query-stk-push']?.({ schoolId: school, id: sysid }),
          question: async () => {
            await jobs['ask-about-payment']?.({ schoolId: school, receipt });
            await payments.simulator.flush();
          },
          pull: () => bursar.ask(reconcilePayments),
          work: () => payments.settle(server),
        };
        // Two at a time, so that they overlap.
        for (let at = 0; at < steps.length; at += 2)
          await Promise.all(steps.slice(at, at + 2).map((name) => ways[name]()));
        await payments.settle(server);
        await bursar.ask(reconcilePayments);
        expect(await balance(student)).toBe(130);
        if (sysid) expect(await shown(sysid)).toMatchObject({ status: 'paid', receiptNumber: receipt });
      }),
      { numRuns: 8 },
    );
  }, 90_000);
});

describe('payments of two schools', () => {
  it("a payment to another school's paybill goes to that school's suspense", async () => {
    const other = await server.aSchool();
    await collectsWith(admin, other, '600201');
    await admin.ask(registerPayments, { schoolSYSID: other });
    const student = await aStudent();
    await payments.knobs({ dropPercent: 100 });
    await payments.tell('/simulator/knobs', { shortCode: '600201', dropPercent: 100 });
    // Validation would refuse this payment; the simulator is set to skip validation.
    await payments.tell('/simulator/shortcodes', {
      shortCode: '600201',
      consumerKey: 'key-of-600201-0001',
      consumerSecret: 'secret-of-600201-0001',
      passkey: 'passkey-of-600201-0001',
      operators: [],
      validationEnabled: false,
    });
    await payments.payByHand('600201', 45, student.admissionNumber);
    await payments.simulator.flush();
    await payments.knobs({ dropPercent: 0 });
    const done = await admin.ask(reconcilePayments, {}, { school: other });
    expect(done.body).toMatchObject({ credited: 0, parked: 1 });
    expect(await balance(student)).toBe(0);
  });
});
