import type { Check } from './checks.ts';

/** For each kind that somebody makes at a desk: the actions of the audit trail that tell of it, by `detail.movement`. */
const TOLD_BY = `(VALUES
  ('deposit', '{wallet.deposit}'::text[]), ('cash-out', '{wallet.cash-out}'), ('reversal', '{wallet.reverse,wallet.take-back,canteen.take-back}')
) AS k (kind, actions)`;

/** Rows of the trail that tell of such a journal entry. */
const ROWS = `
  SELECT e.detail ->> 'movement' AS movement, e.subject_id FROM audit_events e
  WHERE e.school_id = $1 AND e.action IN ('wallet.deposit', 'wallet.cash-out', 'wallet.reverse', 'wallet.take-back', 'canteen.take-back')
    AND e.detail ? 'movement'`;

/**
 * Money that was moved at the tables, with the application's own password, leaves no row in the trail: whoever writes such a row too
 * stands in a sealed chain. Entries that are older than the school's trail came with the school.
 */
const untold: Check = {
  reads: ['audit_events'],
  asked: 'whole',
  sql: () => `
  SELECT 'trail' AS check, m.id AS movement, m.student_id AS student, 'no row in the audit trail' AS says,
         'a row that tells of it' AS should
  FROM journal_entries m JOIN ${TOLD_BY} ON k.kind = m.kind
  LEFT JOIN (${ROWS}) AS t ON t.movement = m.id::text
  WHERE m.school_id = $1 AND t.movement IS NULL
    AND m.at >= (SELECT min(e.at) FROM audit_events e WHERE e.school_id = $1)`,
};

/** The other way round: the trail tells of money that is not in the books. */
const unbooked: Check = {
  reads: ['audit_events'],
  asked: 'whole',
  sql: () => `
  SELECT 'trail' AS check, t.movement::uuid AS movement, t.subject_id AS student, 'a row in the audit trail' AS says,
         'the movement that it tells of' AS should
  FROM (${ROWS}) AS t LEFT JOIN journal_entries m ON m.school_id = $1 AND m.id::text = t.movement
  WHERE m.id IS NULL`,
};

export const CHECKS_OF_THE_TRAIL: readonly Check[] = [untold, unbooked];
