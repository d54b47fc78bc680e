import { requestPayment } from '@mfuko/contract/payments';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { collectsWith, openSimulatedPayments, type SimulatedPayments } from '../../../tests/payments.testkit.ts';
import { PaymentsError, type PaymentsGateway, type StkResult } from '../../gateways/payments/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/records/id.ts';
import { addStudent } from '../students/index.ts';
import { payerOf } from './payer.ts';
import { handleStkCallback, queryStkPush } from './query-stk-push.ts';
import { sendStkPush } from './send-stk-push.ts';
import { changeStkPush, QUERY_STK_PUSH, RECONCILE, SEND_STK_PUSH, type StkPushChange, writeDown } from './store.ts';

let payments: SimulatedPayments;
let server: TestServer;
let owner: pg.Client;
let school: string;
let bursar: Person;

beforeAll(async () => {
  payments = await openSimulatedPayments();
  server = await openTestServer(payments.env, { payments: payments.gateway });
  payments.connect(server);
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  await collectsWith(await server.aPerson('Admin'), school, '600720');
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await owner.query(`SET app.school_id = '${school}'`);
});
afterAll(async () => {
  await owner.end();
  await payments.close();
  await server.close();
});

const inSchool = <T>(work: (tx: Tx) => Promise<T>) => server.context.db.inSchool(school, work);

/** Creates an STK push to a guardian for KES 150; nothing has been sent yet. */
async function anStkPush(change?: StkPushChange): Promise<string> {
  const id = newId();
  const admissionNumber = String(5200 + aNumber());
  const classId = await server.aClass(school);
  await inSchool((tx) => addStudent(tx, { id, admissionNumber, names: 'Imani Were', classId, pinHash: null }));
  const mobileNumber = `25471${3_000_000 + aNumber()}`;
  const { body } = await bursar.ask<{ sysid: string }>(requestPayment, { admissionNumber, amount: 150, mobileNumber });
  await owner.query(`DELETE FROM graphile_worker._private_jobs WHERE payload->>'id' = $1`, [body.sysid]);
  if (change) await inSchool((tx) => changeStkPush(tx, body.sysid, change));
  return body.sysid;
}
const sent = () => anStkPush({ status: 'sent', checkoutId: `ws_CO_${aNumber()}` });
const read = async (id: string) =>
  (await owner.query('SELECT status, code, reason, asks, tries, sent_at FROM stk_pushes WHERE id = $1', [id])).rows[0];
const grow = (id: string, age: string) =>
  owner.query(`UPDATE stk_pushes SET requested_at = now() - $2::interval WHERE id = $1`, [id, age]);

/** Returns the due times of the waiting jobs of a kind for this STK push. */
async function due(kind: string, id: string): Promise<number[]> {
  const { rows } = await owner.query<{ at: Date }>(
    `SELECT j.run_at AS at FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE t.identifier = $1 AND j.payload->>'id' = $2`,
    [kind, id],
  );
  return rows.map(({ at }) => at.getTime());
}
const reconciliations = async () =>
  Number(
    (
      await owner.query<{ n: string }>(
        `SELECT count(*) AS n FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
         WHERE t.identifier = $1 AND j.payload->>'schoolId' = $2`,
        [RECONCILE, school],
      )
    ).rows[0]?.n,
  );
const misconfigured = async () =>
  Number(
    (await owner.query<{ n: string }>(`SELECT count(*) AS n FROM notices WHERE kind = 'payment.misconfigured'`)).rows[0]
      ?.n,
  );
/** Runs `work`, and returns for each job of the kind the least and most seconds from `work` until the job is due. */
async function secondsUntil(kind: string, id: string, work: () => Promise<unknown>) {
  const begun = Date.now();
  await work();
  const done = Date.now();
  return (await due(kind, id)).map((at) => [Math.floor((at - done) / 1000), Math.ceil((at - begun) / 1000)] as const);
}
function expectDueIn(found: readonly (readonly [number, number])[], seconds: number): void {
  expect(found).toHaveLength(1);
  const [[least, most]] = found as [readonly [number, number]];
  expect([least <= seconds, most >= seconds]).toEqual([true, true]);
}

type Said = Awaited<ReturnType<PaymentsGateway['queryStkPush']>> | PaymentsError;
const saying = (answer: Said) => (): PaymentsGateway => ({
  ...payments.gateway,
  queryStkPush: async () => {
    if (answer instanceof PaymentsError) throw answer;
    return answer;
  },
});
const outcome = (state: 'pending' | 'failed' | 'done') => ({ state, misconfigured: false, retry: false }) as const;
const PENDING = saying({ code: '4999', description: 'still under processing', outcome: outcome('pending') });
const PAID = saying({ code: '0', description: 'paid', outcome: outcome('done') });
const look = (id: string, gateway: () => PaymentsGateway, told = false) =>
  queryStkPush(server.context, gateway(), school, id, told);
const forget = (kind: string, id: string) =>
  owner.query(
    `DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
     WHERE t.id = j.task_id AND t.identifier = $1 AND j.payload->>'id' = $2`,
    [kind, id],
  );

const cancelled = (checkoutRequestId: string): StkResult => ({
  merchantRequestId: 'm',
  checkoutRequestId,
  code: '1032',
  description: 'cancelled',
  outcome: { state: 'cancelled', misconfigured: false, retry: false },
  paid: null,
});

describe('pending STK push', () => {
  it('is queried again at growing intervals', async () => {
    const id = await sent();
    expectDueIn(await secondsUntil(QUERY_STK_PUSH, id, () => look(id, PENDING)), 20);
    expect(await read(id)).toMatchObject({ status: 'sent', code: '4999', asks: 1 });
    await forget(QUERY_STK_PUSH, id);
    expectDueIn(await secondsUntil(QUERY_STK_PUSH, id, () => look(id, PENDING)), 30);
    expect(await read(id)).toMatchObject({ asks: 2 });
  });

  it('a query after a callback starts no second series', async () => {
    const id = await sent();
    await look(id, PENDING, true);
    expect([await due(QUERY_STK_PUSH, id), (await read(id)).asks]).toEqual([[], 0]);
  });

  it('is queried for 48 hours and then marked as failed', async () => {
    const [young, old] = [await sent(), await sent()];
    await grow(young, '47 hours 55 minutes');
    await grow(old, '48 hours 5 minutes');
    for (const id of [young, old]) await look(id, PENDING);
    expect([(await read(young)).status, (await due(QUERY_STK_PUSH, young)).length]).toEqual(['sent', 1]);
    expect(await read(old)).toMatchObject({ status: 'failed', code: 'no-answer' });
    expect(await due(QUERY_STK_PUSH, old)).toEqual([]);
  });
});

describe('STK push without a known checkout', () => {
  it('is awaited for a quarter of an hour and then marked as failed', async () => {
    const [young, old] = [await anStkPush({ status: 'unsettled' }), await anStkPush({ status: 'unsettled' })];
    await grow(young, '14 minutes');
    await grow(old, '16 minutes');
    for (const id of [young, old]) await look(id, PENDING);
    expect([(await read(young)).status, (await due(QUERY_STK_PUSH, young)).length]).toEqual(['unsettled', 1]);
    expect(await read(old)).toMatchObject({ status: 'failed', code: 'no-answer' });
    expect(await due(QUERY_STK_PUSH, old)).toEqual([]);
  });

  it('a push that was not sent stays new', async () => {
    const id = await anStkPush();
    await grow(id, '16 minutes');
    await look(id, PENDING);
    expect([(await read(id)).status, await due(QUERY_STK_PUSH, id)]).toEqual(['new', []]);
  });
});

describe('paid STK push', () => {
  it('enqueues a reconciliation when a query finds a push paid without its receipt', async () => {
    const id = await sent();
    const before = await reconciliations();
    await look(id, PAID);
    expect(await read(id)).toMatchObject({ status: 'sent', code: '0', asks: 1 });
    expect([await reconciliations(), (await due(QUERY_STK_PUSH, id)).length]).toEqual([before + 1, 1]);
  });

  it('a query after a callback enqueues no reconciliation', async () => {
    const id = await sent();
    const before = await reconciliations();
    await look(id, PAID, true);
    expect([await reconciliations(), await due(QUERY_STK_PUSH, id)]).toEqual([before, []]);
  });

  it('each of two reported receipts is queried', async () => {
    const id = await sent();
    const receipts = ['UDH', 'UDI'].map((head) => `${head}${aNumber()}X00`);
    for (const receipt of receipts) {
      const told = { receipt, amount: 15_000n, account: '5200', paidAt: new Date(), payer: payerOf(null) } as const;
      await inSchool((tx) => writeDown(tx, server.context, { ...told, reportedBy: 'prompt', stkPushId: id }));
    }
    await look(id, PAID);
    const { rows } = await owner.query<{ receipt: string }>(
      `SELECT payload->>'receipt' AS receipt FROM graphile_worker._private_jobs WHERE payload->>'receipt' = ANY($1) ORDER BY 1`,
      [receipts],
    );
    expect(rows.map(({ receipt }) => receipt)).toEqual(receipts);
    expect((await owner.query('SELECT state FROM payments WHERE receipt = ANY($1)', [receipts])).rows).toEqual([
      { state: 'told' },
      { state: 'told' },
    ]);
  });

  it('a paid push takes no further callback or query', async () => {
    const id = await anStkPush({ status: 'paid', receipt: `UDJ${aNumber()}X00`, checkoutId: 'ws_CO_paid' });
    await inSchool((tx) => handleStkCallback(tx, server.context, id, cancelled('ws_CO_paid')));
    expect(await due(QUERY_STK_PUSH, id)).toEqual([]);
    // No further query follows, since the outcome is final.
    await look(id, PENDING);
    expect([(await read(id)).status, await due(QUERY_STK_PUSH, id)]).toEqual(['paid', []]);
  });

  it("a callback's checkout is taken only for an unsettled push", async () => {
    for (const status of ['new', 'failed'] as const) {
      const id = await anStkPush({ status });
      await inSchool((tx) => handleStkCallback(tx, server.context, id, cancelled(`ws_CO_${status}`)));
      expect([status, await due(QUERY_STK_PUSH, id)]).toEqual([status, []]);
    }
    const open = await anStkPush({ status: 'unsettled' });
    await inSchool((tx) => handleStkCallback(tx, server.context, open, cancelled('ws_CO_open')));
    expect(await due(QUERY_STK_PUSH, open)).toHaveLength(1);
  });
});

describe('ended STK push', () => {
  it("stores up to 200 characters of M-Pesa's reason", async () => {
    const id = await sent();
    const description = 'DS timeout. '.repeat(40);
    await look(id, saying({ code: '1037', description, outcome: outcome('failed') }));
    expect(await read(id)).toMatchObject({ status: 'failed', code: '1037', reason: description.slice(0, 200) });
    expect(await due(QUERY_STK_PUSH, id)).toEqual([]);
  });

  it('a query without an answer is repeated, and one refused for the set-up notifies the staff too', async () => {
    const [quiet, refused, told] = [await sent(), await sent(), await sent()];
    const before = await misconfigured();
    await look(quiet, saying(new PaymentsError('no answer', { retry: true })));
    expect([await misconfigured(), (await due(QUERY_STK_PUSH, quiet)).length]).toEqual([before, 1]);
    const wrong = saying(new PaymentsError('refused', { misconfigured: true }));
    await look(refused, wrong);
    expect([await misconfigured(), (await due(QUERY_STK_PUSH, refused)).length]).toEqual([before + 1, 1]);
    await look(told, wrong, true);
    expect(await due(QUERY_STK_PUSH, told)).toEqual([]);
  });
});

describe('sendStkPush', () => {
  const failing = (error: PaymentsError): PaymentsGateway => ({
    ...payments.gateway,
    sendStkPush: async () => {
      throw error;
    },
  });
  const send = (id: string, gateway = payments.gateway) => sendStkPush(server.context, gateway, school, id);

  it('stores the time of sending and enqueues the first query after 15 s', async () => {
    const id = await anStkPush();
    expectDueIn(await secondsUntil(QUERY_STK_PUSH, id, () => send(id)), 15);
    expect(await read(id)).toMatchObject({ status: 'sent', tries: 1, sent_at: expect.any(Date) });
  });

  it('a push with an unknown outcome is queried and not sent again', async () => {
    const [lost, cut] = [await anStkPush(), await anStkPush({ status: 'sending', tries: 1 })];
    await send(lost, failing(new PaymentsError('no answer', { unsettled: true })));
    expect(await read(lost)).toMatchObject({ status: 'unsettled', sent_at: expect.any(Date) });
    await send(cut);
    expect(await read(cut)).toMatchObject({ status: 'unsettled', tries: 1 });
    for (const id of [lost, cut])
      expect([(await due(QUERY_STK_PUSH, id)).length, await due(SEND_STK_PUSH, id)]).toEqual([1, []]);
  });

  it('sends three times while M-Pesa cannot be reached, then fails', async () => {
    const id = await anStkPush();
    const away = failing(new PaymentsError('away', { retry: true }));
    expectDueIn(await secondsUntil(SEND_STK_PUSH, id, () => send(id, away)), 10);
    expect(await read(id)).toMatchObject({ status: 'new', tries: 1, sent_at: null });
    await forget(SEND_STK_PUSH, id);
    expectDueIn(await secondsUntil(SEND_STK_PUSH, id, () => send(id, away)), 20);
    await forget(SEND_STK_PUSH, id);
    await send(id, away);
    expect(await read(id)).toMatchObject({ status: 'failed', code: 'provider-down', tries: 3, sent_at: null });
    expect([await due(SEND_STK_PUSH, id), await due(QUERY_STK_PUSH, id)]).toEqual([[], []]);
  });

  it('a refusal fails the push for good, and one for the set-up notifies the staff', async () => {
    const [refused, wrong] = [await anStkPush(), await anStkPush()];
    await owner.query(`UPDATE notices SET at = at - interval '2 hours' WHERE kind = 'payment.misconfigured'`);
    const before = await misconfigured();
    await send(refused, failing(new PaymentsError('refused', { description: 'Bad Request' })));
    expect(await read(refused)).toMatchObject({ status: 'failed', code: 'refused', reason: 'Bad Request' });
    expect(await misconfigured()).toBe(before);
    await send(wrong, failing(new PaymentsError('refused', { misconfigured: true })));
    expect(await read(wrong)).toMatchObject({ status: 'failed', code: 'misconfigured' });
    expect(await misconfigured()).toBe(before + 1);
  });
});
