import type { InputOf } from '@mfuko/contract/endpoint';
import type {
  getItemEvents,
  getItemNames,
  ItemEvent,
  ItemNameUsed,
  StudentItem,
  studentItems,
} from '@mfuko/contract/items';
import { toKes } from '@mfuko/contract/money';
import type { ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';
import { asItem, ITEM_TABLES, itemColumns, readItem, type StoredItem } from './store.ts';

/** Lists the items that were sold or issued, newest first; `from` is inclusive, `to` exclusive. */
export async function listItems(tx: ReadTx, query: InputOf<typeof studentItems>): Promise<Page<StudentItem>> {
  const page = await readPage<StoredItem>(tx, query, {
    sql: `SELECT * FROM (
            SELECT ${itemColumns('i')}
            FROM ${ITEM_TABLES}
            WHERE i.school_id = $1 AND i.deleted_at IS NULL AND ($2::text IS NULL OR s.admission_number = $2)
              AND ($3::uuid IS NULL OR s.class_id = $3) AND ($4::text IS NULL OR lower(i.name) = lower($4))
              AND ($5::timestamptz IS NULL OR i.created_at >= $5) AND ($6::timestamptz IS NULL OR i.created_at < $6)
          ) AS sold WHERE ($7::text IS NULL OR state = $7)`,
    values: [
      tx.schoolId,
      query.admissionNumber ?? null,
      query.classSYSID ?? null,
      query.itemName ?? null,
      query.from ?? null,
      query.to ?? null,
      query.state ?? null,
    ],
    searched: ['admissionNumber', 'studentName', 'class', 'itemName', 'soldBy'],
    sort: '-dateCreated',
    digits: ['admissionNumber'],
    natural: ['class'],
    tie: 'sysid',
  });
  return { total: page.total, rows: page.rows.map(asItem) };
}

/** Lists the events of an item's pieces, newest first. Throws item.not-found. */
export async function listEvents(tx: ReadTx, query: InputOf<typeof getItemEvents>): Promise<Page<ItemEvent>> {
  await readItem(tx, query.sysid);
  const page = await readPage<Omit<ItemEvent, 'date' | 'amount'> & { date: Date; amount: bigint }>(tx, query, {
    sql: `SELECT e.id AS sysid, e.at AS date, e.kind, e.quantity, e.method, e.amount, e.reason,
                 COALESCE(u.first_name || ' ' || u.last_names, 'Platform') AS "by"
          FROM item_events e LEFT JOIN users u ON u.school_id = e.school_id AND u.id = e.by_user
          WHERE e.school_id = $1 AND e.item_id = $2`,
    values: [tx.schoolId, query.sysid],
    searched: ['kind', 'reason', 'by'],
    sort: '-date',
    tie: 'sysid',
  });
  return {
    total: page.total,
    rows: page.rows.map((row) => ({ ...row, date: row.date.toISOString(), amount: toKes(row.amount) })),
  };
}

/** Lists the item names that were used before, each once in its latest spelling and with its latest price. */
export async function listNames(tx: ReadTx, query: InputOf<typeof getItemNames>): Promise<Page<ItemNameUsed>> {
  const page = await readPage<{ itemName: string; price: bigint }>(tx, query, {
    sql: `SELECT (array_agg(name ORDER BY created_at DESC))[1] AS "itemName",
                 (array_agg(price ORDER BY created_at DESC))[1] AS price, count(*) AS uses, lower(name) AS key
          FROM student_items WHERE school_id = $1 AND deleted_at IS NULL GROUP BY lower(name)`,
    values: [tx.schoolId],
    searched: ['itemName'],
    sort: '-uses',
    tie: 'key',
  });
  return { total: page.total, rows: page.rows.map(({ itemName, price }) => ({ itemName, price: toKes(price) })) };
}
