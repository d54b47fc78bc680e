/** SQL that narrows rows by a moment of theirs, or lets all of them through. */
export interface From {
  (moment: string): string;
  /** The same with a day more, for rows that tell of others: by a moment of theirs, or by their ids, which are in the order of time. */
  early(moment: string): string;
  ids(id: string): string;
  readonly narrows: boolean;
}

/** A question to the books. Its SELECT answers the rows that are wrong: check, journal entry, student (ids), says, should. */
export interface Check {
  /** Tables that features bring along; where one is not there, there is nothing to ask. */
  readonly reads: readonly string[];
  /**
   * Asked of every row (`whole`), every hour of what happened since the newest closed day (`hourly`), or both. `nightly` is asked of every row too, and
   * each night of what happened since the last look at every row, as all but `whole` are.
   */
  readonly asked: 'whole' | 'nightly' | 'hourly' | 'both';
  readonly sql: (from: From) => string;
}

/** SQL: the least id of what was made a day before $2 or later, and of all where that is null: ids are in the order of time. */
export const LEAST_ID = `coalesce(
    lpad(to_hex(greatest(0, extract(epoch FROM $2::timestamptz - interval '1 day') * 1000)::bigint), 12, '0') || repeat('0', 20), repeat('0', 32))::uuid`;

/** Every row. */
export const OF_ALL: From = Object.assign(() => 'true', { early: () => 'true', ids: () => 'true', narrows: false });

/** Rows from $2 on. */
export const SINCE: From = Object.assign((moment: string) => `${moment} >= $2::timestamptz`, {
  early: (moment: string) => `${moment} >= $2::timestamptz - interval '1 day'`,
  ids: (id: string) => `${id} >= ${LEAST_ID}`,
  narrows: true,
});

/** SQL: cents as people read them. */
export function kes(cents: string): string {
  return `('KES ' || to_char((${cents}) / 100.0, 'FM999,999,999,990.00'))`;
}

/** For each kind: what it does to the wallet (0: it has no leg there), and on which accounts the rest may stand. */
const KINDS = `(VALUES
  ('deposit', 1, '{cash-desk,till,bank,other-money}'::text[]), ('collection', 1, '{m-pesa,suspense}'), ('cash-out', -1, '{cash-desk,till}'),
  ('canteen', -1, '{canteen-income,meal-subsidy}'), ('item', -1, '{item-income}'), ('item-return', 1, '{item-income}'),
  ('refund', -1, '{payouts}'), ('refund-failed', 1, '{payouts}'), ('refund-paid', 0, '{payouts,m-pesa}'),
  ('unclaimed', 0, '{suspense,m-pesa}'), ('unclaimed-returned', 0, '{suspense,payouts,m-pesa}'),
  ('float', 0, '{cash-desk,till}'), ('till-close', 0, '{cash-desk,till,till-variance}'),
  ('bank-transfer', 0, '{cash-desk,bank}')
) AS k (kind, sign, counters)`;

/** SQL: the figures of an entry's legs that its own are held against. */
const LEGS = `
      count(*) AS number, min(p.leg) AS first, max(p.leg) AS last, sum(p.amount) AS total,
             bool_and(p.at = m.at) AS timely, count(*) FILTER (WHERE a.kind = 'wallet') AS wallets,
             coalesce(bool_and(a.student_id = m.student_id) FILTER (WHERE a.kind = 'wallet'), true) AS own,
             coalesce(sum(p.amount) FILTER (WHERE a.kind = 'platform-fees'), 0) AS fees,
             coalesce(sum(p.amount) FILTER (WHERE a.kind = 'wallet'), 0) AS wallet,
             coalesce(sum(p.amount) FILTER (WHERE a.kind = 'meal-subsidy'), 0) AS given,
             CASE WHEN count(*) FILTER (WHERE a.kind = 'wallet') = 0 THEN sum(p.amount) FILTER (WHERE p.amount > 0)
                  ELSE abs(sum(p.amount) FILTER (WHERE a.kind NOT IN ('wallet', 'platform-fees', 'meal-subsidy'))) END AS counted,
             coalesce(bool_and(a.kind IN ('wallet', 'platform-fees') OR a.kind = ANY (k.counters)), true)
               AND count(a.id) = count(*) AS placed`;

/** SQL: legs of many entries are added up in one pass; of few, entry by entry, since nothing tells the planner how few they are. */
const legsOfAll = (from: From) => `(
      SELECT p.entry_id, ${LEGS}
      FROM journal_entries m JOIN postings p ON p.school_id = m.school_id AND p.entry_id = m.id
      LEFT JOIN accounts a ON a.school_id = p.school_id AND a.id = p.account_id
      LEFT JOIN ${KINDS} ON k.kind = m.kind
      WHERE m.school_id = $1 AND ${from('m.at')} GROUP BY p.entry_id
    ) AS l ON l.entry_id = m.id`;
const LEGS_OF_EACH = `LATERAL (
      SELECT ${LEGS}
      FROM postings p LEFT JOIN accounts a ON a.school_id = p.school_id AND a.id = p.account_id
      WHERE p.school_id = m.school_id AND p.entry_id = m.id
    ) AS l ON true`;

/** Every journal entry against its legs. The first thing that is wrong with it is told. */
const entries: Check = {
  reads: [],
  asked: 'both',
  sql: (from) => `
  SELECT w.problem AS check, w.id AS movement, w.student_id AS student,
    CASE w.problem WHEN 'legs' THEN coalesce(w.number, 0) || ' legs' WHEN 'sum' THEN ${kes('w.total')}
      WHEN 'fee' THEN ${kes('w.fees')} WHEN 'wallet-leg' THEN ${kes('w.wallet')} WHEN 'amount' THEN ${kes('w.counted')}
      WHEN 'date' THEN 'legs of another moment' WHEN 'student' THEN 'another student or none'
      ELSE 'a leg on another account' END AS says,
    CASE w.problem WHEN 'legs' THEN 'two at least, numbered from 1' WHEN 'sum' THEN ${kes('0')} WHEN 'fee' THEN ${kes('w.fee')}
      WHEN 'wallet-leg' THEN ${kes('w.sign * w.amount - w.fee')} WHEN 'amount' THEN ${kes('w.amount')}
      WHEN 'date' THEN to_char(w.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
      WHEN 'student' THEN 'the student of this school whose wallet it moved'
      ELSE 'those of a ' || w.kind END AS should
  FROM (
    SELECT m.*, k.sign, l.number, l.total, l.fees, l.wallet, l.counted, CASE
      WHEN coalesce(l.number, 0) < 2 OR l.first <> 1 OR l.last <> l.number THEN 'legs'
      WHEN l.total <> 0 THEN 'sum'
      WHEN NOT l.timely THEN 'date'
      WHEN m.student_id IS NOT NULL AND s.id IS NULL THEN 'student'
      WHEN NOT l.own OR l.wallets <> abs(coalesce(k.sign, 1)) AND NOT (l.wallets = 0 AND abs(l.given) = m.amount) THEN 'student'
      WHEN m.kind = 'reversal' THEN NULL
      WHEN l.fees <> m.fee THEN 'fee'
      WHEN k.sign <> 0 AND l.wallet + l.given <> k.sign * m.amount - m.fee THEN 'wallet-leg'
      WHEN l.counted <> m.amount THEN 'amount'
      WHEN NOT l.placed OR k.kind IS NULL THEN 'account' END AS problem
    FROM journal_entries m
    LEFT JOIN students s ON s.school_id = m.school_id AND s.id = m.student_id
    LEFT JOIN ${KINDS} ON k.kind = m.kind
    LEFT JOIN ${from.narrows ? LEGS_OF_EACH : legsOfAll(from)}
    WHERE m.school_id = $1 AND ${from('m.at')}
  ) AS w WHERE w.problem IS NOT NULL`,
};

/** A reversal turns every leg of its journal entry, once, and is not turned itself. */
const reversals: Check = {
  reads: [],
  asked: 'both',
  sql: (from) => `
  SELECT 'reversal' AS check, w.id AS movement, w.student_id AS student,
    CASE WHEN w.number > 1 THEN 'the ' || w.number || 'th reversal of one movement' WHEN w.was IS NULL THEN 'a movement that is not there'
      WHEN w.was NOT IN ('deposit', 'collection', 'cash-out', 'canteen') THEN 'a ' || w.was ELSE ${kes('w.legs')} END AS says,
    CASE WHEN w.number > 1 THEN 'one' WHEN w.was IS NULL OR w.was NOT IN ('deposit', 'collection', 'cash-out', 'canteen')
      THEN 'a movement that can be taken back' ELSE ${kes('w.wanted')} || ', leg by leg' END AS should
  FROM (
    SELECT r.id, r.student_id, o.kind AS was, o.student_id IS DISTINCT FROM r.student_id AS others,
           r.amount <> o.amount OR r.fee <> o.fee AS unequal,
           row_number() OVER (PARTITION BY r.reverses ORDER BY r.at, r.id) AS number,
           coalesce((SELECT sum(p.amount) FROM postings p WHERE p.school_id = r.school_id AND p.entry_id = r.id
                     AND p.position IS NOT NULL), 0) AS legs,
           coalesce((SELECT -sum(p.amount) FROM postings p WHERE p.school_id = r.school_id AND p.entry_id = o.id
                     AND p.position IS NOT NULL), 0) AS wanted,
           EXISTS (
             SELECT 1 FROM (SELECT leg, account_id, amount FROM postings WHERE school_id = r.school_id AND entry_id = r.id) p
             FULL JOIN (SELECT leg, account_id, amount FROM postings WHERE school_id = r.school_id AND entry_id = o.id) q
               ON q.leg = p.leg
             LEFT JOIN accounts a ON a.school_id = r.school_id AND a.id = q.account_id
             WHERE p.amount IS DISTINCT FROM -q.amount
                OR p.account_id <> q.account_id AND a.kind NOT IN ('till', 'm-pesa')) AS crooked
    FROM journal_entries r LEFT JOIN journal_entries o ON o.school_id = r.school_id AND o.id = r.reverses
    WHERE r.school_id = $1 AND r.kind = 'reversal' AND ${from('r.at')}
  ) AS w
  WHERE w.number > 1 OR w.was IS NULL OR w.was NOT IN ('deposit', 'collection', 'cash-out', 'canteen')
     OR w.others OR w.unequal OR w.crooked`,
};

/** Legs of a journal entry that is not there. */
const strays: Check = {
  reads: [],
  asked: 'whole',
  sql: () => `
  SELECT 'stray-leg' AS check, p.entry_id AS movement, a.student_id AS student, ${kes('p.amount')} AS says,
         'a leg of a movement of this school' AS should
  FROM postings p LEFT JOIN journal_entries m ON m.school_id = p.school_id AND m.id = p.entry_id
  LEFT JOIN accounts a ON a.school_id = p.school_id AND a.id = p.account_id
  WHERE p.school_id = $1 AND m.id IS NULL`,
};

/** A wallet's statement: places without a gap, each balance the one before and what moved. */
const statements: Check = {
  reads: [],
  asked: 'whole',
  sql: () => `
  SELECT CASE WHEN position <> coalesce(place_before, 0) + 1 THEN 'position' ELSE 'running-balance' END AS check,
         entry_id AS movement, account_id AS student,
         CASE WHEN position <> coalesce(place_before, 0) + 1 THEN 'place ' || position ELSE ${kes('balance_after')} END AS says,
         CASE WHEN position <> coalesce(place_before, 0) + 1 THEN 'place ' || coalesce(place_before, 0) + 1
              ELSE ${kes('coalesce(balance_before, 0) + amount')} END AS should
  FROM (
    SELECT entry_id, account_id, position, amount, balance_after,
           lag(position) OVER line AS place_before, lag(balance_after) OVER line AS balance_before
    FROM postings WHERE school_id = $1 AND position IS NOT NULL WINDOW line AS (PARTITION BY account_id ORDER BY position)
  ) AS each
  WHERE position <> coalesce(place_before, 0) + 1 OR balance_after IS DISTINCT FROM coalesce(balance_before, 0) + amount
     OR balance_after < 0
  UNION ALL
  SELECT 'position', p.entry_id, a.student_id, coalesce('place ' || p.position, 'no place'),
         CASE a.kind WHEN 'wallet' THEN 'a place in the statement' ELSE 'no place' END
  FROM accounts a JOIN postings p ON p.school_id = a.school_id AND p.account_id = a.id
  WHERE a.school_id = $1 AND (a.kind = 'wallet') <> (p.position IS NOT NULL)`,
};

/** Wallets: what a wallet holds against what its postings add up to. */
const wallets: Check = {
  reads: [],
  asked: 'whole',
  sql: () => `
  SELECT 'balance' AS check, NULL::uuid AS movement, a.student_id AS student,
         ${kes('a.balance')} || ' after ' || a.newest_position AS says,
         ${kes('coalesce(p.total, 0)')} || ' after ' || coalesce(p.number, 0) AS should
  FROM accounts a LEFT JOIN (
    SELECT account_id, sum(amount) AS total, count(*) AS number FROM postings
    WHERE school_id = $1 AND position IS NOT NULL GROUP BY account_id
  ) AS p ON p.account_id = a.id
  WHERE a.school_id = $1 AND a.kind = 'wallet' AND (a.balance IS DISTINCT FROM coalesce(p.total, 0)
    OR a.newest_position <> coalesce(p.number, 0) OR a.id <> a.student_id OR a.balance < 0)`,
};

/** The same by each wallet's newest posting alone. */
const newest: Check = {
  reads: [],
  asked: 'hourly',
  sql: () => `
  SELECT 'balance' AS check, p.entry_id AS movement, a.student_id AS student, ${kes('a.balance')} AS says,
         ${kes('coalesce(p.balance_after, 0)')} AS should
  FROM accounts a LEFT JOIN LATERAL (
    SELECT entry_id, position, balance_after FROM postings
    WHERE school_id = a.school_id AND account_id = a.id AND position IS NOT NULL ORDER BY position DESC LIMIT 1
  ) AS p ON true
  WHERE a.school_id = $1 AND a.kind = 'wallet'
    AND (a.balance <> coalesce(p.balance_after, 0) OR a.newest_position <> coalesce(p.position, 0))`,
};

/** Whatever moved a wallet has a receipt, and a receipt is of such a journal entry. */
const receipts: Check = {
  reads: [],
  asked: 'both',
  sql: (from) => `
  SELECT 'receipt' AS check, m.id AS movement, m.student_id AS student, 'no receipt' AS says, 'one' AS should
  FROM journal_entries m LEFT JOIN receipts r ON r.school_id = m.school_id AND r.entry_id = m.id
  WHERE m.school_id = $1 AND r.entry_id IS NULL AND m.student_id IS NOT NULL AND m.kind <> 'refund-paid' AND ${from('m.at')}`,
};

const receiptsOfNothing: Check = {
  reads: [],
  asked: 'whole',
  sql: () => `
  SELECT 'receipt' AS check, r.entry_id AS movement, NULL::uuid AS student, 'a receipt' AS says, 'a movement behind it' AS should
  FROM receipts r LEFT JOIN journal_entries m ON m.school_id = r.school_id AND m.id = r.entry_id
  WHERE r.school_id = $1 AND m.id IS NULL`,
};

/** A meal that was paid for, or all lines of a sale, and a sale of the canteen: of one amount, each once. */
const meals: Check = {
  reads: ['meals'],
  asked: 'nightly',
  sql: (from) =>
    paidFor(
      'meal',
      'canteen',
      `SELECT school_id, entry_id, min(student_id::text)::uuid AS student_id, sum(amount)::bigint AS amount FROM meals
       WHERE ${from.early('at')} GROUP BY school_id, entry_id, COALESCE(sale_id, id)`,
      from,
    ),
};

const items: Check = {
  reads: ['student_items'],
  asked: 'nightly',
  sql: (from) =>
    paidFor(
      'item',
      'item',
      'SELECT school_id, entry_id, student_id, price * quantity AS amount FROM student_items',
      from,
    ),
};

const returns: Check = {
  reads: ['item_events'],
  asked: 'nightly',
  sql: (from) =>
    paidFor(
      'item-return',
      'item-return',
      `SELECT e.school_id, e.entry_id, i.student_id, e.amount FROM item_events e
       JOIN student_items i ON i.school_id = e.school_id AND i.id = e.item_id`,
      from,
    ),
};

const bankTransfers: Check = {
  reads: ['bank_transfers'],
  asked: 'nightly',
  sql: (from) =>
    paidFor(
      'bank-transfer',
      'bank-transfer',
      'SELECT school_id, entry_id, NULL::uuid AS student_id, amount FROM bank_transfers',
      from,
    ),
};

/**
 * Rows of a part that claim a journal entry, against the journal entries of that kind: each has the other, once, of that amount and
 * student. Where journal entries are narrowed, a row that claims none that is there is left to the look at every row.
 */
export function paidFor(check: string, kind: string, rows: string, from: From): string {
  return `
  SELECT '${check}' AS check, w.movement, w.student,
         CASE WHEN w.booked IS NULL THEN ${kes('w.claimed')} || ' without a movement' WHEN w.claims = 0 THEN ${kes('w.booked')} || ' for nothing'
              WHEN w.claims > 1 THEN 'claimed ' || w.claims || ' times' WHEN w.others THEN 'another student'
              ELSE ${kes('w.claimed')} END AS says,
         CASE WHEN w.booked IS NULL THEN 'a movement of it' WHEN w.claims = 0 THEN 'what it was for'
              WHEN w.claims > 1 THEN 'claimed once' ELSE ${kes('w.booked')} END AS should
  FROM (
    SELECT coalesce(m.id, c.entry_id) AS movement, coalesce(m.student_id, c.student_id) AS student, m.amount AS booked,
           c.amount AS claimed, coalesce(c.claims, 0) AS claims, c.student_id <> m.student_id AS others
    FROM (SELECT * FROM journal_entries m WHERE m.school_id = $1 AND m.kind = '${kind}' AND ${from('m.at')}) AS m
    ${from.narrows ? 'LEFT' : 'FULL'} JOIN (
      SELECT entry_id, min(amount) AS amount, min(student_id::text)::uuid AS student_id, count(*) AS claims
      FROM (${rows}) AS each WHERE school_id = $1 AND entry_id IS NOT NULL GROUP BY entry_id
    ) AS c ON c.entry_id = m.id
  ) AS w
  WHERE w.booked IS NULL OR w.claims <> 1 OR w.claimed <> w.booked OR w.others`;
}

/** All accounts together are nothing: what is owed is held. */
const equation: Check = {
  reads: [],
  asked: 'both',
  sql: () => `
  SELECT 'equation' AS check, NULL::uuid AS movement, NULL::uuid AS student, ${kes('-sum(balance)')} AS says, ${kes('0')} AS should
  FROM book_balances($1) HAVING sum(balance) <> 0`,
};

export const CHECKS: readonly Check[] = [
  equation,
  wallets,
  newest,
  entries,
  strays,
  statements,
  reversals,
  receipts,
  receiptsOfNothing,
  meals,
  items,
  returns,
  bankTransfers,
];
