import { approveSettlement, getSuspenseItem, proposeReturn, type SuspenseItem } from '@mfuko/contract/suspense';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { collectsWith, openSimulatedPayments, type SimulatedPayments } from '../../../tests/payments.testkit.ts';
import { PaymentsError, type PaymentsGateway, type Result, readResult } from '../../gateways/payments/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import { jobsOf } from '../../worker.ts';
import { park, returnResults, sweepReturns } from './index.ts';

const PAYBILL = '600301';
const AMOUNT = 150_00n;
const ORIGIN = { job: 'test', id: null };

let payments: SimulatedPayments;
let server: TestServer;
let school: string;
let bursar: Person;
let head: Person;

beforeAll(async () => {
  payments = await openSimulatedPayments();
  server = await openTestServer(payments.env, { payments: payments.gateway });
  payments.connect(server);
  school = await server.aSchool();
  [bursar, head] = [await server.aPerson('SchoolAdmin', school), await server.aPerson('SchoolAdmin', school)];
  await collectsWith(await server.aPerson('Admin'), school, PAYBILL);
});
afterAll(async () => {
  await payments.close();
  await server.close();
});

const inSchool = <T>(work: (tx: Tx) => Promise<T>) => server.context.db.inSchool(school, work);
const noSms = { send: async () => ({ providerId: null, cost: null }) };
const item = async (sysid: string) => (await bursar.ask<SuspenseItem>(getSuspenseItem, { sysid })).body;

/** Reversals and queries that the provider received in this test. */
let reversals: string[] = [];
let questions: string[] = [];
beforeEach(() => {
  [reversals, questions] = [[], []];
});

/** Returns a provider that accepts every request without sending a result, or fails. */
function provider(fails?: Error): PaymentsGateway {
  return {
    ...payments.gateway,
    async reverse(_account, payment) {
      reversals.push(payment.receipt);
      if (fails) throw fails;
      return { conversationId: `AG_${payment.receipt}`, originatorConversationId: `O_${payment.receipt}` };
    },
    async askTransaction(_account, which) {
      questions.push('originatorConversationId' in which ? which.originatorConversationId : '');
      return { conversationId: 'AG_q', originatorConversationId: 'O_q' };
    },
  };
}

/** Jobs that were taken from the queue while another's were sought. */
let waiting: { kind: string; id: string }[] = [];

async function jobs(kind: 'give-back-payment' | 'ask-about-return', id: string) {
  const taken = (await payments.takeJobs(server, kind)) as { id: string }[];
  waiting.push(...taken.map((job) => ({ ...job, kind })));
  const wanted = waiting.filter((job) => job.kind === kind && job.id === id);
  waiting = waiting.filter((job) => !wanted.includes(job));
  return wanted.map(({ kind: _kind, ...job }) => job);
}

async function run(kind: 'give-back-payment' | 'ask-about-return', id: string, gateway = provider()): Promise<number> {
  await payments.later(server, 0);
  const due = await jobs(kind, id);
  for (const job of due) await jobsOf(server.context, noSms, gateway)[kind]?.(job);
  return due.length;
}

/** Creates a return that two people have decided; M-Pesa was not asked yet. */
async function decided() {
  const receipt = `UBG${aNumber()}X`;
  const sysid = await inSchool(async (tx) => {
    const paidAt = new Date('2026-01-15T05:30:15Z');
    const parked = { receipt, amount: AMOUNT, paidAt, account: 'LOST', payerName: null, payerHash: null };
    return (await park(tx, server.context, { ...parked, why: 'unknown-account' })).id;
  });
  await bursar.ask(proposeReturn, { sysid, note: 'Not ours' });
  const approved = await head.ask<SuspenseItem>(approveSettlement, { sysid });
  return { sysid, receipt, id: approved.body.proposal?.sysid ?? '' };
}

/** Creates a return that M-Pesa has accepted. */
async function asked() {
  const made = await decided();
  expect(await run('give-back-payment', made.id)).toBe(1);
  return made;
}

function result(code: number | string, originator: string, status: Record<string, string> = {}): Result {
  return readResult({
    Result: {
      ResultType: 0,
      ResultCode: code,
      ResultDesc: 'told',
      OriginatorConversationID: originator,
      ConversationID: 'AG_1',
      TransactionID: 'UBG0000009',
      ResultParameters: { ResultParameter: Object.entries(status).map(([Key, Value]) => ({ Key, Value })) },
    },
  }) as Result;
}
const completed = (amount: string) =>
  result(0, 'O_q', { ReceiptNo: 'UBG0000010', TransactionStatus: 'Completed', Amount: amount });

const trailOf = (sysid: string) =>
  inSchool((tx) =>
    tx.rows<{ action: string }>(
      'SELECT action FROM audit_events WHERE school_id = $1 AND subject_id = $2 ORDER BY at',
      [school, sysid],
    ),
  ).then((rows) => rows.map(({ action }) => action));

/** Moves a return some minutes into the past. */
const age = (id: string, minutes: number) =>
  inSchool((tx) =>
    tx.row(
      `UPDATE suspense_proposals SET sent_at = sent_at - make_interval(mins => $3), decided_at = decided_at - make_interval(mins => $3)
       WHERE school_id = $1 AND id = $2`,
      [school, id, minutes],
    ),
  );

describe('status answer for a return', () => {
  const callback = (id: string, answer: Result | 'timeout') =>
    inSchool((tx) => returnResults['giveback-status'](tx, id, answer, ORIGIN));

  it('a completed status with the same amount ends the return, another amount does not', async () => {
    const { sysid, id, receipt } = await asked();
    expect(reversals).toEqual([receipt]);
    await callback(id, 'timeout');
    await callback(id, completed('149.99'));
    expect((await item(sysid)).state).toBe('returning');
    await callback(id, completed('150.00'));
    expect((await item(sysid)).state).toBe('returned');
    expect(await trailOf(sysid)).toEqual(['suspense.propose', 'suspense.return', 'suspense.returned']);
    await callback(id, result(0, 'O_q', { TransactionStatus: 'Declined', Amount: '150.00' }));
    expect((await item(sysid)).state).toBe('returned');
    expect((await trailOf(sysid)).at(-1)).toBe('suspense.return-contradicted');
  });

  it('a declined status opens the item again', async () => {
    const { sysid, id } = await asked();
    await callback(id, result(0, 'O_q', { TransactionStatus: 'Declined', Amount: '150.00' }));
    expect(await item(sysid)).toMatchObject({ state: 'open', notReturned: 'M-Pesa did not carry it out' });
    expect((await trailOf(sysid)).at(-1)).toBe('suspense.not-returned');
  });

  it('a return unknown to M-Pesa after an hour is requested anew, a younger one is not', async () => {
    const [young, old, other] = [await asked(), await asked(), await asked()];
    const unknown = result(1, 'O_q');
    await callback(young.id, unknown);
    for (const { id } of [old, other]) await age(id, 61);
    await callback(old.id, unknown);
    reversals = [];
    for (const { id } of [young, old, other]) expect(await run('ask-about-return', id)).toBe(1);
    expect(reversals).toEqual([old.receipt]);
    expect(questions).toEqual([`O_${young.receipt}`, `O_${other.receipt}`]);
  });

  it('an unrecognised result code does not cause a second return', async () => {
    const old = await asked();
    await age(old.id, 61);
    await callback(old.id, result(31_337, 'O_q'));
    reversals = [];
    expect(await run('ask-about-return', old.id)).toBe(1);
    expect(reversals).toEqual([]);
    expect(questions).toContain(`O_${old.receipt}`);
  });

  it('ignores answers while the return has not been requested', async () => {
    const { sysid, id } = await decided();
    await callback(id, completed('150.00'));
    await inSchool((tx) => returnResults.giveback(tx, id, result(0, 'O_x'), ORIGIN));
    expect((await item(sysid)).state).toBe('returning');
  });
});

describe('give-back request', () => {
  it('a temporary failure is retried, and a refusal opens the item again', async () => {
    const [later, never] = [await decided(), await decided()];
    const busy = new PaymentsError('busy', { code: '500.003', retry: true });
    await expect(run('give-back-payment', later.id, provider(busy))).rejects.toThrow('busy');
    expect((await item(later.sysid)).state).toBe('returning');
    const refused = new PaymentsError('no', { code: '404.001', description: 'No such paybill' });
    await run('give-back-payment', never.id, provider(refused));
    expect(await item(never.sysid)).toMatchObject({ state: 'open', notReturned: 'No such paybill' });
  });

  it('an internal error is not treated as a refusal of M-Pesa', async () => {
    const { sysid, id } = await decided();
    await expect(run('give-back-payment', id, provider(new TypeError('a fault')))).rejects.toThrow('a fault');
    expect((await item(sysid)).state).toBe('returning');
  });

  it('a request is followed by repeated status queries', async () => {
    const { id } = await asked();
    expect(await run('ask-about-return', id)).toBe(1);
    expect(questions).toHaveLength(1);
    // The query is repeated while the state is unknown.
    expect(await run('ask-about-return', id)).toBe(1);
  });
});

it('the nightly sweep requests unsent returns and queries silent ones after a day', async () => {
  const [unsent, sent, young, done] = [await decided(), await asked(), await asked(), await asked()];
  await inSchool((tx) => returnResults['giveback-status'](tx, done.id, completed('150.00'), ORIGIN));
  for (const { id } of [unsent, sent, young, done]) {
    await jobs('give-back-payment', id);
    await jobs('ask-about-return', id);
  }
  for (const { id } of [unsent, sent, done]) await age(id, 24 * 60 + 1);
  await inSchool(sweepReturns);
  const due = async (kind: 'give-back-payment' | 'ask-about-return') =>
    ((await payments.takeJobs(server, kind)) as { id: string }[]).map(({ id }) => id);
  expect(await due('give-back-payment')).toEqual([unsent.id]);
  expect(await due('ask-about-return')).toEqual([sent.id]);
});

it('the nightly sweep starts no second query series unless the first has stopped for a day', async () => {
  const { id } = await asked();
  expect(await run('ask-about-return', id)).toBe(1);
  await age(id, 24 * 60 + 1);
  await inSchool(sweepReturns);
  await payments.later(server, 0);
  // The next query of the job itself.
  expect(await jobs('ask-about-return', id)).toHaveLength(1);
  await inSchool((tx) =>
    tx.row(`UPDATE suspense_proposals SET asked_at = asked_at - interval '25 hours' WHERE school_id = $1 AND id = $2`, [
      school,
      id,
    ]),
  );
  await inSchool(sweepReturns);
  expect(await jobs('ask-about-return', id)).toHaveLength(1);
});
