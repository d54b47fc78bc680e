import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { approveRefund, getRefunds, type Refund, refund, rejectRefund } from '@mfuko/contract/refunds';
import { addContact, getContacts, updateContact, updateStudent } from '@mfuko/contract/students';
import { getStatement } from '@mfuko/contract/wallet';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { collectsWith, openSimulatedPayments, type SimulatedPayments } from '../../../tests/payments.testkit.ts';
import { PaymentsError, type Result, readResult } from '../../gateways/payments/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/records/id.ts';
import { jobsOf } from '../../worker.ts';
import { credit } from '../ledger/index.ts';
import { withAccount } from '../payments/index.ts';
import { addStudent } from '../students/index.ts';
import { balanceOf } from '../wallet/index.ts';
import { handleRefundCallback, handleRefundStatusCallback } from './end.ts';

const PAYBILL = '600400';

let payments: SimulatedPayments;
let server: TestServer;
let owner: pg.Client;
let school: string;
let classId: string;
let bursar: Person;
let head: Person;

beforeAll(async () => {
  payments = await openSimulatedPayments();
  server = await openTestServer(payments.env, { payments: payments.gateway });
  payments.connect(server);
  school = await server.aSchool();
  [bursar, head] = [await server.aPerson('SchoolAdmin', school), await server.aPerson('SchoolAdmin', school)];
  classId = await server.aClass(school);
  await collectsWith(await server.aPerson('Admin'), school, PAYBILL);
  const account = await inSchool((tx) => withAccount(server.context, tx));
  if (!account) throw new Error('The school has no account.');
  await payments.gateway.registerUrls(account, {
    validationUrl: 'http://127.0.0.1:1/v',
    confirmationUrl: 'http://127.0.0.1:1/c',
    whenUnreachable: 'Completed',
    phones: 'hashed',
  });
  await payments.payByHand(PAYBILL, 1_000, 'FLOAT');
  await payments.simulator.flush();
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await payments.close();
  await server.close();
});

const inSchool = <T>(work: (tx: Tx) => Promise<T>) => server.context.db.inSchool(school, work);

interface Leaver {
  readonly id: string;
  readonly admissionNumber: string;
  readonly phone: string;
}

/** Creates a student who has left with that many cents, and a guardian. */
async function aLeaver(cents: bigint, status: 'left' | 'active' = 'left'): Promise<Leaver> {
  const leaver = { id: newId(), admissionNumber: String(7000 + aNumber()), phone: `25472${2_000_000 + aNumber()}` };
  const { id, admissionNumber } = leaver;
  await inSchool(async (tx) => {
    await addStudent(tx, { id, admissionNumber, names: 'Zawadi Otieno', classId, pinHash: null });
    const by = { actor: null, place: null, idempotencyKey: id };
    if (cents > 0n) {
      const paid = { kind: 'deposit', studentId: id, amount: cents, counter: 'cash-desk', method: null } as const;
      await credit(tx, by, { ...paid, reference: null });
    }
    await tx.row('UPDATE students SET status = $3, left_at = now() WHERE school_id = $1 AND id = $2', [
      school,
      id,
      status,
    ]);
  });
  await bursar.ask(addContact, { studentSYSID: id, name: 'Jane Otieno', mobileNumber: leaver.phone, email: '' });
  return leaver;
}

const propose = ({ admissionNumber, phone }: Leaver, who = bursar) =>
  who.ask<Refund>(refund, { admissionNumber, mobileNumber: phone, reason: 'Left the school' });
/** Ends the hold after the change. */
const pastTheHold = ({ id }: Leaver) =>
  inSchool((tx) =>
    tx.row(`UPDATE money_holds SET since = since - interval '25 hours' WHERE school_id = $1 AND student_id = $2`, [
      school,
      id,
    ]),
  );
const balance = ({ id }: Leaver) => inSchool((tx) => balanceOf(tx, id));
const shown = async ({ admissionNumber }: Leaver) =>
  (await bursar.ask<Refund[]>(getRefunds, { admissionNumber })).body[0];

async function approved(leaver: Leaver): Promise<string> {
  const { sysid } = (await propose(leaver)).body;
  expect((await head.ask(approveRefund, { sysid })).status).toBe(200);
  return sysid;
}

/** Returns the sums, in cents, of each kind of account. */
async function sums() {
  const rows = await inSchool((tx) =>
    tx.rows<{ kind: string; cents: bigint }>(
      `SELECT a.kind, sum(p.amount)::bigint AS cents FROM postings p
       JOIN accounts a ON a.school_id = p.school_id AND a.id = p.account_id WHERE p.school_id = $1 GROUP BY a.kind`,
      [school],
    ),
  );
  const of = (kind: string) => Number(rows.find((row) => row.kind === kind)?.cents ?? 0n);
  return { wallet: of('wallet'), payouts: of('payouts'), mpesa: of('m-pesa') };
}

const jobs = () => jobsOf(server.context, { send: async () => ({ providerId: null, cost: null }) }, payments.gateway);

/** Runs the due jobs of the server and of the provider until none is left. */
async function work(): Promise<void> {
  const all = jobs();
  for (;;) {
    await payments.simulator.flush();
    const { rows } = await owner.query<{ kind: string; payload: unknown }>(
      `DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
       WHERE t.id = j.task_id AND j.run_at <= now() RETURNING t.identifier AS kind, j.payload`,
    );
    if (rows.length === 0) return;
    for (const { kind, payload } of rows) await all[kind]?.(payload);
  }
}
const allDue = () => owner.query('UPDATE graphile_worker._private_jobs SET run_at = now()');
const paidOut = async (phone: string) => (await payments.truth()).transactions.filter(({ msisdn }) => msisdn === phone);

/** Returns the kinds of the notices about a student. */
const toldOf = async (admissionNumber: string, who = head) =>
  (await who.ask<NoticeRow[]>(getNotifications)).body
    .filter(({ subject }) => subject?.id === admissionNumber)
    .map(({ kind }) => kind);

describe('number of a refund', () => {
  it('a number changed within 30 days is shown with the former one, masked', async () => {
    const leaver = await aLeaver(500_00n);
    const [guardian] = (await bursar.ask<{ sysid: string }[]>(getContacts, { studentSYSID: leaver.id })).body;
    const mobileNumber = `25473${2_000_000 + aNumber()}`;
    expect((await bursar.ask(updateContact, { sysid: guardian?.sysid, mobileNumber })).status).toBe(200);
    await pastTheHold(leaver);
    expect((await propose({ ...leaver, phone: mobileNumber })).status).toBe(200);
    const [seen] = (await head.ask<Refund[]>(getRefunds, { admissionNumber: leaver.admissionNumber })).body;
    const ends = (phone: string) => `${phone.slice(0, 4)}…${phone.slice(-3)}`;
    expect(seen).toMatchObject({
      mobileNumber: ends(mobileNumber),
      numberChanged: { before: ends(leaver.phone), date: expect.any(String) },
    });
    expect(JSON.stringify(seen)).not.toContain(leaver.phone);
    await head.ask(rejectRefund, { sysid: seen?.sysid });
    expect((await shown(leaver))?.numberChanged).toBeNull();
  });

  it('a guardian added within 30 days is shown as new', async () => {
    const leaver = await aLeaver(500_00n);
    expect((await propose(leaver)).body.numberChanged).toEqual({ before: null, date: expect.any(String) });
  });

  it('a number known for this student is not new because another student got it', async () => {
    const [known, other] = [await aLeaver(500_00n), await aLeaver(0n)];
    const mobileNumber = `25473${2_000_000 + aNumber()}`;
    // A new row for the same guardian, since the audit trail has no recent event of that row.
    await inSchool((tx) =>
      tx.row('UPDATE guardians SET id = $3, mobile_number = $4 WHERE school_id = $1 AND student_id = $2', [
        school,
        known.id,
        newId(),
        mobileNumber,
      ]),
    );
    await bursar.ask(addContact, { studentSYSID: other.id, name: 'Jane Otieno', mobileNumber, email: '' });
    expect((await propose({ ...known, phone: mobileNumber })).body).toMatchObject({ numberChanged: null });
  });
});

describe("refund of a leaver's balance", () => {
  it("is paid in whole shillings after a second person's approval", async () => {
    const leaver = await aLeaver(320_50n);
    const proposed = await propose(leaver);
    expect(proposed.body).toMatchObject({
      state: 'proposed',
      amount: 320,
      leftOver: 0.5,
      guardian: 'Jane Otieno',
      own: true,
      decidedBy: null,
    });
    expect(JSON.stringify(proposed.body)).not.toContain(leaver.phone);
    expect((await propose(leaver, head)).problem).toBe('refund.under-way');
    expect(await toldOf(leaver.admissionNumber)).toContain('refund.proposed');
    expect(await toldOf(leaver.admissionNumber, bursar)).not.toContain('refund.proposed');
    const { sysid } = proposed.body;
    expect((await bursar.ask(approveRefund, { sysid })).problem).toBe('wallet.same-person');
    const tried = await inSchool((tx) =>
      tx.rows(`SELECT 1 FROM audit_events WHERE school_id = $1 AND action = 'student.refund-same-person'`, [school]),
    );
    expect(tried).toHaveLength(1);
    expect(await balance(leaver)).toBe(320_50n);
    const both = await Promise.all([1, 2, 3].map(() => head.ask(approveRefund, { sysid })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await toldOf(leaver.admissionNumber)).not.toContain('refund.proposed');
    expect(await balance(leaver)).toBe(50n);
    expect((await sums()).payouts).toBe(32_000);
    await work();
    const [payout] = await paidOut(leaver.phone);
    expect(payout?.amount).toBe(320);
    expect(await shown(leaver)).toMatchObject({ state: 'paid', receipt: payout?.receipt, decidedBy: 'Wanjiru Otieno' });
    expect(await sums()).toMatchObject({ payouts: 0, mpesa: 32_000 });
    const { admissionNumber } = leaver;
    const statement = await bursar.ask<object[]>(getStatement, { admissionNumber });
    expect(statement.body).toMatchObject([{ kind: 'refund', amount: -320 }, { kind: 'deposit' }]);
    const sealed = await inSchool((tx) =>
      tx.rows('SELECT r::text AS row FROM refunds r WHERE school_id = $1', [school]),
    );
    expect(JSON.stringify(sealed)).not.toContain(leaver.phone);
  });

  it('a refused payout returns to the wallet and can be proposed again', async () => {
    const leaver = await aLeaver(9_000_00n);
    await approved(leaver);
    expect(await balance(leaver)).toBe(0n);
    await work();
    expect(await shown(leaver)).toMatchObject({ state: 'failed', failure: expect.stringContaining('insufficient') });
    expect(await toldOf(leaver.admissionNumber)).toContain('refund.failed');
    expect(await balance(leaver)).toBe(9_000_00n);
    expect((await sums()).payouts).toBe(0);
    expect((await propose(leaver)).status).toBe(200);
  });

  it('refuses active students, foreign numbers, too small amounts and unknown students', async () => {
    expect((await propose(await aLeaver(100_00n, 'active'))).problem).toBe('refund.not-left');
    expect((await propose({ ...(await aLeaver(100_00n)), phone: '254700123123' })).problem).toBe('refund.not-guardian');
    expect((await propose(await aLeaver(9_99n))).problem).toBe('refund.too-little');
    expect((await propose(await aLeaver(10_00n))).status).toBe(200);
    expect((await propose({ ...(await aLeaver(0n)), admissionNumber: '999999' })).problem).toBe('student.not-found');
  });

  it('an approval is refused when balance, status or guardian changed since', async () => {
    const [richer, back, moved] = [await aLeaver(50_00n), await aLeaver(50_00n), await aLeaver(50_00n)];
    const ids = [];
    for (const leaver of [richer, back, moved]) ids.push((await propose(leaver)).body.sysid);
    const [one, two, three] = ids.map((sysid) => ({ sysid }));
    const by = { actor: null, place: null, idempotencyKey: newId() };
    await inSchool((tx) =>
      credit(tx, by, {
        kind: 'collection',
        studentId: richer.id,
        amount: 1_00n,
        counter: 'm-pesa',
        method: null,
        reference: null,
      }),
    );
    expect((await head.ask(approveRefund, one)).problem).toBe('refund.changed');
    expect(await balance(richer)).toBe(51_00n);
    await bursar.ask(updateStudent, { sysid: back.id, status: 'active' });
    expect((await head.ask(approveRefund, two)).problem).toBe('refund.not-left');
    await inSchool((tx) =>
      tx.row('UPDATE guardians SET deleted_at = now() WHERE school_id = $1 AND student_id = $2', [school, moved.id]),
    );
    expect((await head.ask(approveRefund, three)).problem).toBe('refund.not-guardian');
    expect((await head.ask<Refund>(rejectRefund, three)).body.state).toBe('rejected');
    expect(await toldOf(moved.admissionNumber)).not.toContain('refund.proposed');
    expect((await head.ask(approveRefund, three)).problem).toBe('refund.wrong-state');
  });

  it("another school's user can neither see nor decide a refund", async () => {
    const { sysid } = (await propose(await aLeaver(50_00n))).body;
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    for (const call of [approveRefund, rejectRefund])
      expect((await stranger.ask(call, { sysid })).problem).toBe('refund.not-found');
    expect((await stranger.ask(getRefunds)).body).toEqual([]);
  });

  it('the database rejects an approval by the proposer', async () => {
    const leaver = await aLeaver(60_00n);
    const sysid = await approved(leaver);
    const own = inSchool((tx) =>
      tx.row('UPDATE refunds SET decided_by = by_user WHERE school_id = $1 AND id = $2', [school, sysid]),
    );
    await expect(own).rejects.toThrow('refund_second_person');
    await work();
  });
});

describe('payout request', () => {
  /** Runs with a changed gateway, such as one that takes the payment without answering, or one that refuses it. */
  async function withPayOut(
    change: (real: typeof payments.gateway.payOut) => typeof payments.gateway.payOut,
    run: () => Promise<void>,
  ) {
    const { payOut } = payments.gateway;
    Object.assign(payments.gateway, { payOut: change(payOut) });
    await run().finally(() => Object.assign(payments.gateway, { payOut }));
  }

  it('with an unknown outcome is queried and not sent again', async () => {
    const leaver = await aLeaver(70_00n);
    await approved(leaver);
    let sent = 0;
    await payments.knobs({ dropPercent: 100 });
    await withPayOut(
      (real) =>
        async (...asked) => {
          sent += 1;
          await real(...asked);
          throw new PaymentsError('Nobody answered', { unsettled: true, retry: true });
        },
      work,
    );
    await payments.knobs({ dropPercent: 0 });
    expect(await shown(leaver)).toMatchObject({ state: 'sending' });
    await allDue();
    await work();
    expect(await shown(leaver)).toMatchObject({ state: 'paid' });
    expect([sent, (await paidOut(leaver.phone)).length]).toEqual([1, 1]);
  });

  it('a job that runs twice pays once, also when the answer is lost', async () => {
    const leaver = await aLeaver(80_00n);
    const id = await approved(leaver);
    let sent = 0;
    await payments.knobs({ dropPercent: 100 });
    await withPayOut(
      (real) =>
        (...asked) => {
          sent += 1;
          return real(...asked);
        },
      async () => {
        await work();
        await jobs()['pay-refund']?.({ schoolId: school, id });
      },
    );
    await payments.knobs({ dropPercent: 0 });
    expect(await shown(leaver)).toMatchObject({ state: 'sending' });
    expect(await balance(leaver)).toBe(0n);
    await allDue();
    await work();
    expect(await shown(leaver)).toMatchObject({ state: 'paid' });
    expect([sent, (await paidOut(leaver.phone)).length]).toEqual([1, 1]);
  });

  it('is retried when M-Pesa was busy', async () => {
    const leaver = await aLeaver(90_00n);
    await approved(leaver);
    const busy = async () => {
      throw new PaymentsError('Busy', { code: '500.003.02', retry: true });
    };
    await withPayOut(
      () => busy,
      () => expect(work()).rejects.toThrow('Busy'),
    );
    const id = (await shown(leaver))?.sysid;
    await jobs()['pay-refund']?.({ schoolId: school, id });
    await work();
    expect(await shown(leaver)).toMatchObject({ state: 'paid' });
  });

  it('returns the money after an hour in which M-Pesa knows no payment, not before', async () => {
    const leaver = await aLeaver(100_00n);
    await approved(leaver);
    const lost = async () => {
      throw new PaymentsError('Nobody answered', { unsettled: true, retry: true });
    };
    await withPayOut(() => lost, work);
    await allDue();
    await work();
    expect(await shown(leaver)).toMatchObject({ state: 'sending' });
    await inSchool((tx) =>
      tx.row(
        `UPDATE refunds SET sent_at = sent_at - interval '61 minutes' WHERE school_id = $1 AND state = 'sending'`,
        [school],
      ),
    );
    await allDue();
    await work();
    expect(await shown(leaver)).toMatchObject({ state: 'failed' });
    expect(await balance(leaver)).toBe(100_00n);
  });
});

describe('random callbacks of a refund', () => {
  const told = (code: string | number, originator: string, parameters: Record<string, string | number>) =>
    readResult({
      Result: {
        ResultType: 0,
        ResultCode: code,
        ResultDesc: 'told',
        OriginatorConversationID: originator,
        ConversationID: 'AG_1',
        TransactionID: 'UAF0000001',
        ResultParameters: {
          ResultParameter: Object.entries(parameters).map(([Key, Value]) => ({ Key, Value })),
        },
      },
    }) as Result;
  const paid = (id: string, amount = 40) =>
    told(0, id, { TransactionAmount: amount, TransactionReceipt: 'UAF0000001' });
  const status = (state: string, amount = 40) =>
    told(0, 'another', { TransactionStatus: state, ReceiptNo: 'UAF0000001', Amount: amount });
  const BY = { job: 'test', id: null };
  type Callback = (tx: Tx, refundId: string, payout: string) => Promise<void>;
  const EVENTS: Record<string, { callback: Callback; ends?: 'paid' | 'failed' }> = {
    paid: { callback: (tx, id, payout) => handleRefundCallback(tx, id, paid(payout), BY), ends: 'paid' },
    failed: { callback: (tx, id, payout) => handleRefundCallback(tx, id, told(1, payout, {}), BY), ends: 'failed' },
    unknownCode: { callback: (tx, id, payout) => handleRefundCallback(tx, id, told('X9', payout, {}), BY) },
    otherAmount: { callback: (tx, id, payout) => handleRefundCallback(tx, id, paid(payout, 4_000), BY) },
    otherPayment: { callback: (tx, id) => handleRefundCallback(tx, id, paid('refund-of-somebody-else'), BY) },
    otherFailure: { callback: (tx, id) => handleRefundCallback(tx, id, told(1, 'refund-of-somebody-else', {}), BY) },
    timeout: { callback: (tx, id) => handleRefundCallback(tx, id, 'timeout', BY) },
    statusCompleted: {
      callback: (tx, id) => handleRefundStatusCallback(tx, id, status('Completed'), BY),
      ends: 'paid',
    },
    statusDeclined: {
      callback: (tx, id) => handleRefundStatusCallback(tx, id, status('Declined'), BY),
      ends: 'failed',
    },
    statusOtherAmount: { callback: (tx, id) => handleRefundStatusCallback(tx, id, status('Completed', 41), BY) },
    statusUnknown: { callback: (tx, id) => handleRefundStatusCallback(tx, id, told('R000002', 'another', {}), BY) },
    statusInitiated: { callback: (tx, id) => handleRefundStatusCallback(tx, id, status('Initiated'), BY) },
  };

  it('keep the sums of wallet, payouts and M-Pesa, and the first final one stands', async () => {
    const names = fc.array(fc.constantFrom(...Object.keys(EVENTS)), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(names, async (order) => {
        const leaver = await aLeaver(40_00n);
        const before = await sums();
        const total = before.wallet + before.payouts + before.mpesa;
        const id = await approved(leaver);
        await owner.query('DELETE FROM graphile_worker._private_jobs');
        let stands: 'sending' | 'paid' | 'failed' = 'sending';
        for (const name of order) {
          await inSchool((tx) => EVENTS[name]?.callback(tx, id, `refund-${id}`) ?? Promise.resolve());
          if (stands === 'sending') stands = EVENTS[name]?.ends ?? 'sending';
          const now = await sums();
          expect(now.wallet + now.payouts + now.mpesa).toBe(total);
          expect(await balance(leaver)).toBe(stands === 'failed' ? 40_00n : 0n);
          expect(now.payouts - before.payouts).toBe(stands === 'sending' ? 4_000 : 0);
          expect(now.mpesa - before.mpesa).toBe(stands === 'paid' ? 4_000 : 0);
          expect((await shown(leaver))?.state).toBe(stands);
        }
      }),
      { numRuns: 10, seed: 20260115 },
    );
  }, 60_000);
});
