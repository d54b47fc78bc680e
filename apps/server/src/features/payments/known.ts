import type { ReadTx } from '../../platform/database/database.ts';

/** Returns true for a short code by which the school collects. */
export async function isSchoolsNumber(tx: ReadTx, shortCode: string): Promise<boolean> {
  const ours = await tx.row(
    'SELECT 1 AS one FROM payment_configs WHERE school_id = $1 AND $2 IN (short_code, lnm_short_code)',
    [tx.schoolId, shortCode],
  );
  return ours !== undefined;
}

/**
 * Returns the payments that are known here by these receipts, each with the booked cents; undefined where a payment is not booked yet.
 */
export async function bookedPayments(
  tx: ReadTx,
  receipts: readonly string[],
): Promise<Map<string, { readonly booked: bigint | undefined }>> {
  const rows = await tx.rows<{ receipt: string; amount: bigint; settled: boolean }>(
    `SELECT receipt, amount, state IN ('credited', 'parked') AS settled FROM payments WHERE school_id = $1 AND receipt = ANY($2)`,
    [tx.schoolId, receipts],
  );
  return new Map(rows.map(({ receipt, amount, settled }) => [receipt, { booked: settled ? amount : undefined }]));
}
