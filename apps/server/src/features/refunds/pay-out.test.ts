import { approveRefund, getRefunds, type Refund, refund, rejectRefund } from '@mfuko/contract/refunds';
import { addContact } from '@mfuko/contract/students';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { collectsWith, openSimulatedPayments, type SimulatedPayments } from '../../../tests/payments.testkit.ts';
import { PaymentsError, type PaymentsGateway, type Result, readResult } from '../../gateways/payments/index.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/records/id.ts';
import { jobsOf } from '../../worker.ts';
import { verifyBooks } from '../books/verify.ts';
import { credit } from '../ledger/index.ts';
import { addStudent } from '../students/index.ts';
import { balanceOf } from '../wallet/index.ts';
import { handleRefundCallback, handleRefundStatusCallback } from './end.ts';
import { sweepRefunds } from './pay.ts';

const AMOUNT = 250_00n;
const ORIGIN = { job: 'test', id: null };

let payments: SimulatedPayments;
let server: TestServer;
let paid: string[] = [];

beforeAll(async () => {
  payments = await openSimulatedPayments();
  server = await openTestServer(payments.env, { payments: payments.gateway });
  payments.connect(server);
});
afterAll(async () => {
  await payments.close();
  await server.close();
});

/** Returns a provider that accepts every payout without sending a result, or fails. */
const provider = (fails?: Error): PaymentsGateway => ({
  ...payments.gateway,
  async payOut(_account, payment) {
    paid.push(payment.id);
    if (fails) throw fails;
    return { conversationId: `AG_${payment.id}`, originatorConversationId: payment.id };
  },
});

interface School {
  readonly id: string;
  readonly bursar: Person;
  readonly head: Person;
  readonly classId: string;
}

async function aSchool(collects = true): Promise<School> {
  const id = await server.aSchool();
  const [bursar, head] = [await server.aPerson('SchoolAdmin', id), await server.aPerson('SchoolAdmin', id)];
  if (collects) await collectsWith(await server.aPerson('Admin'), id, String(600_500 + aNumber()));
  return { id, bursar, head, classId: await server.aClass(id) };
}

const inSchool = <T>({ id }: School, work: (tx: Tx) => Promise<T>) => server.context.db.inSchool(id, work);

/** Creates a student who has left, with a refund that one person has proposed. */
async function proposed(school: School) {
  const student = newId();
  const admissionNumber = String(9500 + aNumber());
  const mobileNumber = `25472${3_000_000 + aNumber()}`;
  await inSchool(school, async (tx) => {
    await addStudent(tx, {
      id: student,
      admissionNumber,
      names: 'Zawadi Otieno',
      classId: school.classId,
      pinHash: null,
    });
    const deposit = {
      kind: 'deposit',
      studentId: student,
      counter: 'cash-desk',
      method: null,
      reference: null,
    } as const;
    const paid = await credit(
      tx,
      { actor: null, place: null, idempotencyKey: student },
      { ...deposit, amount: AMOUNT },
    );
    const told = {
      action: 'wallet.deposit',
      subjectKind: 'student',
      subjectId: student,
      detail: { movement: paid.id },
    };
    await audit(tx, ORIGIN, told);
    await tx.row(`UPDATE students SET status = 'left', left_at = now() WHERE school_id = $1 AND id = $2`, [
      school.id,
      student,
    ]);
  });
  await school.bursar.ask(addContact, { studentSYSID: student, name: 'Jane Otieno', mobileNumber, email: '' });
  const made = await school.bursar.ask<Refund>(refund, { admissionNumber, mobileNumber, reason: 'Left the school' });
  expect(made.status).toBe(200);
  return { student, admissionNumber, id: made.body.sysid };
}

async function approved(school: School) {
  const made = await proposed(school);
  expect((await school.head.ask(approveRefund, { sysid: made.id })).status).toBe(200);
  return made;
}

let waiting: { id: string }[] = [];

/** Runs the payout job of one refund; the jobs of others wait. */
async function pay(id: string, gateway = provider()): Promise<void> {
  waiting.push(...((await payments.takeJobs(server, 'pay-refund')) as { id: string }[]));
  const due = waiting.filter((job) => job.id === id);
  waiting = waiting.filter((job) => !due.includes(job));
  const jobs = jobsOf(server.context, { send: async () => ({ providerId: null, cost: null }) }, gateway);
  for (const job of due) await jobs['pay-refund']?.(job);
}

async function sent(school: School) {
  const made = await approved(school);
  await pay(made.id);
  return { ...made, payout: `refund-${made.id}` };
}

const shown = async ({ bursar }: School, admissionNumber: string) =>
  (await bursar.ask<Refund[]>(getRefunds, { admissionNumber })).body[0];

function result(code: number | string, originator: string, told = 'told'): Result {
  return readResult({
    Result: {
      ResultType: 0,
      ResultCode: code,
      ResultDesc: told,
      OriginatorConversationID: originator,
      ConversationID: 'AG_1',
      TransactionID: 'UCG0000009',
    },
  }) as Result;
}

const trailOf = (school: School, student: string) =>
  inSchool(school, (tx) =>
    tx.rows<{ action: string; actor_id: string | null; detail: { refund?: string; movement?: string } }>(
      `SELECT action, actor_id, detail FROM audit_events WHERE school_id = $1 AND subject_id = $2 AND action LIKE 'student.refund%'
       ORDER BY at`,
      [school.id, student],
    ),
  );

it('proposal, approval, rejection and failure of a refund are audited', async () => {
  const school = await aSchool();
  const down = await proposed(school);
  await school.head.ask(rejectRefund, { sysid: down.id });
  expect(await trailOf(school, down.student)).toMatchObject([
    { action: 'student.refund-proposed', actor_id: school.bursar.userId, detail: { refund: down.id } },
    { action: 'student.refund-rejected', actor_id: school.head.userId, detail: { refund: down.id } },
  ]);
  const failed = await sent(school);
  await inSchool(school, (tx) => handleRefundCallback(tx, failed.id, result(1, failed.payout), ORIGIN));
  expect((await trailOf(school, failed.student)).slice(1)).toMatchObject([
    { action: 'student.refund-approved', actor_id: school.head.userId, detail: { movement: expect.any(String) } },
    { action: 'student.refund-failed', actor_id: null, detail: { refund: failed.id, movement: expect.any(String) } },
  ]);
});

it("stores 200 characters of M-Pesa's reason with the refund and in the statement", async () => {
  const school = await aSchool();
  const { id, payout, admissionNumber, student } = await sent(school);
  const words = `${'a'.repeat(199)}bc`;
  await inSchool(school, (tx) => handleRefundCallback(tx, id, result(1, payout, words), ORIGIN));
  expect(await shown(school, admissionNumber)).toMatchObject({ state: 'failed', failure: words.slice(0, 200) });
  const entry = await inSchool(school, (tx) =>
    tx.row<{ reference: string }>(
      `SELECT reference FROM journal_entries WHERE school_id = $1 AND student_id = $2 AND kind = 'refund-failed'`,
      [school.id, student],
    ),
  );
  expect(entry?.reference).toBe(words.slice(0, 200));
});

it('an unknown result code leaves the refund sending', async () => {
  const school = await aSchool();
  const { id, payout, admissionNumber, student } = await sent(school);
  await inSchool(school, (tx) => handleRefundCallback(tx, id, result('X9', payout), ORIGIN));
  expect(await shown(school, admissionNumber)).toMatchObject({ state: 'sending' });
  expect(await inSchool(school, (tx) => balanceOf(tx, student))).toBe(0n);
});

it('a status query fails a refund only after an hour and only if M-Pesa knows no such payment', async () => {
  const school = await aSchool();
  const { id, admissionNumber, student } = await sent(school);
  const callback = (code: number | string) =>
    inSchool(school, (tx) => handleRefundStatusCallback(tx, id, result(code, 'O_q'), ORIGIN));
  const age = (minutes: number) =>
    inSchool(school, (tx) =>
      tx.row('UPDATE refunds SET sent_at = sent_at - make_interval(mins => $3) WHERE school_id = $1 AND id = $2', [
        school.id,
        id,
        minutes,
      ]),
    );
  await callback(1);
  await age(59);
  await callback(1);
  expect(await shown(school, admissionNumber)).toMatchObject({ state: 'sending' });
  await age(2);
  // An unknown code, and a query that was not permitted, say nothing about the payment.
  for (const code of ['X9', 21]) await callback(code);
  expect(await shown(school, admissionNumber)).toMatchObject({ state: 'sending' });
  await callback(1);
  expect(await shown(school, admissionNumber)).toMatchObject({
    state: 'failed',
    failure: 'M-Pesa knows of no such payment',
  });
  expect(await inSchool(school, (tx) => balanceOf(tx, student))).toBe(AMOUNT);
});

it('paying one refund does not touch another and pays each once', async () => {
  const school = await aSchool();
  const [one, other] = [await approved(school), await approved(school)];
  paid = [];
  await pay(one.id);
  await pay(one.id);
  const rows = () =>
    inSchool(school, (tx) =>
      tx.rows(
        `SELECT id, sent_at IS NOT NULL AS sent, conversation_id FROM refunds WHERE school_id = $1 ORDER BY id = $2 DESC`,
        [school.id, one.id],
      ),
    );
  expect(await rows()).toEqual([
    { id: one.id, sent: true, conversation_id: `AG_refund-${one.id}` },
    { id: other.id, sent: false, conversation_id: null },
  ]);
  await pay(other.id);
  expect(paid).toEqual([`refund-${one.id}`, `refund-${other.id}`]);
  expect(await rows()).toMatchObject([{ conversation_id: `AG_refund-${one.id}` }, { sent: true }]);
});

it('without a payment account the refund fails and the money returns to the wallet', async () => {
  const school = await aSchool(false);
  const { admissionNumber, student, id } = await approved(school);
  expect(await inSchool(school, (tx) => balanceOf(tx, student))).toBe(0n);
  paid = [];
  await pay(id);
  expect(paid).toEqual([]);
  expect(await shown(school, admissionNumber)).toMatchObject({
    state: 'failed',
    failure: 'The school has not set up how it pays',
  });
  expect(await inSchool(school, (tx) => balanceOf(tx, student))).toBe(AMOUNT);
});

it('a refund refused as busy is marked to be sent again, no other', async () => {
  const school = await aSchool();
  const [other, one] = [await sent(school), await approved(school)];
  await expect(pay(one.id, provider(new PaymentsError('busy', { retry: true })))).rejects.toThrow('busy');
  const isSent = async (id: string) =>
    (
      await inSchool(school, (tx) =>
        tx.row<{ sent: boolean }>('SELECT sent_at IS NOT NULL AS sent FROM refunds WHERE school_id = $1 AND id = $2', [
          school.id,
          id,
        ]),
      )
    )?.sent;
  expect([await isSent(other.id), await isSent(one.id)]).toEqual([true, false]);
});

it('the books verify with pending, failed and proposed refunds', async () => {
  const school = await aSchool();
  const [failed] = [await sent(school), await sent(school), await proposed(school)];
  await inSchool(school, (tx) => handleRefundCallback(tx, failed.id, result(1, failed.payout), ORIGIN));
  expect((await verifyBooks(server.context, school.id)).findings).toEqual([]);
});

it('the nightly sweep starts no second query series about a refund unless the first stopped for a day', async () => {
  const school = await aSchool();
  const { id } = await sent(school);
  const mine = async () => {
    await payments.later(server, 0);
    const jobs = (await payments.takeJobs(server, 'ask-about-refund')) as { id: string }[];
    return jobs.filter((job) => job.id === id);
  };
  const jobs = jobsOf(server.context, { send: async () => ({ providerId: null, cost: null }) }, payments.gateway);
  const [first] = await mine();
  await jobs['ask-about-refund']?.(first ?? {});
  const age = (column: 'decided_at' | 'asked_at') =>
    inSchool(school, (tx) =>
      tx.row(`UPDATE refunds SET ${column} = ${column} - interval '25 hours' WHERE school_id = $1 AND id = $2`, [
        school.id,
        id,
      ]),
    );
  await age('decided_at');
  await inSchool(school, sweepRefunds);
  // The next query of the job itself.
  expect(await mine()).toHaveLength(1);
  await age('asked_at');
  await inSchool(school, sweepRefunds);
  expect(await mine()).toHaveLength(1);
});
