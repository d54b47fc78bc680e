import type { InputOf } from '@mfuko/contract/endpoint';
import type { Erasure, getErasures } from '@mfuko/contract/erasure';
import type { ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';
import { asErasure, ERASURES, type StoredErasure } from './store.ts';

/** Lists the requests that wait for a second person, the oldest first. */
export async function listErasures(
  tx: ReadTx,
  query: InputOf<typeof getErasures>,
  askedBy: string,
): Promise<Page<Erasure>> {
  const page = await readPage<StoredErasure>(tx, query, {
    sql: `${ERASURES} AND ($3::uuid IS NULL OR e.student_id = $3)`,
    values: [tx.schoolId, askedBy, query.studentSYSID ?? null],
    searched: ['admissionNumber', 'names', 'className', 'reason'],
    sort: 'date',
    digits: ['admissionNumber'],
    tie: 'sysid',
  });
  return { total: page.total, rows: page.rows.map(asErasure) };
}
