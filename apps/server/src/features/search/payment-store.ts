import type { RefundState } from '@mfuko/contract/refunds';
import type { ReadTx } from '../../platform/database/database.ts';
import { CHANNEL, MADE_BY } from '../wallet/index.ts';

/** SQL for the names of a user; those of an Admin are hidden from the school. */
const NAMES = (person: string) => `COALESCE(${person}.first_name || ' ' || ${person}.last_names, 'Platform')`;

/** Time within which payments are found by their amount alone: one term. */
const OF_LATE = "now() - interval '100 days'";

/** M-Pesa codes, STK pushes and entries to which a search leads. */
export interface Paths {
  readonly receipts: readonly string[];
  readonly pushes: readonly string[];
  readonly entries: readonly string[];
}

/** Finds the M-Pesa codes and STK pushes to which a phone, a payer's name or a student's number leads. */
export async function findPaths(
  tx: ReadTx,
  by: {
    key: string;
    pushDigest: Buffer | null;
    payerDigest: Buffer | null;
    payerWords: readonly Buffer[];
    numbers: readonly string[];
  },
): Promise<Paths> {
  const rows = await tx.rows<Path>(
    `(SELECT id, receipt FROM stk_pushes WHERE school_id = $1 AND phone_digest = $2 ORDER BY requested_at DESC LIMIT 20)
     UNION ALL
     (SELECT id, NULL FROM stk_pushes WHERE school_id = $1 AND reference = ANY($4) AND status <> 'paid'
      ORDER BY requested_at DESC LIMIT 20)
     UNION ALL
     (SELECT NULL, receipt FROM suspense_items WHERE school_id = $1 AND payer_digest = $3 ORDER BY parked_at DESC LIMIT 20)
     UNION ALL
     (SELECT NULL, p.receipt FROM payer_blind_index w JOIN payments p ON p.school_id = w.school_id AND p.receipt = w.receipt
      WHERE w.school_id = $1 AND w.word = ANY($5) GROUP BY p.receipt, p.paid_at HAVING count(*) = cardinality($5)
      ORDER BY p.paid_at DESC LIMIT 20)`,
    [tx.schoolId, by.pushDigest, by.payerDigest, by.numbers, by.payerWords],
  );
  return pathsOf(rows);
}

/** Finds the latest payments, STK pushes and entries of an amount. */
export async function findPathsOfAmount(tx: ReadTx, amount: bigint, most: number): Promise<Paths> {
  const rows = await tx.rows<Path>(
    `(SELECT NULL::uuid AS id, receipt, NULL::uuid AS entry FROM payments
      WHERE school_id = $1 AND amount = $2 AND paid_at > ${OF_LATE} ORDER BY paid_at DESC LIMIT $3)
     UNION ALL
     (SELECT id, NULL, NULL FROM stk_pushes WHERE school_id = $1 AND amount = $2 AND status <> 'paid' AND requested_at > ${OF_LATE}
      ORDER BY requested_at DESC LIMIT $3)
     UNION ALL
     (SELECT NULL, NULL, id FROM journal_entries WHERE school_id = $1 AND amount = $2 AND at > ${OF_LATE}
        AND kind IN ('deposit', 'collection', 'cash-out', 'refund') ORDER BY at DESC LIMIT $3)`,
    [tx.schoolId, amount, most],
  );
  return pathsOf(rows);
}

interface Path {
  readonly id: string | null;
  readonly receipt: string | null;
  readonly entry?: string | null;
}

function pathsOf(rows: readonly Path[]): Paths {
  return {
    receipts: rows.flatMap(({ receipt }) => receipt ?? []),
    pushes: rows.flatMap(({ id }) => id ?? []),
    entries: rows.flatMap(({ entry }) => entry ?? []),
  };
}

export interface FoundEntry {
  readonly sysid: string;
  /** True if the text itself names the entry by token, number, slip or code. */
  readonly exact: boolean;
  readonly kind: 'deposit' | 'collection' | 'cash-out' | 'refund';
  readonly at: Date;
  readonly amount: bigint;
  readonly reference: string | null;
  readonly channel: 'cash' | 'bank' | 'other' | null;
  readonly admissionNumber: string;
  readonly names: string;
  readonly by: string;
  readonly reversedAt: Date | null;
  readonly reversedBy: string | null;
  readonly takenBack: boolean;
  readonly shownAt: Date | null;
  readonly shownBy: string | null;
  readonly approvedAt: Date | null;
  readonly approvedBy: string | null;
  readonly refund: RefundState | null;
  readonly refundReceipt: string | null;
  readonly refundedAt: Date | null;
  readonly proposedAt: Date | null;
  readonly proposedBy: string | null;
  readonly smsState: string | null;
  readonly smsAt: Date | null;
}

/**
 * Reads the entries to which a receipt, slip, code or student leads, and those of `ids`: first those that the text names, then the
 * newest. A reversal leads to the entry that it reversed.
 */
export function readEntries(
  tx: ReadTx,
  key: string,
  receipts: readonly string[],
  students: readonly string[],
  ids: readonly string[],
  most: number,
): Promise<FoundEntry[]> {
  return tx.rows<FoundEntry>(
    `WITH ways AS (
       SELECT id, true AS exact FROM journal_entries WHERE school_id = $1 AND upper(right(id::text, 12)) = upper(right($2, 12))
         AND length(replace($2, '-', '')) IN (12, 32)
       UNION ALL SELECT entry_id, true FROM receipts WHERE school_id = $1 AND token = $2
       UNION ALL SELECT entry_id, true FROM bank_slips WHERE school_id = $1 AND slip = $2
       UNION ALL SELECT id, true FROM journal_entries
             WHERE school_id = $1 AND kind = 'deposit' AND upper(replace(reference, ' ', '')) = $2
       UNION ALL SELECT entry_id, receipt = $2 FROM payments WHERE school_id = $1 AND receipt = ANY($3)
       UNION ALL SELECT entry_id, receipt = $2 FROM refunds WHERE school_id = $1 AND receipt = ANY($3)
       UNION ALL SELECT q.entry_id, i.receipt = $2 FROM suspense_items i
             JOIN suspense_proposals q ON q.school_id = i.school_id AND q.item_id = i.id
             WHERE i.school_id = $1 AND i.receipt = ANY($3) AND q.entry_id IS NOT NULL
       UNION ALL SELECT e.id, false FROM unnest($4::uuid[]) AS s (id) CROSS JOIN LATERAL (
             SELECT id FROM journal_entries WHERE school_id = $1 AND student_id = s.id
               AND kind IN ('deposit', 'collection', 'cash-out', 'refund') ORDER BY at DESC LIMIT $6) AS e
       UNION ALL SELECT id, false FROM unnest($5::uuid[]) AS by_amount (id)
     ), meant AS (
       SELECT coalesce(e.reverses, e.id) AS id, bool_or(ways.exact) AS exact
       FROM ways JOIN journal_entries e ON e.school_id = $1 AND e.id = ways.id GROUP BY 1
     )
     SELECT m.id AS sysid, meant.exact, m.kind, m.at, m.amount, m.reference, ${CHANNEL} AS channel, s.admission_number AS "admissionNumber",
            s.names, ${MADE_BY} AS "by", v.at AS "reversedAt",
            CASE WHEN v.id IS NOT NULL THEN ${NAMES('w')} END AS "reversedBy",
            coalesce(v.by_user = m.by_user, false) AS "takenBack", r.spent_at AS "shownAt",
            CASE WHEN r.spent_at IS NOT NULL THEN ${NAMES('x')} END AS "shownBy", a.decided_at AS "approvedAt",
            CASE WHEN a.id IS NOT NULL THEN ${NAMES('y')} END AS "approvedBy", t.state AS "smsState", t.state_at AS "smsAt",
            f.state AS refund, f.receipt AS "refundReceipt", f.ended_at AS "refundedAt", coalesce(f.at, o.at) AS "proposedAt",
            CASE WHEN coalesce(f.id, o.id) IS NOT NULL THEN ${NAMES('z')} END AS "proposedBy"
     FROM meant JOIN journal_entries m ON m.school_id = $1 AND m.id = meant.id
     JOIN students s ON s.school_id = m.school_id AND s.id = m.student_id
     LEFT JOIN users u ON u.school_id = m.school_id AND u.id = m.by_user
     LEFT JOIN journal_entries v ON v.school_id = m.school_id AND v.reverses = m.id
     LEFT JOIN users w ON w.school_id = v.school_id AND w.id = v.by_user
     LEFT JOIN receipts r ON r.school_id = m.school_id AND r.entry_id = m.id
     LEFT JOIN users x ON x.school_id = r.school_id AND x.id = r.spent_by
     LEFT JOIN LATERAL (
       -- Its size and a hold may have used one each.
       SELECT a.school_id, a.id, a.decided_by, a.decided_at FROM cash_approvals a
       WHERE a.school_id = m.school_id AND a.student_id = m.student_id AND a.entry_id = m.id ORDER BY a.decided_at DESC LIMIT 1
     ) a ON true
     LEFT JOIN users y ON y.school_id = a.school_id AND y.id = a.decided_by
     LEFT JOIN refunds f ON f.school_id = m.school_id AND f.student_id = m.student_id AND f.entry_id = m.id
     LEFT JOIN reversal_proposals o ON o.school_id = m.school_id AND o.entry_id = m.id AND o.decision IS NULL
     LEFT JOIN users z ON z.school_id = m.school_id AND z.id = coalesce(f.by_user, o.by_user)
     LEFT JOIN sms_messages t ON t.school_id = m.school_id AND t.entry_id = coalesce(f.end_entry_id, m.id) AND t.turn = 1 AND t.again_of IS NULL
     WHERE m.kind IN ('deposit', 'collection', 'cash-out', 'refund')
     ORDER BY meant.exact DESC, m.at DESC, m.id LIMIT $6`,
    [tx.schoolId, key, receipts, students, ids, most],
  );
}

export interface FoundMpesa {
  readonly sysid: string;
  readonly receipt: string;
  readonly amount: bigint;
  readonly paidAt: Date;
  readonly reportedAt: Date;
  readonly state: 'told' | 'unknown' | 'credited' | 'parked' | 'elsewhere';
  readonly askedAt: Date | null;
  readonly askedBy: string | null;
  readonly mobileNumber: string | null;
}

/** Reads the payments of these codes: first that of `key`, then the newest. */
export function readPayments(
  tx: ReadTx,
  key: string,
  receipts: readonly string[],
  most: number,
): Promise<FoundMpesa[]> {
  return tx.rows<FoundMpesa>(
    `SELECT p.id AS sysid, p.receipt, p.amount, p.paid_at AS "paidAt", p.reported_at AS "reportedAt", p.state, k.requested_at AS "askedAt",
            CASE WHEN k.id IS NOT NULL THEN ${NAMES('u')} END AS "askedBy", k.phone_masked AS "mobileNumber"
     FROM payments p
     LEFT JOIN stk_pushes k ON k.school_id = p.school_id AND k.id = p.stk_push_id
     LEFT JOIN users u ON u.school_id = k.school_id AND u.id = k.asked_by
     WHERE p.school_id = $1 AND p.receipt = ANY($2) ORDER BY p.receipt = $4 DESC, p.paid_at DESC LIMIT $3`,
    [tx.schoolId, receipts, most, key],
  );
}

export interface FoundPush {
  readonly sysid: string;
  readonly amount: bigint;
  readonly status: string;
  readonly askedAt: Date;
  readonly askedBy: string;
  readonly admissionNumber: string;
  readonly names: string;
  readonly mobileNumber: string;
}

/** Reads STK pushes that are not paid (yet). */
export function readPushes(tx: ReadTx, ids: readonly string[], most: number): Promise<FoundPush[]> {
  return tx.rows<FoundPush>(
    `SELECT k.id AS sysid, k.amount, k.status, k.requested_at AS "askedAt", ${NAMES('u')} AS "askedBy",
            s.admission_number AS "admissionNumber", s.names, k.phone_masked AS "mobileNumber"
     FROM stk_pushes k JOIN students s ON s.school_id = k.school_id AND s.id = k.student_id
     LEFT JOIN users u ON u.school_id = k.school_id AND u.id = k.asked_by
     WHERE k.school_id = $1 AND k.id = ANY($2::uuid[]) AND k.status <> 'paid' ORDER BY k.requested_at DESC LIMIT $3`,
    [tx.schoolId, ids, most],
  );
}

/** A stay of a payment in suspense, with one of its proposals; the proposal's fields are null where there is none. */
export interface Stay {
  readonly receipt: string;
  readonly state: 'open' | 'proposed' | 'returning' | 'settled' | 'returned';
  readonly parkedAt: Date;
  readonly way: 'settle' | 'return' | null;
  readonly proposedAt: Date | null;
  readonly proposedBy: string | null;
  readonly decision: 'approved' | 'rejected' | 'withdrawn' | null;
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
  readonly outcome: 'pending' | 'done' | 'failed' | null;
  readonly returnedAt: Date | null;
}

export function readSuspense(tx: ReadTx, receipts: readonly string[]): Promise<Stay[]> {
  return tx.rows<Stay>(
    `SELECT coalesce(i.receipt, '') AS receipt, i.state, i.parked_at AS "parkedAt", q.way, q.at AS "proposedAt",
            CASE WHEN q.id IS NOT NULL THEN ${NAMES('u')} END AS "proposedBy", q.decided_at AS "decidedAt",
            CASE WHEN q.decision = 'rejected' AND q.decided_by = q.by_user THEN 'withdrawn' ELSE q.decision END AS decision,
            CASE WHEN q.decided_by IS NOT NULL THEN ${NAMES('d')} END AS "decidedBy", q.outcome, e.at AS "returnedAt"
     FROM suspense_items i
     LEFT JOIN suspense_proposals q ON q.school_id = i.school_id AND q.item_id = i.id
     LEFT JOIN users u ON u.school_id = q.school_id AND u.id = q.by_user
     LEFT JOIN users d ON d.school_id = q.school_id AND d.id = q.decided_by
     LEFT JOIN journal_entries e ON e.school_id = q.school_id AND e.id = q.entry_id AND q.outcome = 'done'
     WHERE i.school_id = $1 AND i.receipt = ANY($2) ORDER BY i.parked_at, q.at`,
    [tx.schoolId, receipts],
  );
}
