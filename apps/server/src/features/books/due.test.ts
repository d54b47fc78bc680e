import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../../../tests/kit.ts';
import type { PaymentsGateway } from '../../gateways/payments/index.ts';
import { aBook, type Book, move, openOwner } from './books.testkit.ts';
import { closeDays } from './close.ts';
import { needsLook } from './due.ts';
import { BOOKS_CHECK, BOOKS_VERIFY, bookJobs } from './jobs.ts';
import { saveCheckRun } from './state.ts';
import { verifyBooks } from './verify.ts';

let server: TestServer;
let owner: pg.Client;
let book: Book;

const jobs = () => bookJobs(server.context, {} as PaymentsGateway);
const isDue = () => server.context.db.readSchool(book.school, needsLook);
const inBook = (statement: string) => server.context.db.inSchool(book.school, (tx) => tx.row(statement, [book.school]));
const lookedAt = () =>
  server.context.db.readSchool(book.school, (tx) =>
    tx.row<{ at: Date }>('SELECT checked_at AS at FROM book_states WHERE school_id = $1', [book.school]),
  );

/** Verifies one school as the nightly job does, which would verify the schools of earlier tests again. */
async function verifyInFull(schoolId: string): Promise<void> {
  await closeDays(server.context, schoolId, { tool: 'tests' });
  const { findings } = await verifyBooks(server.context, schoolId);
  await server.context.db.inSchool(schoolId, (tx) => saveCheckRun(tx, server.context.keys, findings, true));
}

beforeAll(async () => {
  server = await openTestServer();
  owner = await openOwner(server.ownerUrl);
});
// Books that are in order and fully checked, without an entry for an hour.
beforeEach(async () => {
  book = await aBook(server, owner);
  for (const table of ['journal_entries', 'postings'])
    await owner.query(
      `UPDATE ${table} SET at = at - interval '1 hour' WHERE school_id = $1 AND at > now() - interval '1 hour'`,
      [book.school],
    );
  await verifyInFull(book.school);
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

describe('hourly book check', () => {
  it('skips a school without new entries', async () => {
    expect(await isDue()).toBe(false);
    const before = await lookedAt();
    await jobs()[BOOKS_CHECK]?.({});
    expect(await lookedAt()).toEqual(before);
  });

  it('checks a school with new entries, until it ran well after the last one', async () => {
    await server.context.db.inSchool(book.school, (tx) => move(tx, book.bursar, 'deposit', book.students[0].id, 100n));
    expect(await isDue()).toBe(true);
    const before = await lookedAt();
    await jobs()[BOOKS_CHECK]?.({});
    expect(await lookedAt()).not.toEqual(before);
    // An entry stamped just before the check may not have been committed when the check ran.
    expect(await isDue()).toBe(true);
    await inBook(`UPDATE book_states SET checked_at = checked_at + interval '11 minutes' WHERE school_id = $1`);
    expect(await isDue()).toBe(false);
  });

  it('checks a school whose balance was changed by hand', async () => {
    await owner.query('UPDATE accounts SET balance = balance + 1 WHERE school_id = $1 AND id = $2', [
      book.school,
      book.students[1].id,
    ]);
    expect(await isDue()).toBe(true);
  });

  it('checks a school with a day to close', async () => {
    await owner.query(
      'DELETE FROM book_days WHERE school_id = $1 AND number = (SELECT max(number) FROM book_days WHERE school_id = $1)',
      [book.school],
    );
    expect(await isDue()).toBe(true);
  });

  it.each([
    ['with a finding', 'findings = 1'],
    ['whose sides differ', 'difference = -1'],
    ['that differs from M-Pesa', 'provider_difference = 1'],
    ['that nobody verified for three nights', `night_at = now() - interval '73 hours'`],
    ['whose rows nobody looked at for nine days', `whole_at = now() - interval '217 hours'`],
    ['whose rows nobody ever looked at', 'whole_at = NULL'],
  ])('checks a school %s', async (_, said) => {
    await inBook(`UPDATE book_states SET ${said} WHERE school_id = $1`);
    expect(await isDue()).toBe(true);
  });

  it('checks a school that has never been checked', async () => {
    book = await aBook(server, owner);
    expect(await isDue()).toBe(true);
  });
});

it('the nightly verification begins with the school verified longest ago', async () => {
  const other = await aBook(server, owner);
  await inBook(`UPDATE book_states SET whole_at = now() - interval '1 hour' WHERE school_id = $1`);
  await jobs()[BOOKS_VERIFY]?.({});
  const rows = await server.context.db.readPlatform((tx) =>
    tx.rows<{ school: string }>('SELECT school_id AS school FROM book_states ORDER BY whole_at'),
  );
  const order = rows.map(({ school }) => school);
  expect(order.indexOf(other.school)).toBeLessThan(order.indexOf(book.school));
});
