import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type { validateToken as endpoint } from '@mfuko/contract/wallet';
import type { Call } from '../../platform/http/call.ts';
import { spendReceipt } from '../ledger/index.ts';
import { receiptNotFound } from './errors.ts';

interface Found {
  entry_id: string;
  amount: bigint;
  at: Date;
  spent_at: Date | null;
  reversed: boolean;
  student_name: string;
  admission_number: string;
  cashed_by: string;
}

/**
 * Validates the token of a cash-out's receipt and marks it as used, so that a second presentation shows it used. Throws
 * wallet.receipt-not-found, also for receipts of other journal entries.
 */
export async function validateToken(call: Call, input: InputOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  return call.record(async (tx) => {
    // Lock the receipt, so that of two simultaneous scans only the first finds it valid.
    const found = await tx.row<Found>(
      `SELECT r.entry_id, m.amount, m.at, r.spent_at, s.names AS student_name, s.admission_number,
              EXISTS (SELECT 1 FROM journal_entries v WHERE v.school_id = m.school_id AND v.reverses = m.id) AS reversed,
              COALESCE(u.first_name || ' ' || u.last_names, 'Platform') AS cashed_by
       FROM receipts r
       JOIN journal_entries m ON m.school_id = r.school_id AND m.id = r.entry_id
       JOIN students s ON s.school_id = m.school_id AND s.id = m.student_id
       LEFT JOIN users u ON u.school_id = m.school_id AND u.id = m.by_user
       WHERE r.school_id = $1 AND r.token = $2 AND m.kind = 'cash-out' AND s.erased_at IS NULL
       FOR UPDATE OF r`,
      [tx.schoolId, input.token],
    );
    if (!found) throw receiptNotFound();
    const status = found.reversed ? 'reversed' : found.spent_at ? 'used' : 'valid';
    if (status === 'valid' && input.spend) await spendReceipt(tx, found.entry_id, call.actor.userId);
    return {
      status,
      amount: toKes(found.amount),
      studentName: found.student_name,
      admissionNumber: found.admission_number,
      date: found.at.toISOString(),
      cashedBy: found.cashed_by,
      usedAt: found.spent_at?.toISOString() ?? null,
    };
  });
}
