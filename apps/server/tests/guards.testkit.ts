import { randomUUID } from 'node:crypto';
import type { Books, Change, Session } from './books.testkit.ts';

export interface Guard {
  readonly guard: string;
  /** Returns true if the guard's promise holds. */
  readonly holds: (books: Books) => Promise<boolean>;
  /** Removes only this guard. */
  readonly remove: Change;
}

/** Returns true if the database refuses for the expected reason. */
export async function refuses(work: Promise<unknown>, why: RegExp): Promise<boolean> {
  try {
    await work;
    return false;
  } catch (error) {
    if (why.test((error as Error).message)) return true;
    throw error;
  }
}

/** Two sessions with a wallet of KES 100: the result of the second if the first commits while the second waits. */
async function meanwhile<T>(
  books: Books,
  first: (session: Session) => Promise<unknown>,
  second: (session: Session) => Promise<T>,
): Promise<T | 'error'> {
  const [one, other] = [await books.registry(), await books.registry()];
  await one.run('BEGIN');
  await first(one);
  const waiting = second(other).catch(() => 'error' as const);
  await Promise.race([waiting, untilItWaits(books)]);
  await one.run('COMMIT');
  return waiting;
}

async function untilItWaits(books: Books): Promise<void> {
  const owner = await books.ownersDesk();
  for (let tries = 0; tries < 500; tries++) {
    const rows = await owner.run(
      `SELECT 1 FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.datname = current_database()`,
    );
    if (rows.length > 0) return;
    await owner.run('SELECT pg_sleep(0.01)');
  }
}

export const paidIn = async ({ registry, student }: Books, cents = 10_000) => {
  const session = await registry();
  return { session, deposit: await session.move(1, cents, student) };
};

/** Inserts a journal entry directly, with the given legs, and everything else as the ledger's function writes it. */
async function forge(session: Session, books: Books, cents: number, more: { legs?: number[]; reverses?: string } = {}) {
  const { school, student } = books;
  const id = randomUUID();
  const [wallet] = await session.run('SELECT balance, newest_position FROM accounts WHERE id = $1', [student]);
  const [position, balance] = [Number(wallet?.newest_position ?? 0) + 1, Number(wallet?.balance ?? 0) + cents];
  const legs = more.legs ?? [cents, -cents];
  await session.run('BEGIN');
  try {
    await session.run(
      `INSERT INTO journal_entries (school_id, id, kind, student_id, amount, fee, reverses) VALUES ($1, $2, $3, $4, $5, 0, $6)`,
      [school, id, more.reverses ? 'reversal' : 'deposit', student, Math.abs(cents), more.reverses ?? null],
    );
    for (const [place, amount] of legs.entries())
      await session.run(
        `INSERT INTO postings (school_id, entry_id, leg, account_id, amount, at, position, balance_after)
         VALUES ($1, $2, $3::smallint, CASE WHEN $3::smallint = 1 THEN $4::uuid ELSE school_account($1, 'cash-desk') END, $5, now(), $6, $7)`,
        [school, id, place + 1, student, amount, place === 0 ? position : null, place === 0 ? balance : null],
      );
    if (legs.length > 0)
      await session.run('UPDATE accounts SET balance = $2, newest_position = $3 WHERE id = $1', [
        student,
        balance,
        position,
      ]);
    await session.run('COMMIT');
  } catch (error) {
    await session.run('ROLLBACK');
    throw error;
  }
  return id;
}

export const at = (table: string) => `INSERT INTO ${table}`;

/** Each guard with its promise, its implementation, and the observable effect of removing it. */
export const GUARDS: readonly Guard[] = [
  {
    guard: 'the wallet’s row lock, of move_pocket_money: two at once are both booked',
    async holds(books) {
      const { student } = books;
      await paidIn(books);
      const told = await meanwhile(
        books,
        (session) => session.move(1, 500, student),
        (session) => session.move(-1, 700, student),
      );
      return told !== 'error' && told.outcome === 'moved';
    },
    remove: { of: 'move_pocket_money', words: 'FOR UPDATE;', instead: ';' },
  },
  {
    guard: 'the wallet’s row lock, of reverse_journal_entries: of two who take back at once the second is told so',
    async holds(books) {
      const { deposit } = await paidIn(books);
      const told = await meanwhile(
        books,
        (session) => session.reverse(deposit.entry_id),
        (session) => session.reverse(deposit.entry_id),
      );
      return told !== 'error' && told.outcome === 'already-reversed';
    },
    remove: { of: 'reverse_journal_entries', words: 'FOR UPDATE' },
  },
  {
    guard:
      'the wallets’ row locks, of move_pocket_money: where nobody waits, a wallet that is moving is left for later',
    async holds(books) {
      await paidIn(books);
      const told = await meanwhile(
        books,
        (session) => session.move(1, 500, books.student),
        (session) => together(session, books, randomUUID()),
      );
      return told !== 'error' && told === 'left-out';
    },
    remove: { of: 'move_pocket_money', words: 'FOR UPDATE SKIP LOCKED' },
  },
  {
    guard: 'the look for used keys, of move_pocket_money: what was answered is not moved again',
    async holds(books) {
      const { session } = await paidIn(books);
      const key = randomUUID();
      await session.run(
        `${at('idempotency_keys')} (school_id, key, input_hash, status, answer) VALUES ($1, $2, '', 200, '')`,
        [books.school, key],
      );
      return (await together(session, books, key)) === 'left-out';
    },
    remove: { of: 'move_pocket_money', words: 'k.key = m.key', instead: 'false' },
  },
  {
    guard: 'only who is active pays in or out',
    async holds(books) {
      const { session } = await paidIn(books);
      await session.run(`UPDATE students SET status = 'left' WHERE id = $1`, [books.student]);
      return (await session.move(-1, 100, books.student)).outcome === 'not-active';
    },
    remove: { of: 'move_pocket_money', words: `s.status = 'active' AND` },
  },
  {
    guard: 'the rule under the lock: who has too little is told, and not stopped by the check behind it',
    async holds(books) {
      const { session } = await paidIn(books);
      const told = await session.move(-1, 10_001, books.student).catch(() => null);
      return told?.outcome === 'insufficient';
    },
    remove: { of: 'move_pocket_money', words: 'IF balance < 0 THEN', instead: 'IF false THEN' },
  },
  {
    guard: 'CHECK wallet_never_below_zero: no statement leaves a wallet below zero',
    async holds(books) {
      const { session } = await paidIn(books);
      return refuses(forge(session, books, -10_001), /wallet_never_below_zero/);
    },
    remove: 'ALTER TABLE accounts DROP CONSTRAINT wallet_never_below_zero',
  },
  {
    guard: 'idempotency_keys_pkey: a key is taken once',
    async holds({ registry, school }) {
      const session = await registry();
      const key = randomUUID();
      const take = () =>
        session.run(
          `${at('idempotency_keys')} (school_id, key, input_hash, status, answer) VALUES ($1, $2, '', 0, '')`,
          [school, key],
        );
      await take();
      return refuses(take(), /idempotency_keys_pkey/);
    },
    remove: 'ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_pkey',
  },
  {
    guard: 'journal_entries_reversed_once: a movement is taken back once',
    async holds(books) {
      const { session, deposit } = await paidIn(books);
      await session.move(1, 10_000, books.student);
      await session.reverse(deposit.entry_id);
      return refuses(forge(session, books, -10_000, { reverses: deposit.entry_id }), /journal_entries_reversed_once/);
    },
    remove: 'DROP INDEX journal_entries_reversed_once',
  },
  {
    guard: 'postings_statement: a place in a statement is given once',
    async holds(books) {
      const { session, deposit } = await paidIn(books);
      return refuses(
        session.run(
          `${at('postings')} (school_id, entry_id, leg, account_id, amount, at, position, balance_after)
           SELECT school_id, entry_id, leg + 7, account_id, amount, at, position, balance_after
           FROM postings WHERE entry_id = $1 AND leg = 1
           UNION ALL SELECT school_id, entry_id, leg + 7, account_id, amount, at, position, balance_after
           FROM postings WHERE entry_id = $1 AND leg = 2`,
          [deposit.entry_id],
        ),
        /postings_statement/,
      );
    },
    remove: 'DROP INDEX postings_statement',
  },
  {
    guard: 'receipts_token: a token is of one receipt',
    async holds(books) {
      const { session, deposit } = await paidIn(books);
      const forged = await forge(session, books, 500);
      return refuses(
        session.run(`${at('receipts')} SELECT school_id, $2, token FROM receipts WHERE entry_id = $1`, [
          deposit.entry_id,
          forged,
        ]),
        /receipts_token/,
      );
    },
    remove: 'DROP INDEX receipts_token',
  },
  {
    guard: 'accounts_student: a student has one wallet',
    async holds(books) {
      const { session } = await paidIn(books);
      return refuses(
        session.run(`${at('accounts')} (school_id, id, kind, student_id, balance) VALUES ($1, $2, 'wallet', $3, 0)`, [
          books.school,
          randomUUID(),
          books.student,
        ]),
        /accounts_student/,
      );
    },
    remove: 'DROP INDEX accounts_student',
  },
  {
    guard: 'payments_pkey: a receipt of the provider is one payment',
    async holds({ registry, school }) {
      const session = await registry();
      const receipt = randomUUID().slice(0, 8).toUpperCase();
      const tell = () =>
        session.run(
          `${at('payments')} (school_id, receipt, id, amount, paid_at, account, reported_by)
           VALUES ($1, $2, $3, 100, now(), '1', 'pull')`,
          [school, receipt, randomUUID()],
        );
      await tell();
      return refuses(tell(), /payments_pkey/);
    },
    remove: 'ALTER TABLE payments DROP CONSTRAINT payments_pkey CASCADE',
  },
  {
    guard: 'payments_credited_is_confirmed: nothing is credited that nobody bore out',
    async holds(books) {
      const { session, deposit } = await paidIn(books);
      return refuses(
        session.run(
          `${at('payments')} (school_id, receipt, id, amount, paid_at, account, reported_by, state, entry_id)
           VALUES ($1, $2, $3, 100, now(), '1', 'confirmation', 'credited', $4)`,
          [books.school, randomUUID().slice(0, 8).toUpperCase(), randomUUID(), deposit.entry_id],
        ),
        /payments_credited_is_confirmed/,
      );
    },
    remove: 'ALTER TABLE payments DROP CONSTRAINT payments_credited_is_confirmed',
  },
  {
    guard: 'suspense_parked_once: a payment is parked once',
    async holds(books) {
      const { session } = await paidIn(books);
      const receipt = randomUUID().slice(0, 8).toUpperCase();
      await park(session, books, receipt);
      return refuses(park(session, books, receipt), /suspense_parked_once/);
    },
    remove: 'DROP INDEX suspense_parked_once',
  },
  {
    guard: 'suspense_settled_once: what is parked leaves once',
    async holds(books) {
      const { session, deposit } = await paidIn(books);
      const item = await park(session, books, randomUUID().slice(0, 8).toUpperCase());
      const settle = () =>
        session.run(
          `${at('suspense_proposals')} (school_id, id, item_id, way, student_id, by_user, decision, decided_by, decided_at, entry_id)
           VALUES ($1, $2, $3, 'settle', $4, $5, 'approved', $6, now(), $7)`,
          [books.school, randomUUID(), item, books.student, randomUUID(), randomUUID(), deposit.entry_id],
        );
      await settle();
      return refuses(settle(), /suspense_settled_once/);
    },
    remove: 'DROP INDEX suspense_settled_once',
  },
  {
    guard: 'suspense_second_person: nobody approves what they propose',
    async holds(books) {
      const { session, deposit } = await paidIn(books);
      const item = await park(session, books, randomUUID().slice(0, 8).toUpperCase());
      return refuses(
        session.run(
          `${at('suspense_proposals')} (school_id, id, item_id, way, student_id, by_user, decision, decided_by, decided_at, entry_id)
           VALUES ($1, $2, $3, 'settle', $4, $5, 'approved', $5, now(), $6)`,
          [books.school, randomUUID(), item, books.student, randomUUID(), deposit.entry_id],
        ),
        /suspense_second_person/,
      );
    },
    remove: 'ALTER TABLE suspense_proposals DROP CONSTRAINT suspense_second_person',
  },
  {
    guard: 'tills_one_open: nobody has two tills open',
    async holds({ registry, school }) {
      const session = await registry();
      const user = randomUUID();
      const open = async () => {
        const id = randomUUID();
        await session.run(`${at('accounts')} (school_id, id, kind, user_id) VALUES ($1, $2, 'till', $3)`, [
          school,
          id,
          user,
        ]);
        await session.run(`${at('tills')} (school_id, id, user_id, opening_float) VALUES ($1, $2, $3, 0)`, [
          school,
          id,
          user,
        ]);
      };
      await open();
      return refuses(open(), /tills_one_open/);
    },
    remove: 'DROP INDEX tills_one_open',
  },
  ...['journal_entries', 'postings'].flatMap((table): Guard[] => [
    {
      guard: `rights on ${table}: the application changes and removes nothing`,
      async holds({ registry }) {
        const session = await registry();
        const tries = [`UPDATE ${table} SET at = at WHERE false`, `DELETE FROM ${table} WHERE false`];
        for (const text of tries) if (!(await refuses(session.run(text), /permission denied/))) return false;
        return true;
      },
      remove: `GRANT UPDATE, DELETE ON ${table} TO mfuko_app`,
    },
    {
      guard: `append_only on ${table}: nor does the owner`,
      async holds(books) {
        await paidIn(books);
        const owner = await books.ownersDesk();
        return refuses(owner.run(`UPDATE ${table} SET at = at - interval '1 day'`), /append-only/);
      },
      remove: `DROP TRIGGER append_only ON ${table}`,
    },
    {
      guard: `append_only_whole on ${table}: nor is it emptied`,
      async holds(books) {
        const owner = await books.ownersDesk();
        await owner.run('BEGIN');
        const refused = await refuses(
          owner.run(`TRUNCATE ${table} CASCADE`),
          new RegExp(`${table} is append-only`),
        ).catch(
          // Another table of the cascade has refused instead, since it is append-only too.
          () => false,
        );
        await owner.run('ROLLBACK');
        return refused;
      },
      remove: `DROP TRIGGER append_only_whole ON ${table}`,
    },
  ]),
  {
    guard: 'entry_balances on movements: no movement without legs',
    async holds(books) {
      const { session } = await paidIn(books);
      return refuses(forge(session, books, 500, { legs: [] }), /sum to zero/);
    },
    remove: 'DROP TRIGGER entry_balances ON journal_entries',
  },
  {
    guard: 'entry_balances on postings: no leg too many later',
    async holds(books) {
      const { session, deposit } = await paidIn(books);
      return refuses(
        session.run(
          `${at('postings')} (school_id, entry_id, leg, account_id, amount, at)
           VALUES ($1, $2, 3, school_account($1, 'cash-desk'), -500, now())`,
          [books.school, deposit.entry_id],
        ),
        /sum to zero/,
      );
    },
    remove: 'DROP TRIGGER entry_balances ON postings',
  },
  {
    guard: 'balance_is_posted: no balance without a posting',
    async holds(books) {
      const { session } = await paidIn(books);
      return refuses(
        session.run('UPDATE accounts SET balance = balance + 100 WHERE id = $1', [books.student]),
        /what its postings say/,
      );
    },
    remove: 'DROP TRIGGER balance_is_posted ON accounts',
  },
  ...['accounts', 'journal_entries', 'postings', 'receipts'].flatMap((table): Guard[] => [
    {
      guard: `row-level security on ${table}: one school never sees another’s`,
      async holds(books) {
        await paidIn(books);
        const stranger = await books.registry(books.otherSchool);
        return (await stranger.run(`SELECT 1 FROM ${table} WHERE school_id = $1 LIMIT 1`, [books.school])).length === 0;
      },
      remove: `ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`,
    },
    {
      guard: `row-level security on ${table}, forced: the owner's own slips stay in the school too`,
      async holds(books) {
        await paidIn(books);
        const owner = await books.ownersDesk();
        await owner.run(`SET app.school_id = '${books.otherSchool}'`);
        return (await owner.run(`SELECT 1 FROM ${table} WHERE school_id = $1 LIMIT 1`, [books.school])).length === 0;
      },
      remove: `ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`,
    },
  ]),
  {
    guard: 'rights on accounts: the application removes no wallet',
    holds: async ({ registry }) =>
      refuses((await registry()).run('DELETE FROM accounts WHERE false'), /permission denied/),
    remove: 'GRANT DELETE ON accounts TO mfuko_app',
  },
  {
    guard: 'rights on accounts: nor makes it another’s',
    holds: async ({ registry }) =>
      refuses((await registry()).run('UPDATE accounts SET student_id = NULL WHERE false'), /permission denied/),
    remove: 'GRANT UPDATE ON accounts TO mfuko_app',
  },
  {
    guard: 'rights on receipts: a token stays what it is',
    holds: async ({ registry }) =>
      refuses((await registry()).run(`UPDATE receipts SET token = '' WHERE false`), /permission denied/),
    remove: 'GRANT UPDATE ON receipts TO mfuko_app',
  },
  {
    guard: 'rights on payments: what was confirmed is not removed',
    holds: async ({ registry }) =>
      refuses((await registry()).run('DELETE FROM payments WHERE false'), /permission denied/),
    remove: 'GRANT DELETE ON payments TO mfuko_app',
  },
  {
    guard: 'the clock, of movements: one by one and in a batch nothing comes into a day that is closed',
    async holds(books) {
      // A batch needs existing wallets.
      const { session } = await paidIn(books);
      await closeTomorrow(session, books);
      const alone = () => session.move(1, 500, books.student);
      const batch = () => together(session, books, randomUUID());
      const why = /^The clock of the server shows/;
      return (await refuses(alone(), why)) && (await refuses(batch(), why));
    },
    remove: 'DROP TRIGGER clock_is_right ON journal_entries',
  },
  {
    guard: 'the clock, of tills: none is opened on a day that is closed',
    async holds(books) {
      const session = await books.registry();
      await closeTomorrow(session, books);
      const [account] = await session.run(
        `INSERT INTO accounts (school_id, id, kind, user_id) VALUES ($1, $2, 'till', $3) RETURNING id`,
        [books.school, randomUUID(), randomUUID()],
      );
      return refuses(
        session.run(
          `INSERT INTO tills (school_id, id, user_id, opening_float) SELECT school_id, id, user_id, 0 FROM accounts WHERE id = $1`,
          [account?.id],
        ),
        /^The clock of the server shows/,
      );
    },
    remove: 'DROP TRIGGER clock_is_right ON tills',
  },
  {
    guard: 'the origin of every row of the audit trail',
    async holds({ registry, school }) {
      const session = await registry();
      return refuses(
        session.run(
          `INSERT INTO audit_events (school_id, id, action, subject_kind) VALUES ($1, $2, 'school.update', 'school')`,
          [school, randomUUID()],
        ),
        /audit_events_have_origin/,
      );
    },
    remove: 'ALTER TABLE audit_events DROP CONSTRAINT audit_events_have_origin',
  },
];

/** Creates a journal entry in the future, as a clock that was ahead leaves behind. */
function closeTomorrow(session: Session, { school }: Books): Promise<unknown[]> {
  return session.run(
    `INSERT INTO book_days (school_id, day, number, begins, ends, movements, closing, moved, seals, hash)
     VALUES ($1, current_date + 1, 1, now(), now() + interval '1 day', 0, '{}', '{}', '', decode(repeat('00', 32), 'hex'))
     ON CONFLICT DO NOTHING`,
    [school],
  );
}

/** Result of a deposit of KES 5 in a batch that does not wait. */
async function together(session: Session, { school, student }: Books, key: string): Promise<unknown> {
  const move = { id: randomUUID(), token: key.slice(0, 16), key, kind: 'deposit', student, direction: 1, amount: 500 };
  const [row] = await session.run('SELECT outcome FROM move_pocket_money($1, $2, false)', [
    school,
    JSON.stringify([{ ...move, counter: 'cash-desk', by_user: randomUUID() }]),
  ]);
  return row?.outcome;
}

export async function park(session: Session, { school }: Books, receipt: string): Promise<string> {
  const [item, entry] = [randomUUID(), randomUUID()];
  await session.run('BEGIN');
  try {
    await session.run('SELECT move_school_money($1, $2)', [
      school,
      JSON.stringify([
        { id: entry, kind: 'unclaimed', gains: 'suspense', loses: 'm-pesa', amount: 100, reference: receipt },
      ]),
    ]);
    await session.run(
      `INSERT INTO suspense_items (school_id, id, receipt, why, amount, paid_at, account, entry_id)
       VALUES ($1, $2, $3, 'unknown-account', 100, now(), '1', $4)`,
      [school, item, receipt, entry],
    );
    await session.run('COMMIT');
  } catch (error) {
    await session.run('ROLLBACK');
    throw error;
  }
  return item;
}
