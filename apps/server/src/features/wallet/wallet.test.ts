import { randomUUID } from 'node:crypto';
import { parseKes } from '@mfuko/contract/money';
import * as students from '@mfuko/contract/students';
import type { Moved, StatementRow } from '@mfuko/contract/wallet';
import * as contract from '@mfuko/contract/wallet';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';

const PIN = '274951';

let server: TestServer;
let school: string;
let classSYSID: string;
let bursar: Person;
let owner: pg.Client;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  classSYSID = await server.aClass(school);
  bursar = await server.aPerson('SchoolAdmin', school);
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

async function aStudent(balance?: string): Promise<string> {
  const admissionNumber = String(70_000 + aNumber());
  const made = await bursar.ask(students.createStudent, {
    admissionNumber,
    names: 'Amina Juma',
    classSYSID,
    checkPin: PIN,
  });
  expect(made.status).toBe(200);
  if (balance) expect((await deposit(admissionNumber, balance)).status).toBe(200);
  return admissionNumber;
}

function deposit(admissionNumber: string, amount: unknown, key?: string) {
  return bursar.ask<Moved>(contract.deposit, { admissionNumber, amount }, key ? { key } : {});
}

function cashOut(admissionNumber: string, amount: unknown, extra: object = {}, key?: string) {
  return bursar.ask<Moved>(contract.cashOutPin, { admissionNumber, amount, pin: PIN, ...extra }, key ? { key } : {});
}

async function statement(admissionNumber: string): Promise<StatementRow[]> {
  return (await bursar.ask<StatementRow[]>(contract.getStatement, { admissionNumber })).body;
}

async function balance(admissionNumber: string): Promise<number> {
  return (await bursar.ask<{ balance: number }>(contract.getWallet, { admissionNumber })).body.balance;
}

/** Sums in cents, since decimals do not add up in floating point. */
function sumOf(rows: StatementRow[]): number {
  return rows.reduce((sum, row) => sum + Math.round(row.amount * 100), 0) / 100;
}

describe('deposits and cash-outs', () => {
  it('deposits and cash-outs return receipts, and the statement adds up to the balance', async () => {
    const student = await aStudent();
    const paidIn = await deposit(student, '150.50');
    expect(paidIn.body).toMatchObject({ balance: 150.5, amount: 150.5, fee: 0 });
    expect(paidIn.body.receipt.token).toMatch(/^[0-9A-Z]{16}$/);
    const paidOut = await cashOut(student, 50, { userName: bursar.phone });
    expect(paidOut.body).toMatchObject({ balance: 100.5, amount: 50 });
    const rows = await statement(student);
    expect(rows.map((row) => [row.kind, row.amount, row.balance])).toEqual([
      ['cash-out', -50, 100.5],
      ['deposit', 150.5, 150.5],
    ]);
    expect(rows[0]?.by).toBe('Wanjiru Otieno');
    expect(await balance(student)).toBe(100.5);
  });

  it('a cash-out adds its fee up to the cap and is refused if the balance cannot pay both', async () => {
    const otherSchool = await server.aSchool();
    const desk = await server.aPerson('SchoolAdmin', otherSchool);
    const classId = await server.aClass(otherSchool);
    await server.context.db.inSchool(otherSchool, (tx) =>
      tx.row(
        `INSERT INTO fee_rules (school_id, kind, fixed, basis_points, cap) VALUES ($1, 'cash-out', 100, 250, 600)`,
        [otherSchool],
      ),
    );
    await desk.ask(students.createStudent, {
      admissionNumber: '1',
      names: 'Juma Ali',
      classSYSID: classId,
      checkPin: PIN,
    });
    await desk.ask(contract.deposit, { admissionNumber: '1', amount: 1000 });
    const small = await desk.ask(contract.cashOutPin, { admissionNumber: '1', amount: 100, pin: PIN });
    expect(small.body).toMatchObject({ fee: 3.5, balance: 896.5 });
    const large = await desk.ask(contract.cashOutPin, { admissionNumber: '1', amount: 500, pin: PIN });
    expect(large.body).toMatchObject({ fee: 6, balance: 390.5 });
    const short = await desk.ask(contract.cashOutPin, { admissionNumber: '1', amount: 390, pin: PIN });
    expect(short.problem).toBe('wallet.insufficient-funds');
  });

  it('refuses an overdraft, an amount over the limit and a wrong PIN without changing the wallet', async () => {
    const student = await aStudent('120');
    const more = await cashOut(student, 120.01);
    expect(more.body).toMatchObject({
      code: '422',
      message: 'Not enough money: balance is KES 120.00',
      detail: { balance: 120 },
    });
    expect((await deposit(student, 20_000.01)).problem).toBe('wallet.over-limit');
    expect((await deposit(student, 20_000)).status).toBe(200);
    expect((await cashOut(student, 1, { pin: '274952' })).problem).toBe('pin.wrong');
    expect(await balance(student)).toBe(20_120);
    expect(await statement(student)).toHaveLength(2);
  });

  it('accepts amounts only in the wire format', async () => {
    const student = await aStudent();
    for (const amount of [0, -5, 0.1 + 0.2, 1e21, '10 ', 'NaN', '1e3', '٣', null, {}, [5], true, '', '0.00', '1.234']) {
      const answer = await deposit(student, amount);
      expect([amount, answer.status]).toEqual([amount, 400]);
    }
    expect(await statement(student)).toEqual([]);
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.double(), fc.integer(), fc.stringMatching(/^\d{1,9}(\.\d{0,3})?$/)),
        (value) => {
          expect(parseKes(value) !== null).toBe(/^\d{1,7}(\.\d{1,2})?$/.test(String(value)));
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('rejects and audits a cash-out that does not name the signed-in user', async () => {
    const student = await aStudent('100');
    for (const userName of ['254799999999', '', undefined]) {
      const answer = await cashOut(student, 10, { userName });
      expect([userName, answer.status, answer.problem]).toEqual([userName, 403, 'user.not-signed-in-user']);
    }
    const rows = await server.context.db.inSchool(school, (tx) =>
      tx.rows(`SELECT 1 AS one FROM audit_events WHERE action = 'wallet.cash-out.other-name' AND actor_id = $1`, [
        bursar.userId,
      ]),
    );
    expect(rows).toHaveLength(3);
    expect(await balance(student)).toBe(100);
  });

  it("another school's user cannot pay into, out of or read a wallet", async () => {
    const student = await aStudent('100');
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect((await stranger.ask(contract.deposit, { admissionNumber: student, amount: 5 })).problem).toBe(
      'student.not-found',
    );
    expect((await stranger.ask(contract.getStatement, { admissionNumber: student })).problem).toBe('student.not-found');
    expect((await stranger.ask(contract.cashOutPin, { admissionNumber: student, amount: 5, pin: PIN })).problem).toBe(
      'student.not-found',
    );
  });
});

describe('idempotency and concurrency', () => {
  it('50 concurrent deposits with one key credit once and all get the same answer', async () => {
    const student = await aStudent();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => deposit(student, 70, key)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await balance(student)).toBe(70);
    expect((await deposit(student, 71, key)).problem).toBe('idempotency.other-input');
  });

  it('a refused key is refused again even when the wallet can pay by then', async () => {
    const student = await aStudent('10');
    const key = randomUUID();
    expect((await cashOut(student, 50, {}, key)).problem).toBe('wallet.insufficient-funds');
    await deposit(student, 100);
    expect((await cashOut(student, 50, {}, key)).problem).toBe('wallet.insufficient-funds');
    expect((await cashOut(student, 50, {}, randomUUID())).status).toBe(200);
  });

  it('the same cash-out without a key within 10 seconds is a double press, after 11 seconds a new one', async () => {
    const student = await aStudent('500');
    const [first, second] = await Promise.all([cashOut(student, 50), cashOut(student, 50)]);
    expect(second?.body.receipt).toEqual(first?.body.receipt);
    expect(await balance(student)).toBe(450);
    expect((await cashOut(student, 51)).body.balance).toBe(399);
    // Date the entries back with triggers off, since the tables are append-only even for their owner.
    await owner.query('ALTER TABLE journal_entries DISABLE TRIGGER append_only');
    await owner.query(`SET app.school_id = '${school}'`);
    const aged = await owner.query(`UPDATE journal_entries SET at = at - interval '11 seconds'`);
    expect(aged.rowCount).toBeGreaterThan(0);
    await owner.query('ALTER TABLE journal_entries ENABLE TRIGGER append_only');
    const later = await cashOut(student, 50);
    expect(later.body.receipt.sysid).not.toBe(first?.body.receipt.sysid);
    expect(await balance(student)).toBe(349);
  });

  it('60 concurrent cash-outs never overdraw a wallet', async () => {
    const student = await aStudent('1000');
    const amounts = Array.from({ length: 60 }, (_, place) => 10 + ((place * 37) % 50));
    const answers = await Promise.all(amounts.map((amount) => cashOut(student, amount, {}, randomUUID())));
    const paid = answers.filter((answer) => answer.status === 200).reduce((sum, answer) => sum + answer.body.amount, 0);
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 422]));
    const left = await balance(student);
    expect(left).toBe(1000 - paid);
    expect(left).toBeGreaterThanOrEqual(0);
    const rows = await statement(student);
    expect(sumOf(rows)).toBe(left);
    expect(new Set(rows.map((row) => row.balance)).size).toBe(rows.length);
  });
});

describe('ledger constraints', () => {
  it('the application can neither change journal rows nor write unbalanced postings', async () => {
    const student = await aStudent('100');
    expect(await balance(student)).toBe(100);
    const statements = ['journal_entries', 'postings'].flatMap((table) => [
      `UPDATE ${table} SET at = at`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table}`,
    ]);
    for (const text of statements) {
      await expect(server.context.db.inSchool(school, (tx) => tx.row(text))).rejects.toThrow(/permission denied/);
    }
    const wallet = (
      await server.context.db.inSchool(school, (tx) =>
        tx.row<{ id: string }>('SELECT id FROM students WHERE admission_number = $1', [student]),
      )
    )?.id;
    const bad: [string, string[]][] = [
      ['one leg', ['5']],
      ['no leg', []],
      ['unequal legs', ['5', '-4']],
    ];
    for (const [, legs] of bad) {
      const id = randomUUID();
      const attempt = server.context.db.inSchool(school, async (tx) => {
        await tx.row(
          `INSERT INTO journal_entries (school_id, id, kind, student_id, amount, fee, by_user) VALUES ($1, $2, 'deposit', $3, 5, 0, $4)`,
          [school, id, wallet, bursar.userId],
        );
        for (const [leg, amount] of legs.entries()) {
          await tx.row(
            'INSERT INTO postings (school_id, entry_id, leg, account_id, amount, at) VALUES ($1, $2, $3, $4, $5, now())',
            [school, id, leg + 1, wallet, amount],
          );
        }
      });
      await expect(attempt).rejects.toThrow(/sum to zero/);
    }
    const wrongBalance = server.context.db.inSchool(school, (tx) =>
      tx.row('UPDATE accounts SET balance = balance + 1 WHERE id = $1', [wallet]),
    );
    await expect(wrongBalance).rejects.toThrow(/what its postings say/);
    const late = server.context.db.inSchool(school, (tx) =>
      tx.row(
        `INSERT INTO postings (school_id, entry_id, leg, account_id, amount, at)
         SELECT school_id, id, 3, student_id, 500, now() FROM journal_entries WHERE student_id = $1`,
        [wallet],
      ),
    );
    await expect(late).rejects.toThrow(/sum to zero/);
  });

  it('a check constraint rejects a negative wallet balance', async () => {
    await aStudent('100');
    await expect(
      server.context.db.inSchool(school, (tx) => tx.row(`UPDATE accounts SET balance = -1 WHERE kind = 'wallet'`)),
    ).rejects.toThrow(/wallet_never_below_zero/);
  });

  it("the school's postings sum to zero, and each wallet equals the sum of its postings", async () => {
    const [sums] = await server.context.db.inSchool(school, (tx) =>
      tx.rows<{ total: string; wrong: number }>(
        `SELECT (SELECT COALESCE(sum(amount), 0)::text FROM postings WHERE school_id = $1) AS total,
                (SELECT count(*)::int FROM accounts a WHERE a.school_id = $1 AND a.kind = 'wallet'
                   AND a.balance <> (SELECT COALESCE(sum(amount), 0) FROM postings p WHERE p.school_id = $1 AND p.account_id = a.id)) AS wrong`,
        [school],
      ),
    );
    expect(sums).toEqual({ total: '0', wrong: 0 });
  });
});
