import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../../../tests/kit.ts';
import { sealTrail } from '../../platform/audit/seal.ts';
import { openDatabase, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/records/id.ts';
import { charge, credit, moveSchoolMoney, reverseAll } from '../ledger/index.ts';
import { aBook, type Book, keepRows, openOwner, reverse, tell } from './books.testkit.ts';
import { closeDays } from './close.ts';
import type { Finding } from './finding.ts';
import { checkOpenDay, verifyBooks } from './verify.ts';

let server: TestServer;
let owner: pg.Client;
let book: Book;
let neighbour: Book;
let putBack: () => Promise<void>;

beforeAll(async () => {
  server = await openTestServer();
  owner = await openOwner(server.ownerUrl);
  [book, neighbour] = [await aBook(server, owner), await aBook(server, owner)];
  putBack = await keepRows(owner);
});
afterEach(() => putBack());
afterAll(async () => {
  await owner.end();
  await server.close();
});

const verify = async (school: string) => (await verifyBooks(server.context, school)).findings;
/** Each entry damages the books past all guards, and returns the expected findings. */
const DAMAGE: readonly [string, (book: Book) => Promise<Partial<Finding>[]>][] = [
  [
    'a changed amount',
    async ({ school, days: [, day], students }) => {
      const id = day?.[2] ?? '';
      await owner.query('UPDATE journal_entries SET amount = amount - 5000 WHERE school_id = $1 AND id = $2', [
        school,
        id,
      ]);
      return [
        {
          check: 'wallet-leg',
          movementSYSID: id,
          says: 'KES -102.50',
          should: 'KES -52.50',
          admissionNumber: students[0].admissionNumber,
        },
        { check: 'sealed', movementSYSID: id, admissionNumber: students[0].admissionNumber },
      ];
    },
  ],
  [
    'a changed leg',
    async ({ school, days: [day] }) => {
      const id = day?.[0] ?? '';
      await owner.query(
        'UPDATE postings SET amount = amount - 100 WHERE school_id = $1 AND entry_id = $2 AND leg = 2',
        [school, id],
      );
      return [
        { check: 'sum', movementSYSID: id, says: 'KES -1.00', should: 'KES 0.00' },
        { check: 'sealed', movementSYSID: id },
      ];
    },
  ],
  [
    'legs that were changed together with the balance',
    async ({ school, days: [, , day], students }) => {
      const id = day?.[1] ?? '';
      await owner.query(
        'UPDATE postings SET amount = amount + sign(amount) * 7000 WHERE school_id = $1 AND entry_id = $2',
        [school, id],
      );
      await owner.query('UPDATE journal_entries SET amount = amount + 7000 WHERE school_id = $1 AND id = $2', [
        school,
        id,
      ]);
      await owner.query(
        'UPDATE postings SET balance_after = balance_after + 7000 WHERE school_id = $1 AND account_id = $2 AND position >= 3',
        [school, students[1].id],
      );
      await owner.query('UPDATE accounts SET balance = balance + 7000 WHERE school_id = $1 AND id = $2', [
        school,
        students[1].id,
      ]);
      return [
        { check: 'equation' },
        { check: 'sealed', movementSYSID: id, admissionNumber: students[1].admissionNumber },
      ];
    },
  ],
  [
    'a removed leg',
    async ({ school, days: [day] }) => {
      const id = day?.[2] ?? '';
      await owner.query('DELETE FROM postings WHERE school_id = $1 AND entry_id = $2 AND leg = 3', [school, id]);
      return [
        { check: 'sum', movementSYSID: id },
        { check: 'sealed', movementSYSID: id },
      ];
    },
  ],
  [
    'a changed date',
    async ({ school, days: [day] }) => {
      const id = day?.[1] ?? '';
      await owner.query(`UPDATE journal_entries SET at = at + interval '1 day' WHERE school_id = $1 AND id = $2`, [
        school,
        id,
      ]);
      return [
        { check: 'date', movementSYSID: id },
        { check: 'sealed', movementSYSID: id },
      ];
    },
  ],
  [
    'a date changed with its legs, into the open day',
    async ({ school, days: [day] }) => {
      const id = day?.[1] ?? '';
      for (const [table, column] of [
        ['journal_entries', 'id'],
        ['postings', 'entry_id'],
      ])
        await owner.query(
          `UPDATE ${table} SET at = date_trunc('minute', now()) WHERE school_id = $1 AND ${column} = $2`,
          [school, id],
        );
      return [{ check: 'equation' }, { check: 'sealed', movementSYSID: id }];
    },
  ],
  [
    'another student',
    async ({ school, days: [day], students }) => {
      const id = day?.[0] ?? '';
      await owner.query('UPDATE journal_entries SET student_id = $3 WHERE school_id = $1 AND id = $2', [
        school,
        id,
        students[1].id,
      ]);
      return [
        { check: 'student', movementSYSID: id },
        { check: 'sealed', movementSYSID: id, admissionNumber: students[1].admissionNumber },
      ];
    },
  ],
  [
    'a movement that was slipped in whole, with legs, balance and receipt',
    async ({ school, days: [day], students }) => {
      const id = '0190aaaa-0000-7000-8000-000000000001';
      await owner.query(
        `INSERT INTO journal_entries (school_id, id, kind, student_id, amount, fee, by_user, at)
         SELECT school_id, $3, kind, student_id, amount, fee, by_user, at + interval '1 second' FROM journal_entries
         WHERE school_id = $1 AND id = $2`,
        [school, day?.[1], id],
      );
      await owner.query(
        `INSERT INTO postings (school_id, entry_id, leg, account_id, amount, at, position, balance_after)
         SELECT p.school_id, $3, p.leg, p.account_id, p.amount, p.at + interval '1 second',
                CASE WHEN p.position IS NOT NULL THEN a.newest_position + 1 END,
                CASE WHEN p.position IS NOT NULL THEN a.balance + p.amount END
         FROM postings p JOIN accounts a ON a.school_id = p.school_id AND a.id = p.account_id
         WHERE p.school_id = $1 AND p.entry_id = $2`,
        [school, day?.[1], id],
      );
      await owner.query(
        'UPDATE accounts SET balance = balance + 30000, newest_position = newest_position + 1 WHERE school_id = $1 AND id = $2',
        [school, students[1].id],
      );
      await owner.query(`INSERT INTO receipts (school_id, entry_id, token) VALUES ($1, $2, 'SLIPPEDIN')`, [school, id]);
      return [
        { check: 'equation' },
        { check: 'sealed', movementSYSID: id, admissionNumber: students[1].admissionNumber },
      ];
    },
  ],
  [
    'a movement that was removed whole',
    async ({ school, days: [, , day] }) => {
      const id = day?.[2] ?? '';
      for (const [table, column] of [
        ['receipts', 'entry_id'],
        ['postings', 'entry_id'],
        ['journal_entries', 'id'],
      ])
        await owner.query(`DELETE FROM ${table} WHERE school_id = $1 AND ${column} = $2`, [school, id]);
      return [
        { check: 'position' },
        { check: 'balance' },
        { check: 'sealed', movementSYSID: id, says: 'nothing: it was removed' },
        { check: 'trail', movementSYSID: id, says: 'a row in the audit trail' },
      ];
    },
  ],
  [
    'a balance without a posting',
    async ({ school, students }) => {
      await owner.query('UPDATE accounts SET balance = balance + 15000 WHERE school_id = $1 AND id = $2', [
        school,
        students[1].id,
      ]);
      return [
        { check: 'equation', says: 'KES -150.00', should: 'KES 0.00' },
        {
          check: 'balance',
          admissionNumber: students[1].admissionNumber,
          says: 'KES 1,350.00 after 4',
          should: 'KES 1,200.00 after 4',
        },
      ];
    },
  ],
  [
    'a running balance that is not what came before it',
    async ({ school, days: [day], students }) => {
      await owner.query(
        'UPDATE postings SET balance_after = balance_after + 1 WHERE school_id = $1 AND account_id = $2 AND position = 2',
        [school, students[0].id],
      );
      return [
        {
          check: 'running-balance',
          movementSYSID: day?.[2],
          admissionNumber: students[0].admissionNumber,
          says: 'KES 397.51',
          should: 'KES 397.50',
        },
        { check: 'running-balance', says: 'KES 897.50', should: 'KES 897.51' },
        { check: 'sealed', movementSYSID: day?.[2] },
      ];
    },
  ],
  [
    'a lost receipt',
    async ({ school, days: [, , , open] }) => {
      await owner.query('DELETE FROM receipts WHERE school_id = $1 AND entry_id = $2', [school, open?.[0]]);
      return [{ check: 'receipt', movementSYSID: open?.[0] }];
    },
  ],
  [
    'a reversal of another amount',
    async (the) => {
      const { school } = the;
      const id = await reverse(server, the, the.days[3]?.[0] ?? '');
      expect(await verify(school)).toEqual([]);
      await owner.query('UPDATE journal_entries SET amount = amount * 2 WHERE school_id = $1 AND id = $2', [
        school,
        id,
      ]);
      return [{ check: 'reversal', movementSYSID: id, says: 'KES -500.00', should: 'KES -500.00, leg by leg' }];
    },
  ],
  [
    'a deposit by the ledger’s own function that no call made: the application’s password was enough',
    async ({ school, bursar, students }) => {
      const by = { actor: bursar, place: null, idempotencyKey: null };
      const entry = { kind: 'deposit', amount: 9_900n, counter: 'cash-desk', method: null, reference: null } as const;
      const made = await server.context.db.inSchool(school, (tx) =>
        credit(tx, by, { ...entry, studentId: students[1].id }),
      );
      const { admissionNumber } = students[1];
      return [{ check: 'trail', movementSYSID: made.id, admissionNumber, says: 'no row in the audit trail' }];
    },
  ],
  [
    'the same with a row of the trail that tells of it, written by that password too',
    async ({ school, bursar, students }) => {
      const by = { actor: bursar, place: null, idempotencyKey: null };
      const entry = { kind: 'deposit', amount: 8_800n, counter: 'cash-desk', method: null, reference: null } as const;
      const intruder = openDatabase(server.appUrl, 1);
      await owner.query('ALTER TABLE audit_events ENABLE TRIGGER await_seal');
      const made = await intruder.inSchool(school, async (tx) => {
        const deposit = await credit(tx, by, { ...entry, studentId: students[1].id });
        await tell(tx, 'wallet.deposit', students[1].id, deposit.id);
        return deposit;
      });
      await intruder.close();
      await sealTrail(server.context, new Map());
      await owner.query('ALTER TABLE audit_events DISABLE TRIGGER await_seal');
      return [{ check: 'trail', movementSYSID: made.id, says: 'no row in the audit trail' }];
    },
  ],
  [
    'a cash-out and a reversal of that kind',
    async ({ school, bursar, head, students, days: [, , , open] }) => {
      const by = { actor: bursar, place: null, idempotencyKey: null };
      const entry = { kind: 'cash-out', amount: 100n, counter: 'cash-desk', method: 'pin', reference: null } as const;
      const [paid, [back]] = await server.context.db.inSchool(school, async (tx) => [
        await charge(tx, by, { ...entry, studentId: students[0].id }),
        await reverseAll(tx, { actor: head, place: null, requestId: 'test' }, [open?.[1] ?? ''], 'No reason'),
      ]);
      return [
        { check: 'trail', movementSYSID: paid.id },
        { check: 'trail', movementSYSID: back && 'id' in back ? back.id : 'none' },
      ];
    },
  ],
  [
    'a row of the trail that tells of money which is not there',
    async ({ school, students }) => {
      const id = newId();
      await server.context.db.inSchool(school, (tx) => tell(tx, 'wallet.cash-out', students[0].id, id));
      return [{ check: 'trail', movementSYSID: id, admissionNumber: students[0].admissionNumber }];
    },
  ],
  [
    'a sale for which there was no meal',
    async ({ school, days: [, , , open] }) => {
      const id = open?.[2] ?? '';
      await owner.query(`UPDATE journal_entries SET kind = 'canteen' WHERE school_id = $1 AND id = $2`, [school, id]);
      return [
        { check: 'account', movementSYSID: id },
        { check: 'meal', movementSYSID: id, says: 'KES 100.00 for nothing' },
      ];
    },
  ],
  [
    'a removed day',
    async ({ school }) => {
      const [day] = await daysOf(school, 2);
      await owner.query('DELETE FROM book_days WHERE school_id = $1 AND number = 2', [school]);
      const [, next] = await daysOf(school, 1, 3);
      return [
        { check: 'day', day: next },
        { check: 'day', day },
      ];
    },
  ],
  [
    'a chain that was cut off',
    async ({ school }) => {
      const [day, newest] = await daysOf(school, 3, 4);
      await owner.query('DELETE FROM book_days WHERE school_id = $1 AND number >= 3', [school]);
      return [
        { check: 'day', day, says: 'nothing: the day was removed' },
        { check: 'day', day: newest },
      ];
    },
  ],
  [
    'a changed day',
    async ({ school }) => {
      const [day] = await daysOf(school, 2);
      await owner.query(
        `UPDATE book_days SET closing = jsonb_set(closing, '{wallet}', '1') WHERE school_id = $1 AND number = 2`,
        [school],
      );
      return [{ check: 'day', day }];
    },
  ],
];

async function daysOf(school: string, ...numbers: number[]): Promise<string[]> {
  const { rows } = await owner.query<{ day: string }>(
    'SELECT day::text FROM book_days WHERE school_id = $1 AND number = ANY($2) ORDER BY number',
    [school, numbers],
  );
  return rows.map(({ day }) => day);
}

async function unclaimed(tx: Tx, userId: string): Promise<string> {
  const id = newId();
  await moveSchoolMoney(tx, [
    { id, kind: 'unclaimed', gains: 'suspense', loses: 'm-pesa', amount: 900n, by: userId, reference: 'R' },
  ]);
  return id;
}

describe('verifyBooks', () => {
  it('finds nothing in untouched books, closed days and open day', async () => {
    const { findings, ...figures } = await verifyBooks(server.context, book.school);
    expect(findings).toEqual([]);
    expect(figures).toEqual({ movements: 12, postings: 28, days: 4 });
    expect(await server.context.db.inSchool(book.school, checkOpenDay)).toEqual([]);
  });

  it.each(DAMAGE)('finds %s', async (_what, damage) => {
    const expected = await damage(book);
    const found = await verify(book.school);
    expect(found).toEqual(expect.arrayContaining(expected.map((each) => expect.objectContaining(each))));
    expect(found).toHaveLength(expected.length);
  });

  it('finds nothing while another process closes days at any moment', async () => {
    const { school } = book;
    const { db, keys } = server.context;
    for (let moment = 1; moment <= 8; moment++) {
      // Reopens two closed days.
      await owner.query(
        `WITH gone AS (DELETE FROM book_days WHERE school_id = $1 AND number > 2 RETURNING day)
         DELETE FROM audit_events WHERE school_id = $1 AND action = 'books.close-day'
           AND detail->>'day' IN (SELECT day::text FROM gone)`,
        [school],
      );
      let calls = 0;
      const readSchool: typeof db.readSchool = async (id, work) => {
        const answer = await db.readSchool(id, work);
        if (++calls === moment) await closeDays(server.context, school, { tool: 'test' });
        return answer;
      };
      expect((await verifyBooks({ db: { ...db, readSchool }, keys }, school)).findings, `after ${moment}`).toEqual([]);
      await putBack();
    }
  });

  it('finds entries of other parts without evidence, and evidence without entries', async () => {
    const { school, bursar, students } = book;
    const by = { actor: bursar, place: null, idempotencyKey: 'x' };
    const plain = { studentId: students[0].id, method: null, reference: null };
    const made = await server.context.db.inSchool(school, async (tx) => ({
      collection: (await credit(tx, by, { ...plain, kind: 'collection', amount: 700n, counter: 'm-pesa' })).id,
      refund: (await charge(tx, by, { ...plain, kind: 'refund', amount: 500n, counter: 'payouts' })).id,
      item: (await charge(tx, by, { ...plain, kind: 'item', amount: 300n, counter: 'item-income' })).id,
      back: (await credit(tx, by, { ...plain, kind: 'item-return', amount: 200n, counter: 'item-income' })).id,
      unclaimed: await unclaimed(tx, bursar.userId),
    }));
    const till = newId();
    await owner.query(`INSERT INTO accounts (school_id, id, kind, user_id) VALUES ($1, $2, 'till', $3)`, [
      school,
      till,
      bursar.userId,
    ]);
    await owner.query(`INSERT INTO receipts (school_id, entry_id, token) VALUES ($1, $2, 'NOTHING')`, [school, till]);
    const found = (await verify(school)).map(({ check, movementSYSID, says }) => [check, movementSYSID, says]);
    expect(found.sort()).toEqual(
      [
        ['collection', made.collection, 'KES 7.00 for nothing'],
        ['refund', made.refund, 'KES 5.00 for nothing'],
        ['payouts', null, 'KES 5.00 on the account'],
        ['item', made.item, 'KES 3.00 for nothing'],
        ['item-return', made.back, 'KES 2.00 for nothing'],
        ['suspense', made.unclaimed, 'KES 9.00 for nothing'],
        ['suspense', null, 'KES 9.00 on the account'],
        ['till', null, 'an account without a till'],
        ['receipt', till, 'a receipt'],
      ].sort(),
    );
  });

  it('finds legs swapped between two schools, in both', async () => {
    const [mine, theirs] = [book.days[0]?.[0], neighbour.days[0]?.[0]];
    await owner.query(
      `UPDATE postings SET school_id = CASE school_id WHEN $1 THEN $2::uuid ELSE $1::uuid END WHERE leg = 2 AND entry_id = ANY($3)`,
      [book.school, neighbour.school, [mine, theirs]],
    );
    for (const [{ school }, own, other] of [
      [book, mine, theirs],
      [neighbour, theirs, mine],
    ] as const) {
      expect(await verify(school)).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ check: 'legs', movementSYSID: own }),
          expect.objectContaining({ check: 'stray-leg', movementSYSID: other }),
          expect.objectContaining({ check: 'sealed', movementSYSID: own }),
        ]),
      );
    }
  });
});
