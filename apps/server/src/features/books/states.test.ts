import * as contract from '@mfuko/contract/books';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../../../tests/kit.ts';
import { ownerTx } from '../../platform/database/database.ts';
import type { DataSubject } from '../students/index.ts';
import { aBook, type Book, keepRows, openOwner } from './books.testkit.ts';
import { eraseFindings } from './erase.ts';
import { renewBooks } from './renew.ts';
import { readFindings, saveCheckRun } from './state.ts';
import { verifyBooks } from './verify.ts';

let server: TestServer;
let owner: pg.Client;
let book: Book;
let putBack: () => Promise<void>;

beforeAll(async () => {
  server = await openTestServer();
  owner = await openOwner(server.ownerUrl);
  book = await aBook(server, owner);
  putBack = await keepRows(owner);
});
afterEach(() => putBack());
afterAll(async () => {
  await owner.end();
  await server.close();
});

const inBook = <T>(work: Parameters<typeof server.context.db.inSchool<T>>[1]) =>
  server.context.db.inSchool(book.school, work);
const wallet = (change: string) =>
  owner.query(`UPDATE accounts SET ${change} WHERE school_id = $1 AND id = $2`, [book.school, book.students[1].id]);

it('verifyBooks finds a wallet with a wrong number of postings', async () => {
  await wallet('newest_position = newest_position + 1');
  expect((await verifyBooks(server.context, book.school)).findings).toMatchObject([
    {
      check: 'balance',
      admissionNumber: book.students[1].admissionNumber,
      says: 'KES 1,200.00 after 5',
      should: 'KES 1,200.00 after 4',
    },
  ]);
});

describe('books.since', () => {
  const since = async () => (await book.bursar.ask<contract.Books>(contract.books)).body.since;
  const look = () => inBook((tx) => saveCheckRun(tx, server.context.keys, [], false));

  it('keeps the time of the first check that saw the difference', async () => {
    await look();
    expect(await since()).toBeNull();
    await wallet('balance = balance + 1');
    await look();
    const first = await since();
    expect(first).not.toBeNull();
    await look();
    expect(await since()).toBe(first);
  });

  it('is null as soon as both sides are equal', async () => {
    for (const cents of [1, -1]) {
      await wallet(`balance = balance + ${cents}`);
      await look();
      expect(await since()).not.toBeNull();
      await wallet(`balance = balance - ${cents}`);
      expect(await since()).toBeNull();
    }
  });
});

it('eraseFindings deletes the findings of one student only', async () => {
  const [one, other] = book.students;
  await owner.query('UPDATE accounts SET balance = balance + 1 WHERE school_id = $1 AND id = ANY ($2)', [
    book.school,
    [one.id, other.id],
  ]);
  const { findings } = await verifyBooks(server.context, book.school);
  expect(findings.map(({ admissionNumber }) => admissionNumber).sort()).toEqual(
    [one.admissionNumber, other.admissionNumber, null].sort(),
  );
  await inBook((tx) => saveCheckRun(tx, server.context.keys, findings, true));
  const names = 'Amina Juma';
  await inBook((tx) => eraseFindings(tx, { id: one.id, admissionNumber: one.admissionNumber, names } as DataSubject));
  const left = await inBook((tx) => readFindings(tx));
  expect(left).toEqual(findings.filter(({ admissionNumber }) => admissionNumber !== one.admissionNumber));
});

describe('renewBooks', () => {
  const renew = async () => {
    const client = new pg.Client({ connectionString: server.ownerUrl });
    await client.connect();
    try {
      await client.query(`BEGIN; SET LOCAL app.school_id = '${book.school}'`);
      return await renewBooks(ownerTx(client, book.school), server.context.keys, server.context.keys);
    } finally {
      await client.query('ROLLBACK');
      await client.end();
    }
  };

  it('renews the hash of each closed day', async () => {
    const { rows } = await owner.query<{ hash: string }>(
      `SELECT encode(hash, 'hex') AS hash FROM book_days WHERE school_id = $1 ORDER BY number`,
      [book.school],
    );
    const hashes = await renew();
    expect([...hashes.keys()]).toEqual(rows.map(({ hash }) => hash));
    // With the same keys, all hashes stay the same.
    expect([...hashes.values()].map((hash) => hash.toString('hex'))).toEqual(rows.map(({ hash }) => hash));
  });

  it('refuses when a row does not match its seal', async () => {
    await owner.query(`UPDATE journal_entries SET reference = 'touched' WHERE school_id = $1 AND id = $2`, [
      book.school,
      book.days[1]?.[1],
    ]);
    await expect(renew()).rejects.toThrow('do not match their seal');
  });

  it('refuses when a closed day was changed', async () => {
    await owner.query(
      `UPDATE book_days SET closing = jsonb_set(closing, '{wallet}', '1') WHERE school_id = $1 AND number = 2`,
      [book.school],
    );
    await expect(renew()).rejects.toThrow('do not match their seal');
  });
});
