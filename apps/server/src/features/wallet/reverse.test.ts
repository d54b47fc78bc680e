import { randomUUID } from 'node:crypto';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import * as students from '@mfuko/contract/students';
import type { BalanceRow, Moved, ReversalProposal, StatementRow } from '@mfuko/contract/wallet';
import * as contract from '@mfuko/contract/wallet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { credit } from '../ledger/index.ts';

const PIN = '274951';

let server: TestServer;
let school: string;
let classSYSID: string;
let bursar: Person;
let head: Person;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  classSYSID = await server.aClass(school, 'Grade 6');
  bursar = await server.aPerson('SchoolAdmin', school);
  head = await server.aPerson('SchoolAdmin', school);
  await server.context.db.inSchool(school, (tx) =>
    tx.row(`INSERT INTO fee_rules (school_id, kind, fixed) VALUES ($1, 'cash-out', 250)`, [school]),
  );
});
afterAll(() => server.close());

async function aStudent(balance: number): Promise<{ admissionNumber: string; deposit: Moved }> {
  const admissionNumber = String(800 + aNumber());
  await bursar.ask(students.createStudent, { admissionNumber, names: 'Amina Juma', classSYSID, checkPin: PIN });
  const made = await bursar.ask<Moved>(contract.deposit, { admissionNumber, amount: balance });
  return { admissionNumber, deposit: made.body };
}

async function cashOut(admissionNumber: string, amount: number): Promise<Moved> {
  return (await bursar.ask<Moved>(contract.cashOutPin, { admissionNumber, amount, pin: PIN })).body;
}

function reverse(who: Person, sysid: string, key?: string) {
  return who.ask<Moved>(contract.reverse, { sysid, reason: 'Wrong child' }, key ? { key } : {});
}

/** Pays in by M-Pesa, as the provider's confirmation would. */
async function collected(amount: number, of?: string): Promise<{ admissionNumber: string; sysid: string }> {
  const admissionNumber = of ?? (await aStudent(1)).admissionNumber;
  const sysid = await server.context.db.inSchool(school, async (tx) => {
    const student = await tx.row<{ id: string }>(
      'SELECT id FROM students WHERE school_id = $1 AND admission_number = $2',
      [school, admissionNumber],
    );
    const made = await credit(
      tx,
      { actor: null, place: null, idempotencyKey: `${admissionNumber}:${amount}` },
      {
        kind: 'collection',
        studentId: student?.id ?? '',
        amount: BigInt(amount * 100),
        counter: 'm-pesa',
        method: null,
        reference: 'UAFB4CK123',
      },
    );
    return made.id;
  });
  return { admissionNumber, sysid };
}

const propose = (who: Person, sysid: string) =>
  who.ask<ReversalProposal>(contract.proposeReversal, { sysid, reason: 'Paid for another child' });

describe('reversal of an M-Pesa collection', () => {
  it('an M-Pesa collection is reversed only after one person proposes it and another approves it', async () => {
    const { admissionNumber, sysid } = await collected(500);
    await collected(300);
    expect(await reverse(head, sysid)).toMatchObject({ status: 422, problem: 'wallet.not-proposed' });
    expect((await propose(bursar, sysid)).body).toMatchObject({ own: true, reason: 'Paid for another child' });
    expect(await propose(head, sysid)).toMatchObject({ status: 409, problem: 'wallet.proposed-already' });
    expect(await reverse(bursar, sysid)).toMatchObject({ status: 422, problem: 'wallet.same-person' });
    const seen = async (who: Person) =>
      (await who.ask<StatementRow[]>(contract.getStatement, { admissionNumber })).body.find(
        (row) => row.sysid === sysid,
      )?.proposal;
    expect(await seen(bursar)).toMatchObject({ own: true });
    expect(await seen(head)).toMatchObject({ own: false, reason: 'Paid for another child', by: 'Wanjiru Otieno' });
    const waiting = async () =>
      (await head.ask<BalanceRow[]>(contract.getBalances, { waiting: 'reversal' })).body.map(
        (row) => row.admissionNumber,
      );
    expect(await waiting()).toEqual([admissionNumber]);
    expect((await reverse(head, sysid)).body).toMatchObject({ balance: 1 });
    expect(await seen(head)).toBeNull();
    expect(await waiting()).toEqual([]);
    expect((await reverse(head, sysid)).problem).toBe('wallet.already-reversed');
    expect((await propose(head, sysid)).problem).toBe('wallet.already-reversed');
  });

  it('a rejected reversal proposal cannot be used to reverse the M-Pesa collection', async () => {
    const { sysid } = await collected(500);
    await propose(bursar, sysid);
    expect((await head.ask(contract.rejectReversal, { sysid })).status).toBe(200);
    expect((await head.ask(contract.rejectReversal, { sysid })).problem).toBe('wallet.no-proposal');
    expect((await reverse(head, sysid)).problem).toBe('wallet.not-proposed');
  });

  it('a database constraint rejects a reversal approved by its proposer', async () => {
    const { sysid } = await collected(500);
    await propose(bursar, sysid);
    const approved = server.context.db.inSchool(school, (tx) =>
      tx.row(
        `UPDATE reversal_proposals SET decision = 'approved', decided_by = by_user, decided_at = now()
         WHERE school_id = $1 AND entry_id = $2`,
        [school, sysid],
      ),
    );
    await expect(approved).rejects.toThrow(/reversal_second_person/);
  });

  it('a proposal notifies the other office users, and the reversal every guardian', async () => {
    const { admissionNumber, sysid } = await collected(500);
    const { body } = await bursar.ask<{ rows: never }>(students.getStudents, { search: admissionNumber });
    const [student] = body as unknown as { sysid: string }[];
    const phones = ['254711000201', '254711000202'];
    for (const mobileNumber of phones) {
      await bursar.ask(students.addContact, { studentSYSID: student?.sysid, name: 'Mama Amina', mobileNumber });
    }
    await propose(bursar, sysid);
    const notices = async (who: Person) => (await who.ask<NoticeRow[]>(getNotifications)).body.map(({ kind }) => kind);
    expect([await notices(head), await notices(bursar)]).toEqual([
      expect.arrayContaining(['reversal.proposed']),
      expect.not.arrayContaining(['reversal.proposed']),
    ]);
    const waiting = async () => (await notices(head)).filter((kind) => kind === 'reversal.proposed').length;
    const before = await waiting();
    // Of two proposals for one student only the decided one is settled.
    const other = (await collected(300, admissionNumber)).sysid;
    await propose(bursar, other);
    expect(await waiting()).toBe(before + 1);
    await head.ask(contract.rejectReversal, { sysid: other });
    expect(await waiting()).toBe(before);
    await reverse(head, sysid);
    expect(await waiting()).toBe(before - 1);
    await server.runJobs();
    const told = server.sent.filter(({ text }) => text.includes('KES 500.00 that was paid by M-Pesa for Amina Juma'));
    expect(told.map(({ to }) => to).sort()).toEqual(phones);
  });

  it('rejects a reversal proposal for a cash deposit or an unknown receipt', async () => {
    const { deposit } = await aStudent(10);
    expect((await propose(head, deposit.receipt.sysid)).problem).toBe('wallet.not-reversible');
    expect((await propose(head, randomUUID())).problem).toBe('wallet.receipt-not-found');
  });
});

describe('reverse', () => {
  it('a reversal refunds the amount with its fee and appears in the statement', async () => {
    const { admissionNumber } = await aStudent(100);
    const paid = await cashOut(admissionNumber, 40);
    expect(paid).toMatchObject({ fee: 2.5, balance: 57.5 });
    expect((await reverse(head, paid.receipt.sysid)).body.balance).toBe(100);
    const rows = (await bursar.ask<StatementRow[]>(contract.getStatement, { admissionNumber })).body;
    expect(rows[0]).toMatchObject({
      kind: 'reversal',
      amount: 42.5,
      fee: -2.5,
      balance: 100,
      reference: 'Wrong child',
    });
    const fees = await server.context.db.inSchool(school, (tx) =>
      tx.row<{ sum: string }>(
        `SELECT sum(p.amount)::text AS sum FROM postings p JOIN accounts a ON a.school_id = p.school_id AND a.id = p.account_id
         WHERE p.school_id = $1 AND a.kind = 'platform-fees'`,
        [school],
      ),
    );
    expect(fees?.sum).toBe('0');
  });

  it('a reversal by the person who made the entry is refused and audited', async () => {
    const { deposit } = await aStudent(10);
    expect((await reverse(bursar, deposit.receipt.sysid)).problem).toBe('wallet.same-person');
    const rows = await server.context.db.inSchool(school, (tx) =>
      tx.rows(`SELECT 1 AS one FROM audit_events WHERE action = 'wallet.reverse.same-person' AND subject_id = $1`, [
        deposit.receipt.sysid,
      ]),
    );
    expect(rows).toHaveLength(1);
  });

  it('20 concurrent reversals reverse an entry once, and the reversal itself cannot be reversed', async () => {
    const { admissionNumber } = await aStudent(100);
    const paid = await cashOut(admissionNumber, 40);
    const third = await server.aPerson('SchoolAdmin', school);
    const asked = Array.from({ length: 20 }, (_, place) =>
      reverse(place % 2 ? head : third, paid.receipt.sysid, randomUUID()),
    );
    const answers = await Promise.all(asked);
    const done = answers.filter((answer) => answer.status === 200);
    expect(done).toHaveLength(1);
    expect(new Set(answers.flatMap((answer) => answer.problem ?? []))).toEqual(new Set(['wallet.already-reversed']));
    const reversal = done[0]?.body.receipt.sysid ?? '';
    expect((await reverse(bursar, reversal)).problem).toBe('wallet.not-reversible');
  });

  it('a second reversal is refused without a key and returns the first answer with the same key', async () => {
    const { deposit } = await aStudent(10);
    const key = randomUUID();
    const first = await reverse(head, deposit.receipt.sysid, key);
    expect(first.status).toBe(200);
    expect((await reverse(head, deposit.receipt.sysid, key)).body).toEqual(first.body);
    expect((await reverse(head, deposit.receipt.sysid)).problem).toBe('wallet.already-reversed');
  });

  it('refuses to reverse a deposit that has already been spent', async () => {
    const { admissionNumber, deposit } = await aStudent(100);
    await cashOut(admissionNumber, 50);
    const answer = await reverse(head, deposit.receipt.sysid);
    expect(answer.body).toMatchObject({ problem: 'wallet.insufficient-funds', detail: { balance: 47.5 } });
  });

  it("another school's user can neither reverse an entry nor validate its token", async () => {
    const { deposit } = await aStudent(10);
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect((await reverse(stranger, deposit.receipt.sysid)).problem).toBe('wallet.receipt-not-found');
    expect((await stranger.ask(contract.validateToken, { token: deposit.receipt.token })).problem).toBe(
      'wallet.receipt-not-found',
    );
    expect((await reverse(head, randomUUID())).problem).toBe('wallet.receipt-not-found');
  });
});

describe('receipt token', () => {
  it('of 50 concurrent scans one finds the token valid; after a reversal it is reported as reversed', async () => {
    const { admissionNumber } = await aStudent(100);
    const { receipt } = await cashOut(admissionNumber, 30);
    const look = await head.ask(contract.validateToken, { token: receipt.token.toLowerCase(), spend: false });
    expect(look.body).toMatchObject({
      status: 'valid',
      amount: 30,
      admissionNumber,
      studentName: 'Amina Juma',
      cashedBy: 'Wanjiru Otieno',
      usedAt: null,
    });
    const scans = await Promise.all(
      Array.from({ length: 50 }, () => head.ask(contract.validateToken, { token: receipt.token })),
    );
    expect(scans.filter((scan) => scan.body.status === 'valid')).toHaveLength(1);
    expect(scans.filter((scan) => scan.body.status === 'used')).toHaveLength(49);
    await reverse(head, receipt.sysid);
    expect((await head.ask(contract.validateToken, { token: receipt.token })).body.status).toBe('reversed');
    expect((await head.ask(contract.validateToken, { token: 'NOSUCHTOKEN' })).problem).toBe('wallet.receipt-not-found');
  });
});

describe('receipt token of a deposit', () => {
  it('rejects the token of a deposit at the till', async () => {
    const { deposit } = await aStudent(10);
    const scan = await head.ask(contract.validateToken, { token: deposit.receipt.token });
    expect(scan.problem).toBe('wallet.receipt-not-found');
  });
});

describe('statement rows', () => {
  it('the statement marks reversed entries and those that the reader made', async () => {
    const { admissionNumber } = await aStudent(100);
    const paid = await cashOut(admissionNumber, 40);
    const rowsOf = async (who: Person) =>
      (await who.ask<StatementRow[]>(contract.getStatement, { admissionNumber })).body.map(
        ({ kind, reversed, own }) => ({ kind, reversed, own }),
      );
    expect(await rowsOf(bursar)).toEqual([
      { kind: 'cash-out', reversed: false, own: true },
      { kind: 'deposit', reversed: false, own: true },
    ]);
    await reverse(head, paid.receipt.sysid);
    expect(await rowsOf(head)).toEqual([
      { kind: 'reversal', reversed: false, own: true },
      { kind: 'cash-out', reversed: true, own: false },
      { kind: 'deposit', reversed: false, own: false },
    ]);
  });
});

describe('getBalances over all students', () => {
  it('sorts balances and finds a student by admission number', async () => {
    const { admissionNumber } = await aStudent(4321);
    const top = await head.ask<BalanceRow[]>(contract.getBalances, { sort: '-balance', page: 1, pageSize: 1 });
    expect(top.body).toMatchObject([{ admissionNumber, names: 'Amina Juma', className: 'Grade 6', balance: 4321 }]);
    expect(Number(top.headers['x-total-count'])).toBeGreaterThan(5);
    const found = await head.ask<BalanceRow[]>(contract.getBalances, { search: admissionNumber });
    expect(found.body).toHaveLength(1);
  });
});
