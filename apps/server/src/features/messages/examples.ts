import { RECEIPTS, type Receipt } from '@mfuko/contract/messages';
import { LANGUAGES } from '@mfuko/contract/sms';
import type { ReadTx } from '../../platform/database/database.ts';
import { receiptText } from './templates.ts';

const REFERENCES: Partial<Record<Receipt, string>> = { collection: 'SKL9A1B2C3', item: 'Sweater' };

/** Lists the school's receipt templates, each with an example of ordinary length. */
export async function listTemplates(tx: ReadTx) {
  const school = await tx.row<{ name: string }>('SELECT short_name AS name FROM schools WHERE id = $1', [tx.schoolId]);
  const words = {
    school: school?.name ?? '',
    student: 'Achieng O.',
    admissionNumber: '4417',
    amount: 20_000n,
    fee: 0n,
    balance: 135_050n,
    at: '21/11 10:32',
  };
  const rows = RECEIPTS.flatMap((receipt) =>
    LANGUAGES.map((language) => ({
      receipt,
      language,
      text: receiptText(receipt, language, { ...words, reference: REFERENCES[receipt] ?? null }),
    })),
  );
  return { rows, total: rows.length };
}
