/** SQL condition that restricts rows to those from a moment on, or lets all of them pass. */
export interface From {
  (moment: string): string;
  /** Restricts rows that refer to other rows to those from a day earlier on, by their time or by their ids, which are in the order of time. */
  early(moment: string): string;
  ids(id: string): string;
  readonly narrows: boolean;
}

/** A check of the books. Its SELECT returns the wrong rows: check, journal entry, student (ids), says, should. */
export interface Check {
  /** Tables of other features; the check is skipped if one of them does not exist. */
  readonly reads: readonly string[];
  /**
   * Frequency: every row in the full check (`whole`), hourly the rows since the newest closed day (`hourly`), or both. `nightly` checks
   * run in the full check too, and each night on the rows since the last full check, as `hourly` and `both` do.
   */
  readonly asked: 'whole' | 'nightly' | 'hourly' | 'both';
  readonly sql: (from: From) => string;
}

/** SQL for the least id of a row made a day before $2 or later, or the least possible id if $2 is null: ids are in the order of time. */
export const MIN_ID = `coalesce(
    lpad(to_hex(greatest(0, extract(epoch FROM $2::timestamptz - interval '1 day') * 1000)::bigint), 12, '0') || repeat('0', 20), repeat('0', 32))::uuid`;

/** Lets every row pass. */
export const OF_ALL: From = Object.assign(() => 'true', { early: () => 'true', ids: () => 'true', narrows: false });

/** Restricts to rows from $2 on. */
export const SINCE: From = Object.assign((moment: string) => `${moment} >= $2::timestamptz`, {
  early: (moment: string) => `${moment} >= $2::timestamptz - interval '1 day'`,
  ids: (id: string) => `${id} >= ${MIN_ID}`,
  narrows: true,
});

/** SQL that formats cents as KES. */
export function kes(cents: string): string {
  return `('KES ' || to_char((${cents}) / 100.0, 'FM999,999,999,990.00'))`;
}

/** For each kind of entry: the sign of its wallet posting (0 for none), and the accounts that its other postings may be on. */
const KINDS = `(VALUES
  ('deposit', 1, '{cash-desk,till,bank,other-money}'::text[]), ('collection', 1, '{m-pesa,suspense}'), ('cash-out', -1, '{cash-desk,till}'),
  ('canteen', -1, '{canteen-income,meal-subsidy}'), ('item', -1, '{item-income}'), ('item-return', 1, '{item-income}'),
  ('refund', -1, '{payouts}'), ('refund-failed', 1, '{payouts}'), ('refund-paid', 0, '{payouts,m-pesa}'),
  ('unclaimed', 0, '{suspense,m-pesa}'), ('unclaimed-returned', 0, '{suspense,payouts,m-pesa}'),
  ('float', 0, '{cash-desk,till}'), ('till-close', 0, '{cash-desk,till,till-variance}'),
  ('bank-transfer', 0, '{cash-desk,bank}')
) AS k (kind, sign, counters)`;

/** SQL for the figures of an entry's postings that the entry is compared with. */
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

/** SQL: for all entries, the postings are summed in one pass; for a few entries, one by one, since the planner cannot know how few they are. */
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

/** Compares every journal entry with its postings and reports the first mismatch. */
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

/** A reversal negates every posting of its entry, once, and cannot be reversed itself. */
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

/** Finds postings without a journal entry. */
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

/** A wallet's statement has positions without a gap, and each balance is the previous one plus the posting. */
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

/** Compares each wallet's balance with the sum of its postings. */
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

/** Compares each wallet's balance with its newest posting only. */
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

/** Every entry that moved a wallet has a receipt, and every receipt belongs to such an entry. */
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

/** A paid meal, or all lines of one sale, matches one `canteen` entry of the same amount. */
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
 * Compares rows that claim a journal entry with the entries of that kind: each row has one entry of its amount and student, and each
 * entry one row. If the entries are restricted, a row that claims a missing entry is left to the full check.
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

/** The balances of all accounts sum to zero: all money owed is held. */
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
