import type { EraseBlocker } from '@mfuko/contract/erasure';
import type { ReadTx } from '../../platform/database/database.ts';
import { readNamePatterns } from './name-patterns.ts';

/**
 * SQL for the blockers of the erasure of a student `s` of the school $1, as a list of codes: everything that is still open and would
 * later end for a pseudonym. A student whom the office has marked as left counts as absent, whatever the gate saw last.
 */
export const BLOCKERS = `
  array_remove(ARRAY[
    CASE WHEN EXISTS (SELECT 1 FROM accounts a WHERE a.school_id = $1 AND a.student_id = s.id AND a.balance <> 0) THEN 'money' END,
    CASE WHEN s.status = 'active' AND EXISTS (
      SELECT 1 FROM gate_states g WHERE g.school_id = $1 AND g.student_id = s.id AND g.kind = 'in') THEN 'inside' END,
    CASE WHEN s.status = 'active' AND EXISTS (
      SELECT 1 FROM bus_states b WHERE b.school_id = $1 AND b.student_id = s.id AND b.kind = 'on') THEN 'aboard' END,
    CASE WHEN EXISTS (SELECT 1 FROM student_items i WHERE i.school_id = $1 AND i.student_id = s.id AND i.deleted_at IS NULL
      AND i.quantity > i.handed_out + i.returned) THEN 'items' END,
    CASE WHEN EXISTS (SELECT 1 FROM cash_approvals c WHERE c.school_id = $1 AND c.student_id = s.id AND c.entry_id IS NULL
      AND (c.decision IS NULL AND c.asked_at > now() - interval '12 hours'
           OR c.decision = 'approved' AND c.decided_at > now() - interval '30 minutes'))
      OR EXISTS (SELECT 1 FROM reversal_proposals p JOIN journal_entries e ON e.school_id = p.school_id AND e.id = p.entry_id
        WHERE p.school_id = $1 AND p.decision IS NULL AND e.student_id = s.id) THEN 'approval' END,
    CASE WHEN EXISTS (SELECT 1 FROM suspense_items i WHERE i.school_id = $1 AND i.state NOT IN ('settled', 'returned')
      AND (i.student_id = s.id OR is_account_of($1, i.account, s.admission_number)))
      OR EXISTS (SELECT 1 FROM suspense_proposals p WHERE p.school_id = $1 AND p.student_id = s.id AND p.decision IS NULL)
      THEN 'suspense' END,
    CASE WHEN EXISTS (SELECT 1 FROM refunds r WHERE r.school_id = $1 AND r.student_id = s.id
      AND r.state IN ('proposed', 'sending')) THEN 'refund' END,
    CASE WHEN EXISTS (SELECT 1 FROM stk_pushes k WHERE k.school_id = $1 AND k.student_id = s.id
      AND k.status IN ('new', 'sending', 'sent', 'unsettled'))
      OR EXISTS (SELECT 1 FROM payments p WHERE p.school_id = $1 AND p.state IN ('told', 'unknown')
        AND is_open_payment(p) AND is_account_of($1, p.account, s.admission_number)) THEN 'payment' END
  ], NULL)`;

/** Reads the blockers of a student's erasure. Under the student's lock no new one can come up. */
export async function readBlockers(tx: ReadTx, studentId: string): Promise<EraseBlocker[]> {
  const found = await tx.row<{ blockers: EraseBlocker[] }>(
    `SELECT ${BLOCKERS} AS blockers FROM students s WHERE s.school_id = $1 AND s.id = $2`,
    [tx.schoolId, studentId],
  );
  const blockers = found?.blockers ?? [];
  return !blockers.includes('payment') && (await isNamedByOpenPayment(tx, studentId))
    ? [...blockers, 'payment']
    : blockers;
}

/**
 * Tells whether an account text in an unbooked payment names the student otherwise than by the number. Such a payment keeps the text,
 * by which the office finds the student, so that an erasure would leave the name behind.
 */
async function isNamedByOpenPayment(tx: ReadTx, studentId: string): Promise<boolean> {
  const OPEN = `FROM payments p WHERE p.school_id = $1 AND p.state IN ('told', 'unknown') AND is_open_payment(p)`;
  // The patterns require all names of the school to be read; most schools rarely have such a payment.
  if (!(await tx.row(`SELECT 1 AS one ${OPEN} LIMIT 1`, [tx.schoolId]))) return false;
  const { others } = await readNamePatterns(tx, studentId);
  const accounts = await tx.rows<{ account: string }>(`SELECT account ${OPEN}`, [tx.schoolId]);
  return accounts.some(({ account }) => others.names(account));
}
