import * as contract from '@mfuko/contract/books';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../../../tests/kit.ts';
import { type PaymentsGateway, readResult } from '../../gateways/payments/index.ts';
import { newId } from '../../platform/records/id.ts';
import { credit } from '../ledger/index.ts';
import { openCashDesk } from '../tills/tills.testkit.ts';
import { alert } from './alert.ts';
import { aBook, type Book, keepRows, openOwner, reverse } from './books.testkit.ts';
import { wordsOf } from './finding.ts';
import { BOOKS_CHECK, bookJobs } from './jobs.ts';
import { handleBalanceCallback } from './provider.ts';
import { verifyBooks } from './verify.ts';

let server: TestServer;
let owner: pg.Client;
let book: Book;
let putBack: () => Promise<void>;

beforeAll(async () => {
  server = await openTestServer();
  owner = await openOwner(server.ownerUrl);
  await owner.query('ALTER TABLE tills NO FORCE ROW LEVEL SECURITY; ALTER TABLE tills DISABLE TRIGGER USER');
  book = await aBook(server, owner);
  putBack = await keepRows(owner);
});
afterEach(() => putBack());
afterAll(async () => {
  await owner.end();
  await server.close();
});

const verify = async (school: string) => (await verifyBooks(server.context, school)).findings;
const bell = async (kind: string) =>
  (await book.head.ask<NoticeRow[]>(getNotifications)).body.filter((notice) => notice.kind === kind);

describe('touched rows', () => {
  async function reversed() {
    const id = await reverse(server, book, book.days[3]?.[0] ?? '');
    expect(await verify(book.school)).toEqual([]);
    return id;
  }

  it('finds a reversal moved to another student', async () => {
    const id = await reversed();
    await owner.query('UPDATE journal_entries SET student_id = $3 WHERE school_id = $1 AND id = $2', [
      book.school,
      id,
      book.students[1].id,
    ]);
    const found = await verify(book.school);
    expect(found.filter(({ movementSYSID }) => movementSYSID === id).map(({ check }) => check)).toEqual(
      expect.arrayContaining(['student', 'reversal']),
    );
  });

  it('finds a reversal with a changed fee', async () => {
    const id = await reversed();
    await owner.query('UPDATE journal_entries SET fee = fee + 1 WHERE school_id = $1 AND id = $2', [book.school, id]);
    expect((await verify(book.school)).map(({ check }) => check)).toContain('reversal');
  });

  it("finds a gap in a statement's positions", async () => {
    const { id } = book.students[1];
    await owner.query(
      'UPDATE postings SET position = position + 1 WHERE school_id = $1 AND account_id = $2 AND position = 4',
      [book.school, id],
    );
    const places = (await verify(book.school)).filter(({ check }) => check === 'position');
    expect(places).toMatchObject([{ says: 'place 5', should: 'place 4', movementSYSID: book.days[3]?.[1] }]);
  });
});

it('finds a balance that was below zero, even if the statement adds up', async () => {
  const wallet = [book.school, book.students[1].id];
  await owner.query(
    'UPDATE postings SET amount = -amount WHERE school_id = $1 AND account_id = $2 AND position = 1',
    wallet,
  );
  await owner.query(
    'UPDATE postings SET balance_after = balance_after - 60000 WHERE school_id = $1 AND account_id = $2',
    wallet,
  );
  const found = (await verify(book.school)).filter(({ check }) => check === 'running-balance');
  expect(found).toMatchObject([{ says: 'KES -300.00', movementSYSID: book.days[0]?.[1] }]);
});

it('wordsOf prints a finding in one line', () => {
  const bare = { check: 'sum', movementSYSID: null, admissionNumber: null, day: null, says: '1', should: '2' };
  expect(wordsOf(bare)).toBe('sum: says 1, should be 2');
  const full = { ...bare, movementSYSID: 'M', admissionNumber: '7', day: '2026-01-02' };
  expect(wordsOf(full)).toBe('sum: day 2026-01-02, movement M, student 7, says 1, should be 2');
});

it('a till closed with a variance verifies, and a changed count or rest is found', async () => {
  const desk = await openCashDesk(server);
  const { sysid } = (await desk.open(desk.bursar, 20)).body;
  expect((await desk.close(desk.bursar, { counted: 19.95, left: 5 })).status).toBe(200);
  expect(await verify(desk.school)).toEqual([]);
  const set = (change: string) =>
    owner.query(`UPDATE tills SET ${change} WHERE school_id = $1 AND id = $2`, [desk.school, sysid]);
  await set('counted = counted + 100');
  expect(await verify(desk.school)).toMatchObject([
    { check: 'till', says: expect.stringMatching(/^variance KES -0\.05, till of /), should: 'variance KES 0.95' },
  ]);
  await set('counted = counted - 100, left_in = left_in + 1');
  expect(await verify(desk.school)).toMatchObject([
    { check: 'till', says: expect.stringMatching(/^KES 5\.00, till of /), should: 'KES 5.01' },
  ]);
});

describe('balance reported by M-Pesa', () => {
  function told(utility: string) {
    const Value = `Utility Account|KES|${utility}|${utility}|0.00|0.00`;
    const ResultParameters = { ResultParameter: [{ Key: 'AccountBalance', Value }] };
    const answer = readResult({ Result: { ResultType: '0', ResultCode: '0', ResultDesc: 'ok', ResultParameters } });
    if (!answer) throw new TypeError('The callback is no result.');
    return answer;
  }
  const callback = (utility: string) =>
    server.context.db.inSchool(book.school, async (tx) => {
      const id = newId();
      await tx.row('INSERT INTO provider_balances (school_id, id) VALUES ($1, $2)', [book.school, id]);
      await handleBalanceCallback(tx, id, told(utility), { job: 'test', id: null });
    });
  const read = async () => (await book.bursar.ask<contract.Books>(contract.books)).body;

  it('is compared with the M-Pesa account and raises a notice at the second answer only', async () => {
    await server.context.db.inSchool(book.school, (tx) =>
      credit(
        tx,
        { actor: book.bursar, place: null, idempotencyKey: newId() },
        {
          kind: 'collection',
          studentId: book.students[0].id,
          amount: 700n,
          counter: 'm-pesa',
          method: null,
          reference: null,
        },
      ),
    );
    await callback('7.00');
    expect((await read()).provider).toMatchObject({ balance: 7, expected: 7, difference: 0 });
    await callback('6.99');
    expect((await read()).provider).toMatchObject({ difference: -0.01 });
    // One answer may have missed a payment on its way; the hourly check in between does not count as a second answer.
    const wrong = () => bell('books.wrong');
    expect(await wrong()).toEqual([]);
    await callback('6.99');
    expect(await wrong()).toMatchObject([{ params: { atProvider: 'KES -0.01', count: 0 } }]);
    const days = (await book.bursar.ask<contract.BookDayRow[]>(contract.bookDays)).body;
    expect(days.map(({ providerDifference }) => providerDifference)).toEqual([null, null, null, null]);
  });
});

it('a difference of one cent raises a notice', async () => {
  const { school } = book;
  const stand = (difference: number, provider = 0) =>
    server.context.db.inSchool(school, async (tx) => {
      await tx.row('DELETE FROM notices WHERE school_id = $1', [school]);
      await tx.row(
        `INSERT INTO book_states (school_id, checked_at, difference, findings) VALUES ($1, now(), $2, 0)
         ON CONFLICT (school_id) DO UPDATE SET difference = $2, findings = 0`,
        [school, difference],
      );
      await tx.row('UPDATE book_states SET provider_difference = $2 WHERE school_id = $1', [school, provider]);
      await alert(tx);
    });
  for (const [difference, rings] of [
    [-1, 1],
    [1, 1],
    [0, 0],
  ] as const) {
    await stand(difference);
    expect(await bell('books.wrong')).toHaveLength(rings);
  }
  await stand(0, -1);
  expect([(await bell('books.wrong')).length, (await bell('payment.missing')).length]).toEqual([1, 0]);
  await stand(0, 1);
  expect([(await bell('books.wrong')).length, (await bell('payment.missing')).length]).toEqual([0, 1]);
});

it('the hourly check raises no notice for a difference that M-Pesa reported once', async () => {
  const { school } = book;
  await server.context.db.inSchool(school, async (tx) => {
    await tx.row('DELETE FROM notices WHERE school_id = $1', [school]);
    await tx.row(
      `INSERT INTO book_states (school_id, checked_at, difference, findings) VALUES ($1, now(), 0, 0)
       ON CONFLICT (school_id) DO UPDATE SET difference = 0, findings = 0, provider_difference = -1`,
      [school],
    );
    await tx.row('UPDATE book_states SET provider_difference = -1 WHERE school_id = $1', [school]);
  });
  await bookJobs(server.context, {} as PaymentsGateway)[BOOKS_CHECK]?.({});
  expect(await bell('books.wrong')).toEqual([]);
});

it('bookDays pages through the days, newest first, and finds them by hash', async () => {
  const rows = async (input: object) => (await book.bursar.ask<contract.BookDayRow[]>(contract.bookDays, input)).body;
  const all = await rows({});
  expect(all).toHaveLength(4);
  expect(all.map(({ day }) => day)).toEqual(
    all
      .map(({ day }) => day)
      .sort()
      .reverse(),
  );
  const paged = [];
  for (const page of [1, 2, 3, 4]) paged.push(...(await rows({ page, pageSize: 1 })));
  expect(paged).toEqual(all);
  expect(await rows({ page: 5, pageSize: 1 })).toEqual([]);
  expect(await rows({ search: all[2]?.hash })).toEqual([all[2]]);
});
