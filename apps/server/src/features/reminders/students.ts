import type { InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import { type getRemindedStudents, REMINDER_DAYS, type RemindedStudent } from '@mfuko/contract/reminders';
import type { ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';

/** Students of reminders with the outcome: payments since, the state of the text or request, and the balance today. */
export const STUDENTS = `
  SELECT t.reminder_id, t.student_id, t.skipped, t.phone_masked, t.balance AS balance_then, r.below, m.cost,
         -- A text names several children and is paid for once.
         row_number() OVER (PARTITION BY t.message_id ORDER BY t.student_id) = 1 AS first_of_text,
         coalesce(came.amount, 0) AS paid, coalesce(a.balance, 0) AS balance, coalesce(a.balance, 0) < r.below AS low,
         m.state = 'delivered' OR p.status IN ('paid', 'cancelled') AS reached,
         CASE WHEN t.skipped IS NOT NULL THEN 'skipped'
              WHEN came.amount > 0 THEN 'paid'
              WHEN m.state = 'waiting' OR p.status = 'new' THEN 'waiting'
              WHEN m.state = 'delivered' THEN 'arrived'
              WHEN m.state IN ('undelivered', 'failed', 'stopped') OR p.status = 'failed' THEN 'failed'
              WHEN p.status = 'cancelled' THEN 'cancelled'
              ELSE 'sent' END AS outcome
  FROM reminder_students t
  JOIN reminders r ON r.school_id = t.school_id AND r.id = t.reminder_id
  LEFT JOIN accounts a ON a.school_id = t.school_id AND a.student_id = t.student_id
  LEFT JOIN sms_messages m ON m.school_id = t.school_id AND m.id = t.message_id
  LEFT JOIN stk_pushes p ON p.school_id = t.school_id AND p.id = t.stk_push_id
  LEFT JOIN LATERAL (
    SELECT sum(e.amount)::bigint AS amount FROM journal_entries e
    WHERE e.school_id = $1 AND e.student_id = t.student_id AND e.kind IN ('deposit', 'collection')
      AND e.at > r.at AND e.at <= r.at + make_interval(days => ${REMINDER_DAYS}) AND t.skipped IS NULL
      AND NOT EXISTS (SELECT 1 FROM journal_entries back WHERE back.school_id = $1 AND back.reverses = e.id)) AS came ON true
  WHERE t.school_id = $1`;

type ListedStudent = Omit<RemindedStudent, 'balanceThen' | 'paid' | 'balance'> & {
  balanceThen: bigint;
  paid: bigint;
  balance: bigint;
};

/** Lists the students of one reminder of the transaction's school. */
export async function listRemindedStudents(
  tx: ReadTx,
  query: InputOf<typeof getRemindedStudents>,
): Promise<Page<RemindedStudent>> {
  const { rows, total } = await readPage<ListedStudent>(tx, query, {
    sql: `SELECT t.student_id AS sysid, s.admission_number AS "admissionNumber", s.names, c.name AS "className",
                 t.phone_masked AS "mobileNumber", t.outcome, t.skipped, t.balance_then AS "balanceThen", t.paid,
                 t.balance, t.low
          FROM (${STUDENTS} AND t.reminder_id = $2) AS t
          JOIN students s ON s.school_id = $1 AND s.id = t.student_id AND s.erased_at IS NULL
          JOIN classes c ON c.school_id = $1 AND c.id = s.class_id
          WHERE $3::text IS NULL OR t.outcome = $3`,
    values: [tx.schoolId, query.reminderSYSID, query.outcome ?? null],
    searched: ['admissionNumber', 'names', 'className'],
    sort: 'admissionNumber',
    digits: ['admissionNumber'],
    natural: ['className'],
    tie: 'sysid',
  });
  return {
    total,
    rows: rows.map((row) => ({
      ...row,
      balanceThen: toKes(row.balanceThen),
      paid: toKes(row.paid),
      balance: toKes(row.balance),
    })),
  };
}
