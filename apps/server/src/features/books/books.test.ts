import * as contract from '@mfuko/contract/books';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { type PlatformSchool, platformSchools } from '@mfuko/contract/platform';
import { printStatements, type Statements } from '@mfuko/contract/statements';
import { deposit, type Moved, reverse } from '@mfuko/contract/wallet';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { type PaymentsGateway, readResult } from '../../gateways/payments/index.ts';
import { newId } from '../../platform/records/id.ts';
import { aBook, aStudent, type Book, move, openOwner } from './books.testkit.ts';
import { closeDays } from './close.ts';
import { BOOKS_CHECK, BOOKS_VERIFY, bookJobs } from './jobs.ts';
import { handleBalanceCallback } from './provider.ts';
import { verifyBooks } from './verify.ts';

let server: TestServer;
let owner: pg.Client;
let book: Book;

const noGateway = {} as PaymentsGateway;

beforeAll(async () => {
  server = await openTestServer();
  owner = await openOwner(server.ownerUrl);
  book = await aBook(server, owner);
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

const read = async (who: Person) => (await who.ask<contract.Books>(contract.books)).body;

/** Builds M-Pesa's answer to an account balance query. */
function told(utility: string) {
  const account = `Working Account|KES|0.00|0.00|0.00|0.00&Utility Account|KES|${utility}|${utility}|0.00|0.00&Charges Paid Account|KES|-120.00|-120.00|0.00|0.00`;
  const ResultParameter = [{ Key: 'AccountBalance', Value: account }];
  const answer = readResult({
    Result: { ResultType: '0', ResultCode: '0', ResultDesc: 'ok', ResultParameters: { ResultParameter } },
  });
  if (!answer) throw new TypeError('The callback is no result.');
  return answer;
}

describe('books', () => {
  it('list what is owed and held, without a difference', async () => {
    const { owed, held, ...books } = await read(book.bursar);
    const parts = Object.fromEntries([...owed, ...held].map(({ part, amount }) => [part, amount]));
    expect(parts).toMatchObject({ wallet: 2_790, 'platform-fees': 10, 'cash-desk': 2_800, 'm-pesa': 0 });
    expect(books).toMatchObject({ totalOwed: 2_800, totalHeld: 2_800, difference: 0, since: null, provider: null });
  });

  it('closeDays closes each day once, in a hash chain, with its sums', async () => {
    expect(await closeDays(server.context, book.school, { tool: 'test' })).toBe(0);
    const { body: days } = await book.bursar.ask<contract.BookDayRow[]>(contract.bookDays);
    expect(days.map(({ movements: entries }) => entries)).toEqual([0, 3, 3, 3]);
    expect(days[1]).toMatchObject({
      owed: 2_100,
      held: 2_100,
      difference: 0,
      state: 'sealed',
      providerDifference: null,
    });
    const one = await book.bursar.ask<contract.BookDay>(contract.bookDayOne, { day: days[2]?.day });
    expect(one.body.parts).toContainEqual({ part: 'cash-desk', amount: 1_400, change: 700 });
    expect(one.body.moved).toContainEqual({ kind: 'cash-out', count: 1, amount: 100, fee: 2.5 });
    expect(one.body.number).toBe(2);
    const first = await book.bursar.ask<contract.BookDay>(contract.bookDayOne, { day: days[3]?.day });
    expect(one.body.before).toBe(first.body.seal);
    expect(first.body.before).toBeNull();
    const open = await book.bursar.ask(contract.bookDayOne, { day: '2099-01-01' });
    expect(open.problem).toBe('books.no-day');
  });

  it("bookPostings lists an account's postings of the own school", async () => {
    const { body, headers } = await book.bursar.ask<contract.BookPosting[]>(contract.bookPostings, {
      part: 'cash-desk',
      page: 1,
      pageSize: 2,
    });
    expect(headers['x-total-count']).toBe('12');
    expect(body[0]).toMatchObject({ part: 'cash-desk', kind: 'cash-out', amount: -100 });
    expect(body[1]).toMatchObject({ kind: 'deposit', amount: 300, admissionNumber: book.students[1].admissionNumber });
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect((await stranger.ask<unknown[]>(contract.bookPostings, { part: 'cash-desk' })).body).toEqual([]);
    expect((await read(stranger)).totalHeld).toBe(0);
  });

  it('the application and the owner are refused changes of a closed day', async () => {
    await owner.query('ALTER TABLE book_days ENABLE TRIGGER USER');
    for (const statement of [
      `UPDATE book_days SET movements = 0 WHERE school_id = $1`,
      `DELETE FROM book_days WHERE school_id = $1`,
    ]) {
      await expect(server.context.db.inSchool(book.school, (tx) => tx.row(statement, [book.school]))).rejects.toThrow(
        /permission denied/,
      );
      await expect(owner.query(statement, [book.school])).rejects.toThrow(/append|only|change/i);
    }
    await owner.query('ALTER TABLE book_days DISABLE TRIGGER USER');
  });

  it("a touched row raises one notice to the staff and shows the school's figures to the platform", async () => {
    const { school, bursar, students, days } = await aBook(server, owner);
    const jobs = bookJobs(server.context, noGateway);
    await jobs[BOOKS_VERIFY]?.({});
    expect(await read(bursar)).toMatchObject({ looked: { findings: [] } });
    await owner.query('UPDATE accounts SET balance = balance + 15000 WHERE school_id = $1 AND id = $2', [
      school,
      students[0].id,
    ]);
    await jobs[BOOKS_CHECK]?.({});
    expect(await read(bursar)).toMatchObject({ difference: -150, since: expect.any(String) });
    await owner.query('UPDATE accounts SET balance = balance - 15000 WHERE school_id = $1 AND id = $2', [
      school,
      students[0].id,
    ]);
    await owner.query(`UPDATE journal_entries SET reference = 'x' WHERE school_id = $1 AND id = $2`, [
      school,
      days[1]?.[0],
    ]);
    await jobs[BOOKS_VERIFY]?.({});
    await jobs[BOOKS_CHECK]?.({});
    const now = await read(bursar);
    expect(now.difference).toBe(0);
    expect(now.looked?.findings).toEqual([
      expect.objectContaining({
        check: 'sealed',
        movementSYSID: days[1]?.[0],
        admissionNumber: students[0].admissionNumber,
      }),
    ]);
    const rows = (await bursar.ask<contract.BookDayRow[]>(contract.bookDays)).body;
    expect(rows.map(({ state }) => state)).toEqual(['sealed', 'sealed', 'touched', 'sealed']);
    const bell = (await bursar.ask<NoticeRow[]>(getNotifications)).body.filter(({ kind }) => kind === 'books.wrong');
    expect(bell).toHaveLength(1);
    expect(bell[0]).toMatchObject({ severity: 'urgent', params: { difference: 'KES -150.00' } });
    const admin = await server.aPerson('Admin');
    const wrong = await admin.ask<PlatformSchool[]>(platformSchools, { booksWrong: true });
    expect(wrong.body.map((row) => [row.sysid, row.booksDifference, row.booksFindings])).toEqual([[school, 0, 1]]);
  });

  it('books unverified for three days raise one notice, an hour after the start at the earliest', async () => {
    const { school, head } = await aBook(server, owner);
    let now = Date.now();
    const jobs = bookJobs({ ...server.context, clock: { now: () => now } }, noGateway);
    const hourly = () => jobs[BOOKS_CHECK]?.({});
    const bell = async () =>
      (await head.ask<NoticeRow[]>(getNotifications)).body.filter(({ kind }) => kind === 'books.unverified');
    // The first entry is four days old and no full check has run: the server has just started and is allowed an hour.
    await hourly();
    expect(await bell()).toEqual([]);
    now += 61 * 60_000;
    await hourly();
    expect(await bell()).toMatchObject([{ severity: 'warning', params: { days: 4 } }]);
    const lookedAgo = (hours: number) =>
      server.context.db.inSchool(school, async (tx) => {
        await tx.row('DELETE FROM notices WHERE school_id = $1', [school]);
        await tx.row(
          'UPDATE book_states SET whole_at = now(), night_at = now() - make_interval(hours => $2) WHERE school_id = $1',
          [school, hours],
        );
      });
    await lookedAgo(71);
    await hourly();
    expect(await bell()).toEqual([]);
    await lookedAgo(73);
    await hourly();
    await hourly();
    expect(await bell()).toHaveLength(1);
  });

  it("M-Pesa's balance is compared with the books, and explained differences are taken in", async () => {
    const { school, bursar, head } = await aBook(server, owner);
    const BY = { job: 'test', id: null };
    const look = (utility: string) =>
      server.context.db.inSchool(school, async (tx) => {
        const id = newId();
        await tx.row('INSERT INTO provider_balances (school_id, id) VALUES ($1, $2)', [school, id]);
        await handleBalanceCallback(tx, id, told(utility), BY);
        // M-Pesa may send the same answer twice.
        await handleBalanceCallback(tx, id, told('1.00'), BY);
      });
    await look('850.00');
    expect((await read(bursar)).provider).toMatchObject({ balance: 850, expected: 0, difference: 850 });
    const bell = async () =>
      (await head.ask<NoticeRow[]>(getNotifications)).body.filter(({ kind }) => kind.startsWith('books.'));
    expect(await bell()).toHaveLength(0);
    const said = await bursar.ask(contract.explainDifference, {
      amount: '1000',
      reason: 'There before the first payment',
    });
    expect(said.body).toMatchObject({ explained: 1_000 });
    const { provider } = await read(bursar);
    expect(provider).toMatchObject({ expected: 1_000, difference: -150, since: expect.any(String) });
    await look('850.00');
    expect((await bell()).map(({ kind }) => kind)).toEqual(['books.wrong', 'books.explained']);
    await look('1000.00');
    expect((await read(bursar)).provider).toMatchObject({ difference: 0, since: null });
    // Two answers in a row show more than the books know: payments are missing.
    await look('1250.00');
    const from = Date.now();
    await look('1250.00');
    const missing = (await head.ask<NoticeRow[]>(getNotifications)).body.filter(
      ({ kind }) => kind === 'payment.missing',
    );
    expect(missing).toMatchObject([{ severity: 'urgent', params: { amount: 'KES 250.00' } }]);
    const reach = Date.parse(String(missing[0]?.params.before)) + 48 * 3_600_000;
    expect([reach >= from, reach <= Date.now()]).toEqual([true, true]);
    await look('1000.00');
    for (const amount of ['0', 'x', '1.234'])
      expect((await bursar.ask(contract.explainDifference, { amount, reason: 'no' })).status).toBe(400);
  });
});

describe('random movements of a school', () => {
  it('keep owed equal to held, statements exact and the verification free of findings', async () => {
    const school = await server.aSchool();
    const [bursar, head] = [await server.aPerson('SchoolAdmin', school), await server.aPerson('SchoolAdmin', school)];
    const classSYSID = await server.aClass(school);
    const students = [await aStudent(bursar, classSYSID), await aStudent(bursar, classSYSID)];
    await server.context.db.inSchool(school, (tx) =>
      tx.row(`INSERT INTO fee_rules (school_id, kind, fixed, basis_points) VALUES ($1, 'cash-out', 33, 155)`, [school]),
    );
    const model = new Map(students.map(({ admissionNumber }) => [admissionNumber, 0]));
    const receipts: { sysid: string; admissionNumber: string; cents: number }[] = [];
    const step = fc.record({
      what: fc.constantFrom('deposit', 'cash-out', 'reverse'),
      who: fc.nat(1),
      cents: fc.integer({ min: 1, max: 90_000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
        for (const { what, who, cents } of steps) {
          const student = students[who];
          if (!student) continue;
          if (what === 'deposit') {
            const made = await bursar.ask<Moved>(
              deposit,
              { admissionNumber: student.admissionNumber, amount: cents / 100 },
              { key: newId() },
            );
            model.set(student.admissionNumber, (model.get(student.admissionNumber) ?? 0) + cents);
            receipts.push({ sysid: made.body.receipt.sysid, admissionNumber: student.admissionNumber, cents });
          } else if (what === 'cash-out') {
            const fee = 33 + Math.round((cents * 155) / 10_000);
            const left = (model.get(student.admissionNumber) ?? 0) - cents - fee;
            const paid = await server.context.db
              .inSchool(school, (tx) => move(tx, bursar, 'cash-out', student.id, BigInt(cents)))
              .catch(() => null);
            expect(paid !== null).toBe(left >= 0);
            if (paid) model.set(student.admissionNumber, left);
          } else if (receipts.length > 0) {
            const taken = receipts[cents % receipts.length];
            const { status } = await head.ask(reverse, { sysid: taken?.sysid, reason: 'Wrong' });
            if (status === 200 && taken)
              model.set(taken.admissionNumber, (model.get(taken.admissionNumber) ?? 0) - taken.cents);
          }
        }
        const books = await read(bursar);
        expect(books.difference).toBe(0);
        const { body } = await bursar.ask<Statements>(printStatements, { classSYSID });
        for (const { opening, moneyIn, moneyOut, fees, closing, lines } of body.statements) {
          expect(cents(opening) + cents(moneyIn) - cents(moneyOut)).toBe(cents(closing));
          expect(lines.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(cents(closing));
          expect(lines.reduce((sum, { fee }) => sum + cents(fee), 0)).toBe(cents(fees));
        }
        expect(new Map(body.statements.map((each) => [each.admissionNumber, cents(each.closing)]))).toEqual(model);
        const held = body.statements.reduce((sum, { closing }) => sum + cents(closing), 0);
        expect(cents(books.owed.find(({ part }) => part === 'wallet')?.amount ?? -1)).toBe(held);
        expect((await verifyBooks(server.context, school)).findings).toEqual([]);
      }),
      { numRuns: 4 },
    );
  });
});

describe('printStatements', () => {
  const ask = (input: object) => book.bursar.ask<Statements>(printStatements, input);

  it('a statement opens and closes with the balances of its period', async () => {
    const days = (await book.bursar.ask<contract.BookDayRow[]>(contract.bookDays)).body;
    const { admissionNumber } = book.students[0];
    const { body } = await ask({ admissionNumber, from: days[2]?.day, to: days[1]?.day });
    const [sheet] = body.statements;
    expect(sheet).toMatchObject({ opening: 397.5, moneyIn: 1_000, moneyOut: 205, fees: 5, closing: 1_192.5 });
    expect(sheet?.lines.map(({ amount, balance }) => [amount, balance])).toEqual([
      [500, 897.5],
      [-102.5, 795],
      [500, 1_295],
      [-102.5, 1_192.5],
    ]);
    expect(body.school.officialName).toContain('Academy');
    const all = (await ask({ admissionNumber })).body.statements[0];
    expect(all).toMatchObject({ opening: 0, closing: 1_590 });
  });

  it('needs one student or one class of the own school', async () => {
    const { admissionNumber } = book.students[0];
    expect((await ask({})).status).toBe(400);
    expect((await ask({ admissionNumber, classSYSID: newId() })).status).toBe(400);
    expect((await ask({ classSYSID: newId() })).problem).toBe('class.not-found');
    expect((await ask({ admissionNumber: '999999' })).problem).toBe('student.not-found');
  });
});

function cents(shillings: number): number {
  return Math.round(shillings * 100);
}
