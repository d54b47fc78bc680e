import type { InputOf } from '@mfuko/contract/endpoint';
import { type getSuspense, MAX_SUGGESTED, type SuspenseItem } from '@mfuko/contract/suspense';
import type { ReadTx } from '../../platform/database/database.ts';
import { type ListSource, readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { itemNotFound } from './errors.ts';
import { asItems, ITEMS, type StoredItem } from './store.ts';

/** Items of a school, as the user sees them. */
export function suspenseOf(schoolId: string | null, query: InputOf<typeof getSuspense>, askedBy: string): ListSource {
  return {
    sql: `${ITEMS} AND ($3::text IS NULL OR i.state = $3)`,
    values: [schoolId, askedBy, query.state ?? null],
    searched: ['receipt', 'account', 'studentNumber', 'studentNames', 'fromNumber', 'fromNames', 'note'],
    sort: '-datePaid',
    tie: 'sysid',
    // Sum of the money that still waits in suspense.
    sum: `CASE WHEN state IN ('open', 'proposed') THEN amount END`,
  };
}

/** Lists items; a short enough page includes suggestions of students for each. */
export async function listSuspense(
  tx: ReadTx,
  context: AppContext,
  query: InputOf<typeof getSuspense>,
  askedBy: string,
): Promise<Page<SuspenseItem>> {
  const page = await readPage<StoredItem>(tx, query, suspenseOf(tx.schoolId, query, askedBy));
  const suggesting = query.page !== undefined && page.rows.length <= MAX_SUGGESTED;
  return { ...page, rows: await asItems(tx, context, page.rows, suggesting) };
}

/** Returns an item. Throws suspense.not-found. */
export async function readItem(tx: ReadTx, context: AppContext, id: string, askedBy: string): Promise<SuspenseItem> {
  const row = await tx.row<StoredItem>(`${ITEMS} AND i.id = $3`, [tx.schoolId, askedBy, id]);
  const [item] = row ? await asItems(tx, context, [row], true) : [];
  if (!item) throw itemNotFound();
  return item;
}
