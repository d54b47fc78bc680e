import { type Check, kes, paidFor } from './checks.ts';

/** Compares rows of other features that say where money came from or went with the journal entries that they name. */
function claims(check: string, kind: string, reads: readonly string[], rows: string): Check {
  return { reads, asked: 'nightly', sql: (from) => paidFor(check, kind, rows, from) };
}

/** Every collection is a payment that the provider confirmed, or was settled from suspense by two persons. */
const collections = claims(
  'collection',
  'collection',
  ['payments', 'suspense_proposals'],
  `SELECT school_id, entry_id, student_id, amount FROM payments WHERE state = 'credited'
   UNION ALL SELECT p.school_id, p.entry_id, p.student_id, i.amount FROM suspense_proposals p
   JOIN suspense_items i ON i.school_id = p.school_id AND i.id = p.item_id
   WHERE p.way = 'settle' AND p.decision = 'approved'`,
);

const unclaimed = claims(
  'suspense',
  'unclaimed',
  ['suspense_items'],
  `SELECT school_id, entry_id, NULL::uuid AS student_id, amount FROM suspense_items WHERE why <> 'reversed'`,
);

const returned = claims(
  'suspense',
  'unclaimed-returned',
  ['suspense_items', 'suspense_proposals'],
  `SELECT p.school_id, p.entry_id, NULL::uuid AS student_id, i.amount FROM suspense_proposals p
   JOIN suspense_items i ON i.school_id = p.school_id AND i.id = p.item_id WHERE p.way = 'return' AND p.outcome = 'done'`,
);

const refundClaims = (kind: string, column: string, states: string) =>
  claims(
    'refund',
    kind,
    ['refunds'],
    `SELECT school_id, ${column} AS entry_id, student_id, amount FROM refunds WHERE state IN (${states})`,
  );

/** Compares the balance of a school account with the rows of its list. */
function account(check: string, kind: string, reads: readonly string[], rows: string): Check {
  return {
    reads,
    asked: 'both',
    sql: () => `
    SELECT '${check}' AS check, NULL::uuid AS movement, NULL::uuid AS student, ${kes('w.books')} || ' on the account' AS says,
           ${kes('w.rows')} || ' by its list' AS should
    FROM (SELECT coalesce((SELECT balance FROM book_balances($1) WHERE kind = '${kind}'), 0) AS books,
                 coalesce((${rows}), 0)::bigint AS rows) AS w WHERE w.books <> w.rows`,
  };
}

/** Checks the tills: the balance of each when it was closed, the booked variance, and accounts without a till. */
const tills: Check = {
  reads: ['tills'],
  asked: 'whole',
  sql: () => `
  SELECT 'till' AS check, NULL::uuid AS movement, NULL::uuid AS student,
         CASE WHEN w.id IS NULL THEN 'an account without a till' WHEN w.varied <> w.counted - w.expected
           THEN 'variance ' || ${kes('w.varied')} ELSE ${kes('w.held')} END
           || coalesce(', till of ' || to_char(w.opened_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'), '') AS says,
         CASE WHEN w.id IS NULL THEN 'a till' WHEN w.varied <> w.counted - w.expected
           THEN 'variance ' || ${kes('w.counted - w.expected')} ELSE ${kes('coalesce(w.left_in, 0)')} END AS should
  FROM (
    SELECT t.id, t.opened_at, t.closed_at, t.expected, t.counted, t.left_in,
           coalesce(-sum(p.amount) FILTER (WHERE t.closed_at IS NULL OR p.at <= t.closed_at), 0) AS held,
           coalesce(-sum(p.amount) FILTER (WHERE v.kind = 'till-variance'), 0) AS varied
    FROM accounts a LEFT JOIN tills t ON t.school_id = a.school_id AND t.id = a.id
    LEFT JOIN postings p ON p.school_id = a.school_id AND p.account_id = a.id
    LEFT JOIN LATERAL (
      SELECT o.kind FROM postings q JOIN accounts o ON o.school_id = q.school_id AND o.id = q.account_id
      WHERE q.school_id = p.school_id AND q.entry_id = p.entry_id AND q.account_id <> p.account_id LIMIT 1
    ) AS v ON true
    WHERE a.school_id = $1 AND a.kind = 'till' GROUP BY a.id, t.school_id, t.id
  ) AS w
  WHERE w.id IS NULL OR w.held < 0 OR w.closed_at IS NOT NULL AND (w.held <> w.left_in OR w.varied <> w.counted - w.expected)`,
};

export const CHECKS_OF_PARTS: readonly Check[] = [
  collections,
  unclaimed,
  returned,
  refundClaims('refund', 'entry_id', `'sending', 'paid', 'failed'`),
  refundClaims('refund-paid', 'end_entry_id', `'paid'`),
  refundClaims('refund-failed', 'end_entry_id', `'failed'`),
  account(
    'suspense',
    'suspense',
    ['suspense_items'],
    `SELECT sum(amount) FROM suspense_items WHERE school_id = $1 AND state IN ('open', 'proposed', 'returning')`,
  ),
  account(
    'payouts',
    'payouts',
    ['refunds'],
    `SELECT sum(amount) FROM refunds WHERE school_id = $1 AND state = 'sending'`,
  ),
  tills,
];
