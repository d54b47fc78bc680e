import type { Check } from './checks.ts';

/** Kinds of entries that a person makes at a desk, with the audit actions that record them, by `detail.movement`. */
const TOLD_BY = `(VALUES
  ('deposit', '{wallet.deposit}'::text[]), ('cash-out', '{wallet.cash-out}'), ('reversal', '{wallet.reverse,wallet.take-back,canteen.take-back}')
) AS k (kind, actions)`;

/** Times of the trail's first row: by time, and by id. */
const FIRST = 'SELECT min(e.at) FROM audit_events e WHERE e.school_id = $1';
const FIRST_BY_ID = 'SELECT e.at FROM audit_events e WHERE e.school_id = $1 ORDER BY e.id LIMIT 1';

/** Rows of the trail that record an entry, except those that the sealer has found to be written without our keys. */
const rows = (narrowed: string) => `
  SELECT e.detail ->> 'movement' AS movement, e.subject_id FROM audit_events e
  WHERE e.school_id = $1 AND e.action IN ('wallet.deposit', 'wallet.cash-out', 'wallet.reverse', 'wallet.take-back', 'canteen.take-back')
    AND e.detail ? 'movement' AND ${narrowed}
    AND NOT EXISTS (SELECT 1 FROM audit_events u
                    WHERE u.school_id = $1 AND u.subject_id = e.id AND u.action = 'trail.unproven')`;

/**
 * Finds entries without a row in the trail: money moved by a direct write to the tables, with the application's password. A row written
 * directly to the trail as well carries no proof, and the sealer has marked it (decision 147). Entries older than the school's trail
 * came with the school.
 */
const untold: Check = {
  reads: ['audit_events'],
  asked: 'nightly',
  sql: (from) => `
  SELECT 'trail' AS check, m.id AS movement, m.student_id AS student, 'no row in the audit trail' AS says,
         'a row that tells of it' AS should
  FROM journal_entries m JOIN ${TOLD_BY} ON k.kind = m.kind
  LEFT JOIN (${rows(from.ids('e.id'))}) AS t ON t.movement = m.id::text
  WHERE m.school_id = $1 AND t.movement IS NULL AND ${from('m.at')}
    AND m.at >= (${from.narrows ? FIRST_BY_ID : FIRST})`,
};

/** Finds rows of the trail that record an entry which is not in the books. */
const unbooked: Check = {
  reads: ['audit_events'],
  asked: 'nightly',
  sql: (from) => `
  SELECT 'trail' AS check, t.movement::uuid AS movement, t.subject_id AS student, 'a row in the audit trail' AS says,
         'the movement that it tells of' AS should
  FROM (${rows(from.ids('e.id'))}) AS t LEFT JOIN journal_entries m ON m.school_id = $1 AND m.id = t.movement::uuid
  WHERE m.id IS NULL`,
};

export const CHECKS_OF_THE_TRAIL: readonly Check[] = [untold, unbooked];
