import type { HandOutMethod, ItemState, ReturnWay, StudentItem } from '@mfuko/contract/items';
import { toKes } from '@mfuko/contract/money';
import { audit } from '../../platform/audit/audit.ts';
import { changesOf } from '../../platform/audit/changes.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { stamped } from '../../platform/records/stamp.ts';
import { itemNotFound } from './errors.ts';
import type { Pieces } from './rules.ts';

export type EventKind = 'handOut' | ReturnWay;

export interface LockedItem extends Pieces {
  readonly id: string;
  readonly studentId: string;
  readonly admissionNumber: string;
  readonly name: string;
  /** Cents for one piece. */
  readonly price: bigint;
}

/** Locks an item until the transaction ends, so that of two counters the second sees the first one's result. Throws item.not-found. */
export async function lockItem(tx: Tx, id: string, which: 'standing' | 'deleted' = 'standing'): Promise<LockedItem> {
  const item = await tx.row<LockedItem>(
    `SELECT i.id, i.student_id AS "studentId", s.admission_number AS "admissionNumber", i.name, i.price, i.quantity,
            i.handed_out AS "handedOut", i.returned
     FROM student_items i JOIN students s ON s.school_id = i.school_id AND s.id = i.student_id
     WHERE i.school_id = $1 AND i.id = $2 AND (i.deleted_at IS NULL) = $3 AND s.erased_at IS NULL FOR UPDATE OF i`,
    [tx.schoolId, id, which === 'standing'],
  );
  if (!item) throw itemNotFound();
  return item;
}

/**
 * Returns the columns of an item. `source` names the table that tells the pieces: `i` for the item now, `e` for the item after an event.
 */
export function itemColumns(source: 'i' | 'e'): string {
  return `
    i.id AS sysid, s.admission_number AS "admissionNumber", s.names AS "studentName", c.name AS class, i.name AS "itemName",
    i.quantity, i.price, i.price * (i.quantity - ${source}.returned) AS paid,
    i.quantity - ${source}.handed_out - ${source}.returned AS waiting, ${source}.handed_out AS "handedOut", ${source}.returned,
    CASE WHEN ${source}.returned = i.quantity THEN 'returned' WHEN ${source}.handed_out + ${source}.returned = i.quantity THEN 'handedOut'
         WHEN ${source}.handed_out > 0 THEN 'partly' ELSE 'waiting' END AS state,
    COALESCE(u.first_name || ' ' || u.last_names, 'Platform') AS "soldBy", i.created_at AS "dateCreated"`;
}

export const ITEM_TABLES = `
  student_items i
  JOIN students s ON s.school_id = i.school_id AND s.id = i.student_id AND s.erased_at IS NULL
  JOIN classes c ON c.school_id = s.school_id AND c.id = s.class_id
  LEFT JOIN users u ON u.school_id = i.school_id AND u.id = i.by_user`;

export interface StoredItem {
  readonly sysid: string;
  readonly admissionNumber: string;
  readonly studentName: string;
  readonly class: string;
  readonly itemName: string;
  readonly quantity: number;
  readonly price: bigint;
  readonly paid: bigint;
  readonly waiting: number;
  readonly handedOut: number;
  readonly returned: number;
  readonly state: ItemState;
  readonly soldBy: string;
  readonly dateCreated: Date;
}

/** Converts an item for the API, with money in KES. */
export function asItem(row: StoredItem): StudentItem {
  const item = { ...row, price: toKes(row.price), paid: toKes(row.paid), dateCreated: row.dateCreated.toISOString() };
  const { sysid, itemName, quantity } = item;
  // Other calls change the remaining fields, so the version stamp excludes them.
  return { ...item, updated: stamped({ sysid, itemName, quantity, price: item.price }).updated };
}

/** Reads an item. Throws item.not-found, also for a deleted item. */
export async function readItem(tx: ReadTx, id: string): Promise<StudentItem> {
  const found = await tx.row<StoredItem>(
    `SELECT ${itemColumns('i')} FROM ${ITEM_TABLES} WHERE i.school_id = $1 AND i.id = $2 AND i.deleted_at IS NULL`,
    [tx.schoolId, id],
  );
  if (!found) throw itemNotFound();
  return asItem(found);
}

/** Returns an item as it was after an event, with the wallet's balance then in cents. */
export async function readItemAfter(
  tx: ReadTx,
  eventId: string,
): Promise<StudentItem & { balanceThen: bigint | null }> {
  const found = await tx.row<StoredItem & { balanceThen: bigint | null }>(
    `SELECT ${itemColumns('e')}, e.balance AS "balanceThen"
     FROM ${ITEM_TABLES} JOIN item_events e ON e.school_id = i.school_id AND e.item_id = i.id
     WHERE e.school_id = $1 AND e.id = $2`,
    [tx.schoolId, eventId],
  );
  if (!found) throw itemNotFound();
  return { ...asItem(found), balanceThen: found.balanceThen };
}

export interface NewEvent {
  readonly id: string;
  readonly kind: EventKind;
  readonly quantity: number;
  readonly method: HandOutMethod | null;
  readonly reason: string | null;
  readonly entryId: string | null;
  /** Cents. */
  readonly amount: bigint;
  /** Cents in the wallet; null where no money could move. */
  readonly balance: bigint | null;
  readonly after: Pick<Pieces, 'handedOut' | 'returned'>;
  readonly scannerSerial: string | null;
}

/** Moves pieces of a locked item, and records the event and the audit trail. */
export async function movePieces(tx: Tx, call: Call, item: LockedItem, event: NewEvent): Promise<void> {
  const { actor, place } = call;
  await tx.row('UPDATE student_items SET handed_out = $3, returned = $4 WHERE school_id = $1 AND id = $2', [
    tx.schoolId,
    item.id,
    event.after.handedOut,
    event.after.returned,
  ]);
  await tx.row(
    `INSERT INTO item_events (school_id, id, item_id, kind, quantity, method, reason, entry_id, amount, handed_out, returned,
                              balance, by_user, longitude, latitude, scanner_serial)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      tx.schoolId,
      event.id,
      item.id,
      event.kind,
      event.quantity,
      event.method,
      event.reason,
      event.entryId,
      event.amount,
      event.after.handedOut,
      event.after.returned,
      event.balance,
      actor.userId,
      place?.longitude ?? null,
      place?.latitude ?? null,
      event.scannerSerial,
    ],
  );
  const { handedOut, returned } = item;
  const action = event.kind === 'handOut' ? 'item.hand-out' : 'item.take-back';
  const detail = { event: event.id, way: event.kind, changes: changesOf({ handedOut, returned }, event.after) };
  await audit(tx, call, { action, subjectKind: 'item', subjectId: item.id, detail });
}

/** Returns the id of the same event by the same user within the last ten seconds. The caller holds the item's lock. */
export async function findEventJustNow(
  tx: ReadTx,
  userId: string,
  itemId: string,
  event: Pick<NewEvent, 'kind' | 'quantity' | 'method'>,
): Promise<string | undefined> {
  const found = await tx.row<{ id: string }>(
    `SELECT id FROM item_events WHERE school_id = $1 AND item_id = $2 AND by_user = $3 AND kind = $4 AND quantity = $5
       AND method IS NOT DISTINCT FROM $6 AND at > clock_timestamp() - interval '10 seconds'
       AND at <= clock_timestamp() + clock_tolerance() ORDER BY at DESC LIMIT 1`,
    [tx.schoolId, itemId, userId, event.kind, event.quantity, event.method],
  );
  return found?.id;
}
