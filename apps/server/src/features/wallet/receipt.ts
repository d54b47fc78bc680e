import type { Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { writeReceipt } from '../messages/index.ts';
import { guardianNumbers } from '../students/index.ts';

/** Job that writes the receipts to guardians. */
export const WRITE_RECEIPT = 'write-receipt';

const RECEIPT_OF = ['cash-out', 'collection', 'refund', 'refund-paid', 'item'] as const;
type Told = (typeof RECEIPT_OF)[number];

/**
 * Queues the receipt of a journal entry to the student's guardians, for after the commit. A single statement: a job works out the text,
 * the language and the recipients. Does nothing where the school sends no such receipts.
 */
export async function enqueueReceipt(tx: Tx, entryId: string, kind: Told): Promise<void> {
  await tx.prepared('receipt-later', 'SELECT enqueue_receipt($1, $2, $3)', [tx.schoolId, entryId, kind]);
}

interface Moved {
  readonly kind: Told;
  readonly studentId: string;
  readonly names: string;
  readonly admissionNumber: string;
  readonly school: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly balance: bigint | null;
  readonly at: string;
  readonly reference: string | null;
}

/** Writes the receipt of a journal entry. It is idempotent. */
export async function writeReceiptOf(tx: Tx, context: AppContext, entryId: string): Promise<void> {
  const moved = await tx.row<Moved>(
    `SELECT m.kind, m.student_id AS "studentId", s.names, s.admission_number AS "admissionNumber", c.short_name AS school,
            m.amount, m.fee, p.balance_after AS balance, to_char(m.at AT TIME ZONE c.time_zone, 'DD/MM HH24:MI') AS at,
            m.reference
     FROM journal_entries m
     JOIN students s ON s.school_id = m.school_id AND s.id = m.student_id
     JOIN schools c ON c.id = m.school_id
     LEFT JOIN postings p ON p.school_id = m.school_id AND p.entry_id = m.id AND p.account_id = m.student_id
     WHERE m.school_id = $1 AND m.id = $2 AND m.kind = ANY($3)`,
    [tx.schoolId, entryId, RECEIPT_OF],
  );
  if (!moved) return;
  const { kind, studentId, names, ...words } = moved;
  const guardians = await guardianNumbers(tx, studentId);
  await writeReceipt(tx, context, { kind, entryId, guardians, names, words });
}
