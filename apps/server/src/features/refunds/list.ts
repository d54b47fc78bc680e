import type { InputOf } from '@mfuko/contract/endpoint';
import type { getRefunds, Refund } from '@mfuko/contract/refunds';
import type { ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { asRefund, REFUNDS, type StoredRefund, UNPAID_REFUND } from './store.ts';

export async function listRefunds(
  tx: ReadTx,
  context: AppContext,
  query: InputOf<typeof getRefunds>,
  askedBy: string,
): Promise<Page<Refund>> {
  const page = await readPage<StoredRefund>(tx, query, {
    sql: `${REFUNDS} AND ($3::text IS NULL OR s.admission_number = $3) AND ($4::text IS NULL OR r.state = $4)
          AND ($5::text IS NULL OR (${UNPAID_REFUND}))`,
    values: [tx.schoolId, askedBy, query.admissionNumber ?? null, query.state ?? null, query.unpaid ?? null],
    searched: ['admissionNumber', 'names', 'guardian', 'reason', 'receipt'],
    sort: '-date',
    digits: ['admissionNumber'],
    tie: 'sysid',
  });
  const rows: Refund[] = [];
  for (const row of page.rows) rows.push(await asRefund(tx, context, row));
  return { total: page.total, rows };
}
