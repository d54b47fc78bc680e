import type { InputOf } from '@mfuko/contract/endpoint';
import type { Approval, getApprovals } from '@mfuko/contract/limits';
import { toKes } from '@mfuko/contract/money';
import type { ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { cashChanges, heldNumbers } from '../students/index.ts';
import { approvalNotFound } from './errors.ts';

/** Time for which a request waits for a second person. */
export const REQUEST_HOURS = 12;

type Listed = Omit<Approval, 'amount' | 'date' | 'decidedAt' | 'until' | 'numbers' | 'changes'> & {
  student_id: string;
  amount: bigint;
  date: Date;
  decidedAt: Date | null;
  until: Date | null;
};

const NAME = (user: string) => `COALESCE(${user}.first_name || ' ' || ${user}.last_names, 'Platform')`;

/** State by the transaction's clock, as in the database's `live_approval`. */
const STATE = `CASE
  WHEN a.entry_id IS NOT NULL THEN 'used'
  WHEN a.decision = 'approved' THEN CASE WHEN a.decided_at > now() - interval '30 minutes' THEN 'approved' ELSE 'expired' END
  WHEN a.decision IS NOT NULL THEN a.decision
  WHEN a.asked_at > now() - interval '${REQUEST_HOURS} hours' THEN 'pending' ELSE 'expired' END`;

const KINDS = `CASE WHEN a."isRefund" THEN ARRAY['phone'] ELSE ARRAY['pin', 'finger'] END`;

/** SQL of approvals; $1 is the school, $2 the user who reads. */
const APPROVALS = `
  SELECT a.*,
         CASE WHEN a.state = 'pending' AND NOT a."liftsHold" AND (a."isRefund" OR NOT EXISTS (
           SELECT FROM pocket_limits_of($1, a.student_id) l WHERE l.rule = 'approval' AND a.amount > l.most - l.used))
         THEN CASE WHEN lifts_some_hold($1, a.sysid, ${KINDS}, NULL) THEN 'changed' ELSE 'asked-before' END END AS vain
  FROM (
    SELECT a.*, a.reference IS NOT NULL OR a.state NOT IN ('pending', 'approved') OR lifts_some_hold($1, a.sysid, ${KINDS}, $2) AS "liftsHold",
           CASE a.state WHEN 'pending' THEN a.date + interval '${REQUEST_HOURS} hours'
                             WHEN 'approved' THEN a."decidedAt" + interval '30 minutes' END AS until
    FROM (
      SELECT a.id AS sysid, a.student_id, s.admission_number AS "admissionNumber", s.names, c.name AS "className", a.amount,
             a.reason, a.slip AS reference,
             a.slip IS NULL AND s.status = 'left' AND a.asked_at >= COALESCE(s.left_at, a.asked_at) AS "isRefund", ${STATE} AS state, a.asked_at AS date, ${NAME('asker')} AS "askedBy", a.asked_by = $2 AS own,
             CASE WHEN a.decided_by IS NOT NULL THEN ${NAME('decider')} END AS "decidedBy", a.decided_at AS "decidedAt", a.note
      FROM cash_approvals a
      JOIN students s ON s.school_id = a.school_id AND s.id = a.student_id
      JOIN classes c ON c.school_id = s.school_id AND c.id = s.class_id
      LEFT JOIN users asker ON asker.school_id = a.school_id AND asker.id = a.asked_by
      LEFT JOIN users decider ON decider.school_id = a.school_id AND decider.id = a.decided_by
      WHERE a.school_id = $1 AND s.erased_at IS NULL
    ) AS a
  ) AS a`;

/** Lists approvals, pending ones first, then the newest. */
export async function listApprovals(
  tx: ReadTx,
  userId: string,
  query: InputOf<typeof getApprovals>,
): Promise<Page<Approval>> {
  const page = await readPage<Listed>(tx, query, {
    sql: `SELECT a.*, (CASE WHEN state = 'pending' THEN '1' ELSE '0' END) || to_char(date, 'YYYYMMDDHH24MISSUS') AS waiting
          FROM (${APPROVALS}) AS a WHERE $3::text IS NULL OR state = $3`,
    values: [tx.schoolId, userId, query.state ?? null],
    searched: ['admissionNumber', 'names', 'className', 'askedBy'],
    sort: '-waiting',
    tie: 'sysid',
  });
  return { total: page.total, rows: page.rows.map(asApproval) };
}

/** Returns an approval. Throws approval.not-found. */
export async function getApproval(tx: ReadTx, userId: string, id: string): Promise<Approval> {
  return asApproval(await findOne(tx, userId, id));
}

/**
 * Returns an approval for the user who decides: a refund with the numbers on hold, cash with the changes that caused its hold. Throws
 * approval.not-found.
 */
export async function readApproval(tx: ReadTx, context: AppContext, userId: string, id: string): Promise<Approval> {
  const found = await findOne(tx, userId, id);
  const numbers = found.isRefund ? await heldNumbers(tx, context, found.student_id) : [];
  const changes = found.isRefund || found.reference !== null ? [] : await cashChanges(tx, found.student_id);
  return { ...asApproval(found), numbers, changes };
}

async function findOne(tx: ReadTx, userId: string, id: string): Promise<Listed> {
  const found = await tx.row<Listed>(`SELECT * FROM (${APPROVALS}) AS a WHERE sysid = $3`, [tx.schoolId, userId, id]);
  if (!found) throw approvalNotFound();
  return found;
}

/**
 * Returns the user's approved request for the student that can still be used, or else a pending one. Requests whose approval lifts no
 * hold, such as one by the author of the change, come last.
 */
export async function findOpenApproval(tx: ReadTx, userId: string, studentId: string): Promise<Approval | null> {
  const found = await tx.row<Listed>(
    `SELECT a.* FROM (${APPROVALS}) AS a WHERE own AND student_id = $3 AND reference IS NULL AND state IN ('pending', 'approved')
     ORDER BY lifts_some_hold($1, sysid, ${KINDS}, NULL) DESC, state, amount DESC, sysid DESC
     LIMIT 1`,
    [tx.schoolId, userId, studentId],
  );
  return found ? asApproval(found) : null;
}

/**
 * Returns true if the user's approval would have no effect: it lifts no hold, since the user made the change or the request is older than
 * the change, and the amount alone needs no approval.
 */
export async function isVain(tx: ReadTx, userId: string, id: string): Promise<boolean> {
  const found = await tx.row<{ vain: Approval['vain'] }>(`SELECT vain FROM (${APPROVALS}) AS a WHERE sysid = $3`, [
    tx.schoolId,
    userId,
    id,
  ]);
  return (found?.vain ?? null) !== null;
}

function asApproval({ amount, date, decidedAt, until, ...row }: Listed): Approval {
  return {
    ...row,
    numbers: [],
    changes: [],
    amount: toKes(amount),
    date: date.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    until: until?.toISOString() ?? null,
  };
}
