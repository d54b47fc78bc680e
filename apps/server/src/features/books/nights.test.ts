import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../../../tests/kit.ts';
import type { PaymentsGateway } from '../../gateways/payments/index.ts';
import { exactly } from '../../platform/audit/chain.ts';
import { newId } from '../../platform/records/id.ts';
import { credit } from '../ledger/index.ts';
import { aBook, type Book, keepRows, openOwner, tell } from './books.testkit.ts';
import { BOOKS_VERIFY, bookJobs } from './jobs.ts';
import type { Pace } from './rules.ts';
import { verifyRecent } from './verify.ts';

/** Pace with one of three schools each night. */
const THIRDS: Pace = { nights: 3, atLeast: 1 };

let server: TestServer;
let owner: pg.Client;
let books: readonly [Book, Book, Book];
let putBack: () => Promise<void>;

beforeAll(async () => {
  server = await openTestServer();
  owner = await openOwner(server.ownerUrl);
  await owner.query(
    ['book_states', 'book_findings', 'book_amendments', 'book_amendment_proposals']
      .map((table) => `ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`)
      .join(';'),
  );
  books = [await aBook(server, owner), await aBook(server, owner), await aBook(server, owner)];
  putBack = await keepRows(owner);
});
// All three schools had a full check this very night.
beforeEach(async () => {
  await owner.query('DELETE FROM book_findings; DELETE FROM book_states');
  await night();
});
afterEach(() => putBack());
afterAll(async () => {
  await owner.end();
  await server.close();
});

const night = async (pace?: Pace) => bookJobs(server.context, {} as PaymentsGateway, pace)[BOOKS_VERIFY]?.({});

/** Lists the schools whose books are recorded as wrong. */
async function known(): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>('SELECT school_id AS id FROM book_states WHERE findings > 0');
  return rows.map(({ id }) => id);
}

/** Reads the times of a school's checks, in seconds ago. */
async function looked({ school }: Book): Promise<{ whole: number; night: number }> {
  const { rows } = await owner.query<{ whole: number; night: number }>(
    `SELECT extract(epoch FROM now() - whole_at)::float8 AS whole, extract(epoch FROM now() - night_at)::float8 AS night
     FROM book_states WHERE school_id = $1`,
    [school],
  );
  return rows[0] ?? { whole: Number.NaN, night: Number.NaN };
}

/** Moves the last full check of a school into the past, with a valid MAC. */
async function wholeAgo(book: Book, ago: string): Promise<void> {
  const at = await writeWholeAgo(book, ago);
  const mac = server.context.keys.digest('book-look', `${book.school} ${at}`);
  await owner.query('UPDATE book_states SET whole_mac = $2 WHERE school_id = $1', [book.school, mac]);
}
/** Moves it without a MAC, as an attacker with write access and no key would; returns the time as a check writes it. */
async function writeWholeAgo({ school }: Book, ago: string): Promise<string | undefined> {
  const { rows } = await owner.query<{ at: string }>(
    `UPDATE book_states SET whole_at = now() - $2::interval, night_at = now() - $2::interval WHERE school_id = $1
     RETURNING ${exactly('whole_at')} AS at`,
    [school, ago],
  );
  return rows[0]?.at;
}

/** Changes a sealed row of a day without changing a sum or balance. */
const touch = ({ school, days }: Book, day: number) =>
  owner.query(`UPDATE journal_entries SET reference = 'touched' WHERE school_id = $1 AND id = $2`, [
    school,
    days[day]?.[0],
  ]);

describe('nightly verification', () => {
  it('finds a changed row in every school within the nights of the pace', async () => {
    for (const book of books) await touch(book, 0);
    const found: number[] = [];
    for (let nights = 0; nights < 3; nights++) {
      await night(THIRDS);
      found.push((await known()).length);
    }
    expect(found).toEqual([1, 2, 3]);
  });

  it('finds changed rows in the first night on a small platform', async () => {
    for (const book of books) await touch(book, 0);
    await night();
    expect(await known()).toHaveLength(3);
  });

  it('finds a changed row the same night if it is younger than the last full check', async () => {
    const [other, book] = books;
    await wholeAgo(other, '5 days');
    await wholeAgo(book, '4 days');
    await touch(book, 0);
    await night(THIRDS);
    expect(await known()).toEqual([book.school]);
    // The finding came from a full check and is therefore stored.
    expect((await looked(book)).whole).toBeLessThan(60);
  });

  it('checks a school in full when its last full check is over 6.5 days old', async () => {
    const [first, late, early] = books;
    await wholeAgo(first, '6 days 13 hours');
    await wholeAgo(late, '6 days 12 hours 1 minute');
    await wholeAgo(early, '6 days 11 hours 59 minutes');
    await night(THIRDS);
    expect((await looked(late)).whole).toBeLessThan(60);
    expect((await looked(early)).whole).toBeGreaterThan(86_400);
    expect((await looked(early)).night).toBeLessThan(60);
  });

  it('checks a school in full whose last full check lies in the future', async () => {
    const [first, book] = books;
    await wholeAgo(first, '1 day');
    await wholeAgo(book, '-30 days');
    await night(THIRDS);
    expect(Math.abs((await looked(book)).whole)).toBeLessThan(60);
  });

  it('checks a school in full whose time of the last check has an invalid MAC', async () => {
    const [first, book, other] = books;
    await wholeAgo(first, '3 days');
    await wholeAgo(other, '1 day');
    await writeWholeAgo(book, '2 days');
    await night(THIRDS);
    expect((await looked(book)).whole).toBeLessThan(60);
    expect((await looked(other)).whole).toBeGreaterThan(60);
    // Another school's time and MAC are not accepted either.
    await owner.query(
      `UPDATE book_states b SET (whole_at, whole_mac) = (SELECT whole_at, whole_mac FROM book_states WHERE school_id = $2) WHERE school_id = $1`,
      [book.school, other.school],
    );
    await wholeAgo(first, '3 days');
    await night(THIRDS);
    expect((await looked(book)).whole).toBeLessThan(60);
  });

  it('checks a school with findings in full, so that a repair is seen the next night', async () => {
    const [, book] = books;
    await wholeAgo(books[0], '2 days');
    await touch(book, 0);
    await wholeAgo(book, '4 days');
    await night(THIRDS);
    expect(await known()).toEqual([book.school]);
    await putBack();
    await wholeAgo(books[2], '3 days');
    await night(THIRDS);
    expect(await known()).toEqual([]);
  });

  it('checks a school in full after an amendment', async () => {
    const [, book] = books;
    await wholeAgo(books[0], '2 days');
    await wholeAgo(book, '1 day');
    const proposal = newId();
    await owner.query(
      `INSERT INTO book_amendment_proposals (school_id, id, day, seen, reason, by_user)
       SELECT school_id, $2, day, hash, 'x', $3 FROM book_days WHERE school_id = $1 AND number = 1`,
      [book.school, proposal, book.bursar.userId],
    );
    await owner.query(
      `INSERT INTO book_amendments (school_id, number, day, proposal_id, newest, movements, moved, seals, change, reason, proposed_by, approved_by, replaced, hash)
       SELECT school_id, 1, day, $2, 1, movements, moved, seals, '{}', 'x', $3, $4, hash, hash FROM book_days WHERE school_id = $1 AND number = 1`,
      [book.school, proposal, book.bursar.userId, book.head.userId],
    );
    await night(THIRDS);
    expect((await looked(book)).whole).toBeLessThan(60);
    await owner.query(
      'ALTER TABLE book_amendments DISABLE TRIGGER USER; DELETE FROM book_amendments; DELETE FROM book_amendment_proposals',
    );
  });
});

describe('verifyRecent', () => {
  const found = async ({ school }: Book) =>
    (await verifyRecent(server.context, school)).map(({ check, movementSYSID }) => [check, movementSYSID]);
  const by = (book: Book) => ({ actor: book.bursar, place: null, idempotencyKey: null });
  const plain = { method: null, reference: null };

  it('finds nothing in untouched books, whatever the time of the last full check', async () => {
    for (const ago of ['1 minute', '1 day', '2 days', '3 days', '4 days', '9 days']) {
      await wholeAgo(books[0], ago);
      expect(await found(books[0]), ago).toEqual([]);
    }
  });

  it('finds entries that no call or evidence accounts for', async () => {
    const [book] = books;
    const studentId = book.students[1].id;
    const made = await server.context.db.inSchool(book.school, async (tx) => [
      [
        'trail',
        (await credit(tx, by(book), { ...plain, studentId, kind: 'deposit', amount: 9_900n, counter: 'cash-desk' })).id,
      ],
      [
        'collection',
        (await credit(tx, by(book), { ...plain, studentId, kind: 'collection', amount: 700n, counter: 'm-pesa' })).id,
      ],
      [
        'item-return',
        (await credit(tx, by(book), { ...plain, studentId, kind: 'item-return', amount: 200n, counter: 'item-income' }))
          .id,
      ],
    ]);
    expect((await found(book)).sort()).toEqual(made.sort());
  });

  it('finds an audit event without its entry', async () => {
    const [book] = books;
    const id = newId();
    await server.context.db.inSchool(book.school, (tx) => tell(tx, 'wallet.cash-out', book.students[0].id, id));
    expect(await found(book)).toEqual([['trail', id]]);
  });

  it('finds a changed amount of the open day', async () => {
    const [book] = books;
    const id = book.days[3]?.[2] ?? '';
    await owner.query('UPDATE journal_entries SET amount = amount - 5000 WHERE school_id = $1 AND id = $2', [
      book.school,
      id,
    ]);
    expect(await found(book)).toEqual([['wallet-leg', id]]);
  });

  it('finds a changed or removed closed day', async () => {
    const [book] = books;
    await wholeAgo(book, '2 days');
    await owner.query(
      `UPDATE book_days SET closing = jsonb_set(closing, '{wallet}', '1') WHERE school_id = $1 AND number = (SELECT max(number) FROM book_days WHERE school_id = $1)`,
      [book.school],
    );
    expect((await found(book)).map(([check]) => check)).toContain('day');
    await putBack();
    await owner.query(
      'DELETE FROM book_days WHERE school_id = $1 AND number = (SELECT max(number) FROM book_days WHERE school_id = $1)',
      [book.school],
    );
    expect((await found(book)).map(([check]) => check)).toContain('day');
  });
});
