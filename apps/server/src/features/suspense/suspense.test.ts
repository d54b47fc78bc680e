import { createHash, randomBytes } from 'node:crypto';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { addContact, createStudent, updateStudent } from '@mfuko/contract/students';
import {
  approveSettlement,
  getSuspense,
  getSuspenseItem,
  proposeReturn,
  proposeSettlement,
  rejectSettlement,
  type SuspenseItem,
} from '@mfuko/contract/suspense';
import { getStatement, getWallet } from '@mfuko/contract/wallet';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { collectsWith, openSimulatedPayments, type SimulatedPayments } from '../../../tests/payments.testkit.ts';
import { PaymentsError, type PaymentsGateway, type Result, readResult } from '../../gateways/payments/index.ts';
import { openKeys } from '../../platform/crypto/keys.ts';
import { ownerTx, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/records/id.ts';
import { jobsOf } from '../../worker.ts';
import { paymentAccountOf } from '../schools/index.ts';
import { type ParkedPayment, park, returnResults } from './index.ts';
import { payerDigest, rememberPayer } from './payers.ts';
import { renewPayers } from './renew.ts';

const PAYBILL = '600300';
const PHONE = '254711223344';

let payments: SimulatedPayments;
let server: TestServer;
let owner: pg.Client;
let school: string;
let bursar: Person;
let head: Person;
let students: Record<'4417' | '4418' | '0099', string>;

beforeAll(async () => {
  payments = await openSimulatedPayments();
  server = await openTestServer(payments.env, { payments: payments.gateway });
  payments.connect(server);
  school = await server.aSchool();
  [bursar, head] = [await server.aPerson('SchoolAdmin', school), await server.aPerson('SchoolAdmin', school)];
  const classSYSID = await server.aClass(school);
  const admit = async (admissionNumber: string, names: string) => {
    const made = await bursar.ask<{ sysid: string }>(createStudent, { admissionNumber, names, classSYSID });
    expect(made.body).toMatchObject({ names });
    return made.body.sysid;
  };
  students = {
    4417: await admit('4417', 'Achieng Odhiambo'),
    4418: await admit('4418', 'Baraka Mwangi'),
    '0099': await admit('0099', 'Wanjiku Kamau'),
  };
  await bursar.ask(addContact, { studentSYSID: students['4418'], name: 'Jane Mwangi', mobileNumber: PHONE, email: '' });
  await collectsWith(await server.aPerson('Admin'), school, PAYBILL);
  await payments.gateway.registerUrls(await accountOf(), {
    validationUrl: 'http://127.0.0.1:1/v',
    confirmationUrl: 'http://127.0.0.1:1/c',
    whenUnreachable: 'Completed',
    phones: 'hashed',
  });
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await payments.close();
  await server.close();
});

const inSchool = <T>(work: (tx: Tx) => Promise<T>) => server.context.db.inSchool(school, work);
const hashOf = (phone: string) => createHash('sha256').update(phone).digest('hex');

async function accountOf() {
  const account = await inSchool((tx) => paymentAccountOf(tx, server.context));
  if (!account) throw new Error('no account');
  return account;
}

async function parked(more: Partial<ParkedPayment> = {}): Promise<string> {
  const payment: ParkedPayment = {
    receipt: `UAF${aNumber()}X`,
    amount: 150_00n,
    paidAt: new Date('2026-01-15T05:30:15Z'),
    account: '4471',
    payerName: null,
    payerHash: null,
    why: 'unknown-account',
    ...more,
  };
  return (await inSchool((tx) => park(tx, server.context, payment))).id;
}

/** Makes a payment at M-Pesa and puts it into suspense. */
async function paidAndParked(amount: number): Promise<string> {
  await payments.payByHand(PAYBILL, amount, 'LOST', PHONE);
  await payments.simulator.flush();
  const { transactions } = await payments.truth();
  const receipt = transactions.at(-1)?.receipt ?? '';
  return parked({ receipt, amount: BigInt(amount) * 100n, account: 'LOST' });
}

/** Returns the kinds of the notices about an item. */
const toldOf = async (sysid: string, who = head) =>
  (await who.ask<NoticeRow[]>(getNotifications)).body
    .filter(({ subject }) => subject?.id === sysid)
    .map(({ kind }) => kind);
/** Returns the kinds of the unread notices about an item, newest first. */
const unreadOf = async (sysid: string) =>
  (await head.ask<NoticeRow[]>(getNotifications)).body
    .filter(({ subject, read }) => subject?.id === sysid && !read)
    .map(({ kind }) => kind);
const item = async (sysid: string, who = bursar) => (await who.ask<SuspenseItem>(getSuspenseItem, { sysid })).body;
const balance = async (admissionNumber: string) =>
  (await bursar.ask<{ balance: number }>(getWallet, { admissionNumber })).body.balance;

async function sums(): Promise<Record<string, number>> {
  const rows = await inSchool((tx) =>
    tx.rows<{ kind: string; cents: bigint }>(
      `SELECT a.kind, sum(p.amount)::bigint AS cents FROM postings p
       JOIN accounts a ON a.school_id = p.school_id AND a.id = p.account_id WHERE p.school_id = $1 GROUP BY a.kind`,
      [school],
    ),
  );
  return Object.fromEntries(rows.map(({ kind, cents }) => [kind, Number(cents)]));
}

const noSms = { send: async () => ({ providerId: null, cost: null }) };

/** Runs the due jobs of the server and of the provider until none is left. */
async function work(): Promise<void> {
  const jobs = jobsOf(server.context, noSms, payments.gateway);
  for (;;) {
    await payments.simulator.flush();
    const { rows } = await owner.query<{ kind: string; payload: unknown }>(
      `DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
       WHERE t.id = j.task_id AND j.run_at <= now() RETURNING t.identifier AS kind, j.payload`,
    );
    if (rows.length === 0) return;
    for (const { kind, payload } of rows) await jobs[kind]?.(payload);
  }
}
const allDue = () => owner.query('UPDATE graphile_worker._private_jobs SET run_at = now()');

describe('suggestions for a parked payment', () => {
  const suggested = async (payment: Partial<ParkedPayment>) => {
    const { suggestions } = await item(await parked(payment));
    return suggestions.map(({ admissionNumber, reasons }) => [admissionNumber, ...reasons.map(({ kind }) => kind)]);
  };

  it("suggests by the payer's phone first, then by similar numbers and names", async () => {
    expect(await suggested({ account: '4471', payerHash: hashOf(PHONE), payerName: 'JANE' })).toEqual([
      ['4418', 'guardian-phone', 'payer-name'],
      ['4417', 'number'],
    ]);
    expect(await suggested({ account: '0711 223 344' })).toEqual([['4418', 'typed-phone']]);
    expect(await suggested({ account: '99' })).toEqual([['0099', 'number']]);
    expect(await suggested({ account: 'wanjku KAMAU' })).toEqual([['0099', 'typed-name']]);
    expect(await suggested({ account: 'fees', payerName: 'ODHIAMBO' })).toEqual([['4417', 'payer-name']]);
    expect(await suggested({ account: 'fees', payerHash: hashOf('254700999888') })).toEqual([]);
  });

  it('suggests the student for whom the same phone has paid before', async () => {
    const payerHash = hashOf('254799000111');
    const first = await parked({ account: 'x', payerHash });
    await bursar.ask(proposeSettlement, { sysid: first, admissionNumber: '4417' });
    expect((await head.ask(approveSettlement, { sysid: first })).status).toBe(200);
    expect(await suggested({ account: 'y', payerHash })).toEqual([['4417', 'paid-before']]);
  });

  it('renewPayers moves known payers to the new keys and drops those whose number is unknown', async () => {
    const to = openKeys(randomBytes(32));
    const [told, untold] = [hashOf('254799000222'), hashOf('254799000333')];
    const known = (tx: Tx) =>
      tx.rows<{ digest: Buffer }>('SELECT payer_digest AS digest FROM known_payers WHERE school_id = $1', [school]);
    await inSchool(async (tx) => {
      for (const hash of [told, untold]) await rememberPayer(tx, server.context, hash, students['4417']);
    });
    await owner.query('BEGIN');
    try {
      const tx = ownerTx(owner, school);
      await tx.query(`SELECT set_config('app.school_id', $1, true)`, [school]);
      await renewPayers(tx, server.context.keys, to, new Set([told]));
      const digests = (await known(tx)).map(({ digest }) => digest.toString('hex'));
      expect(digests).toContain(payerDigest({ keys: to }, school, told).toString('hex'));
      // A digest under the old keys could never be found, and so never be erased.
      expect(digests).not.toContain(payerDigest(server.context, school, untold).toString('hex'));
      expect(digests).not.toContain(payerDigest(server.context, school, told).toString('hex'));
    } finally {
      await owner.query('ROLLBACK');
    }
  });

  it('suggestions come with a page of the list only and contain no phone number or hash', async () => {
    await parked({ account: '4471', payerHash: hashOf(PHONE), payerName: 'JANE' });
    const page = await bursar.ask<SuspenseItem[]>(getSuspense, { state: 'open', page: 1, pageSize: 50 });
    expect(page.body[0]?.suggestions[0]?.reasons[0]).toEqual({ kind: 'guardian-phone', guardian: 'Jane Mwangi' });
    expect(JSON.stringify(page.body)).not.toContain(PHONE);
    expect(JSON.stringify(page.body)).not.toContain(hashOf(PHONE));
    const whole = await bursar.ask<SuspenseItem[]>(getSuspense, {});
    expect(whole.body.every(({ suggestions }) => suggestions.length === 0)).toBe(true);
  });
});

describe('approveSettlement', () => {
  const whoWait = (count: number) =>
    vi.waitFor(
      async () => {
        // Within a transaction, statistics are a snapshot until it is cleared.
        await owner.query('SELECT pg_stat_clear_snapshot()');
        const { rows } = await owner.query(
          `SELECT 1 FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.datname = current_database()`,
        );
        expect(rows).toHaveLength(count);
      },
      { timeout: 15_000, interval: 5 },
    );

  it('a settlement takes two people and appears as a collection', async () => {
    const sysid = await parked({ receipt: 'UAFMINE001', amount: 250_00n });
    const before = { balance: await balance('4418'), sums: await sums() };
    const proposed = await bursar.ask<SuspenseItem>(proposeSettlement, {
      sysid,
      admissionNumber: '4418',
      note: 'Rang her',
    });
    expect(proposed.body).toMatchObject({
      state: 'proposed',
      proposal: { way: 'settle', own: true, note: 'Rang her', student: { admissionNumber: '4418' }, decidedBy: null },
    });
    expect(proposed.body.proposal?.by).toBe('Wanjiru Otieno');
    expect(await toldOf(sysid)).toContain('suspense.proposed');
    expect(await toldOf(sysid, bursar)).not.toContain('suspense.proposed');
    const alone = await bursar.ask(approveSettlement, { sysid });
    expect([alone.status, alone.problem]).toEqual([422, 'wallet.same-person']);
    const tried = await inSchool((tx) =>
      tx.rows(
        `SELECT 1 FROM audit_events WHERE school_id = $1 AND subject_id = $2 AND action = 'suspense.approve.same-person'`,
        [school, sysid],
      ),
    );
    expect(tried).toHaveLength(1);
    expect(await balance('4418')).toBe(before.balance);
    const settled = await head.ask<SuspenseItem>(approveSettlement, {
      sysid,
      proposalSYSID: proposed.body.proposal?.sysid,
    });
    expect(settled.body).toMatchObject({ state: 'settled', proposal: { own: false, decidedBy: 'Wanjiru Otieno' } });
    expect(await toldOf(sysid)).not.toContain('suspense.proposed');
    expect(await balance('4418')).toBe(before.balance + 250);
    const statement = await bursar.ask<object[]>(getStatement, { admissionNumber: '4418' });
    expect(statement.body[0]).toMatchObject({ kind: 'collection', amount: 250, reference: 'UAFMINE001' });
    const after = await sums();
    expect(after.suspense).toBe((before.sums.suspense ?? 0) - 25_000);
    expect(after['m-pesa']).toBe(before.sums['m-pesa']);
  });

  it('the second person sees the reasons for the suggested student', async () => {
    const sysid = await parked({ account: '4471' });
    const reasons = (await item(sysid)).suggestions.find(({ admissionNumber }) => admissionNumber === '4417')?.reasons;
    expect(reasons).toEqual([{ kind: 'number', how: 'swapped' }]);
    await bursar.ask(proposeSettlement, { sysid, admissionNumber: '4417' });
    const shown = await item(sysid, head);
    expect(shown.state).toBe('proposed');
    expect(shown.suggestions.find(({ admissionNumber }) => admissionNumber === '4417')?.reasons).toEqual(reasons);
    await head.ask(approveSettlement, { sysid });
    expect((await item(sysid, head)).suggestions).toEqual([]);
  });

  it('of six concurrent approvals one settles, and an equal payment is settled separately', async () => {
    const before = await balance('4417');
    const [one, other] = [await parked(), await parked()];
    for (const sysid of [one, other]) await bursar.ask(proposeSettlement, { sysid, admissionNumber: '4417' });
    const people = [head, await server.aPerson('SchoolAdmin', school), await server.aPerson('SchoolAdmin', school)];
    const answers = await Promise.all(
      people.flatMap((who) => [who.ask(approveSettlement, { sysid: one }), who.ask(approveSettlement, { sysid: one })]),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    expect((await head.ask(approveSettlement, { sysid: other })).status).toBe(200);
    expect(await balance('4417')).toBe(before + 300);
    expect((await bursar.ask(proposeSettlement, { sysid: one, admissionNumber: '4418' })).problem).toBe(
      'suspense.wrong-state',
    );
  });

  it('a second approval waits for the first and finds the item settled', async () => {
    const before = await balance('4417');
    const sysid = await parked();
    await bursar.ask(proposeSettlement, { sysid, admissionNumber: '4417' });
    const deputy = await server.aPerson('SchoolAdmin', school);
    // The first call holds the item and waits for the student; the second arrives meanwhile.
    await owner.query(`BEGIN; SET LOCAL app.school_id = '${school}'`);
    await owner.query('SELECT 1 FROM students WHERE id = $1 FOR UPDATE', [students['4417']]);
    const first = head.ask(approveSettlement, { sysid });
    await whoWait(1);
    const second = deputy.ask(approveSettlement, { sysid });
    await whoWait(2);
    await owner.query('ROLLBACK');
    expect([(await first).status, (await second).problem]).toEqual([200, 'suspense.wrong-state']);
    expect(await balance('4417')).toBe(before + 150);
  });

  it('the database rejects a second settlement and an approval by the proposer', async () => {
    const sysid = await parked();
    await bursar.ask(proposeSettlement, { sysid, admissionNumber: '4417' });
    await head.ask(approveSettlement, { sysid });
    const again = inSchool((tx) =>
      tx.row(
        `INSERT INTO suspense_proposals (school_id, id, item_id, way, student_id, by_user, decision, decided_by, decided_at, entry_id)
         SELECT school_id, $3, item_id, way, student_id, by_user, decision, decided_by, decided_at, entry_id
         FROM suspense_proposals WHERE school_id = $1 AND item_id = $2`,
        [school, sysid, newId()],
      ),
    );
    await expect(again).rejects.toThrow('suspense_settled_once');
    const own = inSchool((tx) =>
      tx.row('UPDATE suspense_proposals SET decided_by = by_user WHERE school_id = $1 AND item_id = $2', [
        school,
        sysid,
      ]),
    );
    await expect(own).rejects.toThrow('suspense_second_person');
  });

  it('refuses an approval of a withdrawn proposal; the proposer may withdraw', async () => {
    const sysid = await parked();
    const first = await bursar.ask<SuspenseItem>(proposeSettlement, { sysid, admissionNumber: '4417' });
    expect((await bursar.ask<SuspenseItem>(rejectSettlement, { sysid })).body).toMatchObject({
      state: 'open',
      proposal: null,
    });
    await bursar.ask(proposeSettlement, { sysid, admissionNumber: '4418' });
    const stale = await head.ask(approveSettlement, { sysid, proposalSYSID: first.body.proposal?.sysid });
    expect(stale.problem).toBe('suspense.wrong-state');
    expect((await head.ask(rejectSettlement, { sysid })).status).toBe(200);
    expect((await head.ask(approveSettlement, { sysid })).problem).toBe('suspense.wrong-state');
  });

  it('an open payment names who rejected the last proposal, and whom it was for', async () => {
    const sysid = await parked();
    await bursar.ask(proposeSettlement, { sysid, admissionNumber: '4417' });
    await head.ask(rejectSettlement, { sysid });
    const rejected = { by: 'Wanjiru Otieno', student: { admissionNumber: '4417' } };
    expect(await item(sysid)).toMatchObject({ state: 'open', rejected });
    await bursar.ask(proposeReturn, { sysid });
    expect((await item(sysid)).rejected).toBeNull();
    await head.ask(rejectSettlement, { sysid });
    expect((await item(sysid)).rejected).toMatchObject({ student: null });
    // Withdrawn by the proposer: nobody has rejected this one.
    await bursar.ask(proposeSettlement, { sysid, admissionNumber: '4418' });
    await bursar.ask(rejectSettlement, { sysid });
    expect((await item(sysid)).rejected).toBeNull();
  });

  it('refuses students who left and users of other schools', async () => {
    const sysid = await parked();
    await bursar.ask(proposeSettlement, { sysid, admissionNumber: '0099' });
    const left = await bursar.ask(updateStudent, { sysid: students['0099'], status: 'left' });
    expect(left.status).toBe(200);
    expect((await head.ask(approveSettlement, { sysid })).problem).toBe('student.not-found');
    expect((await item(sysid)).state).toBe('proposed');
    await head.ask(rejectSettlement, { sysid });
    expect((await bursar.ask(proposeSettlement, { sysid, admissionNumber: '0099' })).problem).toBe('student.not-found');
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    for (const call of [getSuspenseItem, approveSettlement, rejectSettlement, proposeReturn])
      expect((await stranger.ask(call, { sysid })).problem).toBe('suspense.not-found');
    expect((await stranger.ask(getSuspense)).body).toEqual([]);
  });
});

describe('proposeReturn', () => {
  const proposed = async (amount: number) => {
    const sysid = await paidAndParked(amount);
    await bursar.ask(proposeReturn, { sysid, note: 'Not ours' });
    expect((await bursar.ask(approveSettlement, { sysid })).problem).toBe('wallet.same-person');
    expect((await head.ask<SuspenseItem>(approveSettlement, { sysid })).body.state).toBe('returning');
    return sysid;
  };
  const asReturned = (before: Record<string, number>, amount: number, after: Record<string, number>) => {
    expect(after.suspense).toBe((before.suspense ?? 0) - amount * 100);
    expect(after['m-pesa']).toBe((before['m-pesa'] ?? 0) + amount * 100);
  };

  it('a return leaves suspense once M-Pesa carried it out, even when told twice', async () => {
    const sysid = await proposed(320);
    const before = await sums();
    await payments.knobs({ duplicatePercent: 100 });
    await work();
    await payments.knobs({ duplicatePercent: 0 });
    expect(await item(sysid)).toMatchObject({ state: 'returned', proposal: { way: 'return' } });
    asReturned(before, 320, await sums());
    await allDue();
    await work();
    asReturned(before, 320, await sums());
    const reversed = (await payments.truth()).transactions.filter(({ account }) => account !== 'LOST');
    expect(reversed).toHaveLength(1);
    expect((await bursar.ask(proposeSettlement, { sysid, admissionNumber: '4417' })).problem).toBe(
      'suspense.wrong-state',
    );
  });

  it('a return that M-Pesa does not know opens the item again', async () => {
    const sysid = await parked({ receipt: 'UAFUNKNOWN' });
    const before = await sums();
    await bursar.ask(proposeReturn, { sysid });
    expect(await unreadOf(sysid)).toEqual(['suspense.proposed', 'suspense.parked']);
    await head.ask(approveSettlement, { sysid });
    expect(await unreadOf(sysid)).toEqual([]);
    await work();
    expect(await item(sysid)).toMatchObject({
      state: 'open',
      proposal: null,
      notReturned: expect.stringContaining('invalid'),
    });
    expect(await toldOf(sysid)).toContain('suspense.not-returned');
    expect(await sums()).toEqual(before);
    expect((await bursar.ask(proposeSettlement, { sysid, admissionNumber: '4417' })).status).toBe(200);
    expect(await unreadOf(sysid)).toEqual(['suspense.proposed', 'suspense.not-returned']);
    expect((await head.ask(approveSettlement, { sysid })).status).toBe(200);
    expect(await unreadOf(sysid)).toEqual([]);
  });

  it('a return without a result is settled by a status query', async () => {
    const sysid = await proposed(40);
    const before = await sums();
    await payments.knobs({ dropPercent: 100 });
    await work();
    await payments.knobs({ dropPercent: 0 });
    expect((await item(sysid)).state).toBe('returning');
    expect(await sums()).toEqual(before);
    await allDue();
    await work();
    expect((await item(sysid)).state).toBe('returned');
    asReturned(before, 40, await sums());
  });

  it('a repeated job requests the return once', async () => {
    const sysid = await proposed(70);
    const before = await sums();
    let asked = 0;
    const counting: PaymentsGateway = {
      ...payments.gateway,
      reverse(...wish) {
        asked++;
        return payments.gateway.reverse(...wish);
      },
    };
    const [job] = await payments.takeJobs(server, 'give-back-payment');
    const giveBack = jobsOf(server.context, noSms, counting)['give-back-payment'];
    for (let run = 0; run < 3; run++) await giveBack?.(job);
    expect(asked).toBe(1);
    await work();
    expect((await item(sysid)).state).toBe('returned');
    asReturned(before, 70, await sums());
  });

  it('ignores results of another conversation', async () => {
    const sysid = await proposed(45);
    const before = await sums();
    const [job] = await payments.takeJobs(server, 'give-back-payment');
    await jobsOf(server.context, noSms, payments.gateway)['give-back-payment']?.(job);
    const { id } = job as { id: string };
    const told = (code: number, originator: string) =>
      readResult({
        Result: {
          ResultType: 0,
          ResultCode: code,
          ResultDesc: 'told',
          OriginatorConversationID: originator,
          ConversationID: 'AG_1',
          TransactionID: 'UAF0000009',
        },
      }) as Result;
    for (const code of [0, 1])
      await inSchool((tx) => returnResults.giveback(tx, id, told(code, 'of somebody else'), { job: 'test', id: null }));
    expect((await item(sysid)).state).toBe('returning');
    expect(await sums()).toEqual(before);
    await work();
    expect((await item(sysid)).state).toBe('returned');
    asReturned(before, 45, await sums());
  });

  it('a return whose request got no answer is not requested twice', async () => {
    const sysid = await proposed(55);
    const before = await sums();
    const { reverse } = payments.gateway;
    const deaf: typeof reverse = async (...asked) => {
      await reverse(...asked);
      throw new PaymentsError('Nobody answered', { unsettled: true, retry: true });
    };
    Object.assign(payments.gateway, { reverse: deaf });
    await payments.knobs({ dropPercent: 100 });
    await work();
    Object.assign(payments.gateway, { reverse });
    await payments.knobs({ dropPercent: 0 });
    expect((await item(sysid)).state).toBe('returning');
    await allDue();
    await work();
    expect((await item(sysid)).state).toBe('returned');
    asReturned(before, 55, await sums());
  });

  it('refuses an item without a receipt', async () => {
    const { id } = await inSchool(async (tx) => {
      const id = newId();
      await tx.row(
        `INSERT INTO suspense_items (school_id, id, why, amount, paid_at, account, entry_id)
         SELECT $1, $2, 'reversed', 100, now(), '', id FROM journal_entries m
         WHERE school_id = $1 AND NOT EXISTS (SELECT 1 FROM suspense_items i WHERE i.school_id = $1 AND i.entry_id = m.id) LIMIT 1`,
        [school, id],
      );
      return { id };
    });
    expect((await bursar.ask(proposeReturn, { sysid: id })).problem).toBe('suspense.no-receipt');
  });
});
