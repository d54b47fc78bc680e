import type { ReadTx } from '../../platform/database/database.ts';

/** Lists the numbers by which a school is paid: its short codes, and the phone of the contact for them. */
export async function listOwnNumbers(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ number: string }>(
    `SELECT code AS number FROM short_codes WHERE school_id = $1
     UNION SELECT contact_number FROM payment_configs WHERE school_id = $1`,
    [tx.schoolId],
  );
  return rows.map(({ number }) => number.replace(/\D/g, '')).filter((number) => number !== '');
}
