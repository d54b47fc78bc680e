import { randomUUID } from 'node:crypto';
import type { Books, Session } from './books.testkit.ts';
import { at, type Guard, paidIn, park, refuses } from './guards.testkit.ts';

type Row = Readonly<Record<string, unknown>>;
const NOTHING = Buffer.alloc(0);
const aReceipt = () => randomUUID().slice(0, 8).toUpperCase();

/** Inserts a row of the school with a new id, and returns the id. Undefined columns are left out. */
async function add(session: Session, table: string, { school }: Books, row: Row): Promise<string> {
  const id = randomUUID();
  const columns = Object.entries({ school_id: school, id, ...row }).filter(([, value]) => value !== undefined);
  const names = columns.map(([name]) => name).join(', ');
  const places = columns.map((_, place) => `$${place + 1}`).join(', ');
  await session.run(
    `${at(table)} (${names}) VALUES (${places})`,
    columns.map(([, value]) => value),
  );
  return id;
}

const payment = (row: Row = {}): Row => ({
  ...{ receipt: aReceipt(), amount: 100, paid_at: new Date(), account: '1', reported_by: 'pull' },
  ...row,
});
const confirmedPayment = (row: Row): Row =>
  payment({ state: 'credited', confirmed_by: 'pull', settled_at: new Date(), ...row });
const push = ({ student }: Books, row: Row = {}): Row => ({
  ...{ student_id: student, amount: 100, reference: '1', asked_by: randomUUID() },
  ...{ phone_sealed: NOTHING, phone_masked: '', phone_digest: NOTHING },
  ...row,
});
const proposal = (item: string, { student }: Books): Row => ({
  ...{ item_id: item, way: 'settle', student_id: student, by_user: randomUUID() },
});
const reversal = (entryId: string): Row => ({ entry_id: entryId, reason: 'Wrong', by_user: randomUUID() });
const refund = ({ student }: Books, row: Row = {}): Row => ({
  ...{ student_id: student, amount: 1_000, left_over: 0, reason: 'Left', guardian_name: 'Mama', phone_sealed: NOTHING },
  ...{ by_user: randomUUID() },
  ...row,
});
const sms = (row: Row = {}): Row => ({ kind: 'cash-out-receipt', expires_at: new Date(), ...row });
const announcement: Row = { text_en: 'Closed', recipients: 1, by_user: randomUUID() };

/** A guard that the database names in its refusal. */
function named(
  name: string,
  promise: string,
  tries: (session: Session, books: Books, deposit: string) => Promise<unknown>,
  remove = `DROP INDEX ${name}`,
): Guard {
  return {
    guard: `${name}: ${promise}`,
    async holds(books) {
      const { session, deposit } = await paidIn(books);
      return refuses(tries(session, books, deposit.entry_id), new RegExp(`"${name}"`));
    },
    remove,
  };
}

/** Privilege that the application does not have. */
function right(table: string, column: string, promise: string): Guard {
  return {
    guard: `rights on ${table}: ${promise}`,
    holds: async ({ registry }) =>
      refuses((await registry()).run(`UPDATE ${table} SET ${column} = ${column} WHERE false`), /permission denied/),
    remove: `GRANT UPDATE ON ${table} TO mfuko_app`,
  };
}

/** Creates a row of each table that another school might try to read. */
const FILLED: Readonly<Record<string, (session: Session, books: Books) => Promise<unknown>>> = {
  payments: (session, books) => add(session, 'payments', books, payment()),
  stk_pushes: (session, books) => add(session, 'stk_pushes', books, push(books)),
  provider_callbacks: (session, books) =>
    add(session, 'provider_callbacks', books, { purpose: 'trial', subject: '1', sealed: NOTHING }),
  suspense_items: (session, books) => park(session, books, aReceipt()),
  suspense_proposals: async (session, books) =>
    add(session, 'suspense_proposals', books, proposal(await park(session, books, aReceipt()), books)),
  known_payers: (session, books) =>
    add(session, 'known_payers', books, { id: undefined, payer_digest: NOTHING, student_id: books.student }),
  reversal_proposals: async (session, books) =>
    add(session, 'reversal_proposals', books, reversal((await paidIn(books)).deposit.entry_id)),
  refunds: (session, books) => add(session, 'refunds', books, refund(books)),
  sms_messages: (session, books) => add(session, 'sms_messages', books, sms()),
  sms_reports: async (session, books) =>
    add(session, 'sms_reports', books, {
      message_id: await add(session, 'sms_messages', books, sms()),
      status: 'Sent',
    }),
  sms_months: (session, { school }) =>
    session.run(`${at('sms_months')} (school_id, month) VALUES ($1, '2026-01-01') ON CONFLICT DO NOTHING`, [school]),
  sms_settings: (session, { school }) =>
    session.run(`${at('sms_settings')} (school_id) VALUES ($1) ON CONFLICT DO NOTHING`, [school]),
  announcements: (session, books) => add(session, 'announcements', books, announcement),
};

/** Guards of payments by M-Pesa, suspense, refunds, and messages to guardians. */
export const GUARDS_OF_PAYMENTS: readonly Guard[] = [
  named('payments_entry', 'a movement is of one payment', async (session, books, entry) => {
    await add(session, 'payments', books, confirmedPayment({ entry_id: entry }));
    await add(session, 'payments', books, confirmedPayment({ entry_id: entry }));
  }),
  named(
    'payments_check',
    'what is credited was moved',
    (session, books) => add(session, 'payments', books, confirmedPayment({})),
    'ALTER TABLE payments DROP CONSTRAINT payments_check',
  ),
  named('payments_ask', 'an answer is to one question', async (session, books) => {
    const ask_id = randomUUID();
    await add(session, 'payments', books, payment({ ask_id }));
    await add(session, 'payments', books, payment({ ask_id }));
  }),
  named('stk_pushes_checkout', 'a checkout is of one prompt', async (session, books) => {
    const checkout_id = aReceipt();
    await add(session, 'stk_pushes', books, push(books, { checkout_id }));
    await add(session, 'stk_pushes', books, push(books, { checkout_id }));
  }),
  named('stk_pushes_receipt', 'a payment answers one prompt', async (session, books) => {
    const paid = { receipt: aReceipt(), status: 'paid' };
    await add(session, 'stk_pushes', books, push(books, paid));
    await add(session, 'stk_pushes', books, push(books, paid));
  }),
  right('payments', 'receipt', 'a payment stays under its number'),
  right('payments', 'reported_by', 'and told of as it was'),
  named('suspense_entry', 'what came once lies there once', async (session, books) => {
    const item = await park(session, books, aReceipt());
    const [{ entry_id } = {}] = await session.run('SELECT entry_id FROM suspense_items WHERE id = $1', [item]);
    await add(session, 'suspense_items', books, {
      ...{ receipt: aReceipt(), why: 'left', amount: 100, paid_at: new Date(), account: '1', entry_id },
    });
  }),
  named('suspense_one_proposal', 'one proposal waits at a time', async (session, books) => {
    const item = await park(session, books, aReceipt());
    await add(session, 'suspense_proposals', books, proposal(item, books));
    await add(session, 'suspense_proposals', books, proposal(item, books));
  }),
  right('suspense_items', 'amount', 'what was parked stays as much'),
  right('suspense_proposals', 'by_user', 'who proposed stays who proposed'),
  {
    guard: 'reversed_collection: a collection that is taken back lies in suspense',
    async holds(books) {
      const { registry, school, student } = books;
      const session = await registry();
      const [made] = await session.run('SELECT * FROM move_pocket_money($1, $2)', [
        school,
        JSON.stringify([
          {
            ...{ id: randomUUID(), token: aReceipt(), kind: 'collection', student, direction: 1, amount: 500 },
            ...{ counter: 'm-pesa', by_user: randomUUID() },
          },
        ]),
      ]);
      await add(session, 'reversal_proposals', books, reversal(String(made?.entry_id)));
      const taken = await session.reverse(String(made?.entry_id));
      const lies = await session.run('SELECT 1 FROM suspense_items WHERE entry_id = $1', [taken.entry_id]);
      return taken.outcome === 'moved' && lies.length === 1;
    },
    remove: 'DROP TRIGGER reversed_collection ON journal_entries',
  },
  named(
    'reversal_one_proposal',
    'one proposal to take a payment back waits at a time',
    async (session, books, entryId) => {
      await add(session, 'reversal_proposals', books, reversal(entryId));
      await add(session, 'reversal_proposals', books, reversal(entryId));
    },
  ),
  named(
    'reversal_second_person',
    'nobody takes back on their own proposal',
    async (session, books, entryId) => {
      await add(session, 'reversal_proposals', books, reversal(entryId));
      await session.run(
        `UPDATE reversal_proposals SET decision = 'approved', decided_by = by_user, decided_at = now() WHERE entry_id = $1`,
        [entryId],
      );
    },
    'ALTER TABLE reversal_proposals DROP CONSTRAINT reversal_second_person',
  ),
  right('reversal_proposals', 'by_user', 'who proposed a reversal stays who proposed it'),
  {
    guard: 'the proposal, of reverse_journal_entries: what a guardian has paid is taken back by two people',
    async holds({ registry, school, student }) {
      const session = await registry();
      const [made] = await session.run('SELECT * FROM move_pocket_money($1, $2)', [
        school,
        JSON.stringify([
          {
            ...{ id: randomUUID(), token: aReceipt(), kind: 'collection', student, direction: 1, amount: 500 },
            ...{ counter: 'm-pesa', by_user: randomUUID() },
          },
        ]),
      ]);
      return (await session.reverse(String(made?.entry_id))).outcome === 'not-proposed';
    },
    remove: { of: 'reverse_journal_entries', words: "IF outcome <> 'proposed' THEN", instead: 'IF false THEN' },
  },
  named(
    'refund_second_person',
    'nobody approves the refund that they propose',
    (session, books, entry_id) => {
      const by_user = randomUUID();
      const decided = { by_user, decided_by: by_user, decided_at: new Date(), payout_id: aReceipt(), entry_id };
      return add(session, 'refunds', books, refund(books, { state: 'sending', ...decided }));
    },
    'ALTER TABLE refunds DROP CONSTRAINT refund_second_person',
  ),
  named('refunds_one_at_a_time', 'a leaver is paid out once at a time', async (session, books) => {
    await add(session, 'refunds', books, refund(books));
    await add(session, 'refunds', books, refund(books));
  }),
  named('refunds_payout', 'a payout’s id is of one refund', async (session, books, entry_id) => {
    const sent = {
      state: 'paid',
      decided_by: randomUUID(),
      decided_at: new Date(),
      payout_id: aReceipt(),
      entry_id,
    };
    const ended = { end_entry_id: entry_id, ended_at: new Date() };
    await add(session, 'refunds', books, refund(books, { ...sent, ...ended }));
    await add(session, 'refunds', books, refund(books, { ...sent, ...ended }));
  }),
  named('sms_messages_once_a_turn', 'the next guardian is written to once', async (session, books) => {
    const next = { chain_id: randomUUID(), turn: 2 };
    await add(session, 'sms_messages', books, sms(next));
    await add(session, 'sms_messages', books, sms(next));
  }),
  named(
    'sms_messages_turn_check',
    'there is no third',
    (session, books) => add(session, 'sms_messages', books, sms({ turn: 3 })),
    'ALTER TABLE sms_messages DROP CONSTRAINT sms_messages_turn_check',
  ),
  named('sms_messages_one_receipt', 'a movement has one receipt', async (session, books, entry_id) => {
    await add(session, 'sms_messages', books, sms({ entry_id }));
    await add(session, 'sms_messages', books, sms({ entry_id }));
  }),
  named('sms_messages_one_announcement', 'a number gets an announcement once', async (session, books) => {
    const told = { announcement_id: randomUUID(), to_hash: NOTHING };
    await add(session, 'sms_messages', books, sms(told));
    await add(session, 'sms_messages', books, sms(told));
  }),
  named('sms_messages_again_once', 'a message is sent once more, once', async (session, books) => {
    const again_of = randomUUID();
    await add(session, 'sms_messages', books, sms({ again_of }));
    await add(session, 'sms_messages', books, sms({ again_of }));
  }),
  named(
    'sms_reports_once',
    'each word of a delivery report counts once',
    async (session, books) => {
      const message_id = await add(session, 'sms_messages', books, sms());
      await add(session, 'sms_reports', books, { message_id, status: 'Sent' });
      await add(session, 'sms_reports', books, { message_id, status: 'Sent' });
    },
    'ALTER TABLE sms_reports DROP CONSTRAINT sms_reports_once',
  ),
  right('sms_reports', 'status', 'what was reported stays'),
  ...Object.entries(FILLED).map(
    ([table, fill]): Guard => ({
      guard: `row-level security on ${table}: one school never sees another’s`,
      async holds(books) {
        const session = await books.registry();
        await fill(session, books);
        const look = `SELECT 1 FROM ${table} WHERE school_id = $1 LIMIT 1`;
        const own = await session.run(look, [books.school]);
        const stranger = await books.registry(books.otherSchool);
        return own.length === 1 && (await stranger.run(look, [books.school])).length === 0;
      },
      remove: `ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`,
    }),
  ),
];
