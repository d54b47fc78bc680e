import type { InputOf } from '@mfuko/contract/endpoint';
import type { StudentItem, updateItem } from '@mfuko/contract/items';
import { audit } from '../../platform/audit/audit.ts';
import { changesOf } from '../../platform/audit/changes.ts';
import type { Call } from '../../platform/http/call.ts';
import { requireUnchanged } from '../../platform/records/stamp.ts';
import { itemInUse } from './errors.ts';
import { mayDelete } from './rules.ts';
import { lockItem, readItem } from './store.ts';

/** Renames an item. Throws item.not-found and record.changed. */
export async function renameItem(
  call: Call,
  { sysid, itemName, updated }: InputOf<typeof updateItem>,
): Promise<StudentItem> {
  return call.record(async (tx) => {
    const { name } = await lockItem(tx, sysid);
    await requireUnchanged(updated, () => readItem(tx, sysid));
    if (itemName === undefined) return readItem(tx, sysid);
    await tx.row('UPDATE student_items SET name = $3 WHERE school_id = $1 AND id = $2', [tx.schoolId, sysid, itemName]);
    const detail = { changes: changesOf({ itemName: name }, { itemName }) };
    await audit(tx, call, { action: 'item.update', subjectKind: 'item', subjectId: sysid, detail });
    return readItem(tx, sysid);
  });
}

/** Deletes an item, which is hidden, that was entered by mistake or wholly returned. Throws item.not-found and item.in-use. */
export async function deleteItem(call: Call, sysid: string): Promise<StudentItem> {
  return call.record(async (tx) => {
    const item = await lockItem(tx, sysid);
    if (!mayDelete(item, item.price)) throw itemInUse(item.name);
    const hidden = await readItem(tx, sysid);
    await tx.row('UPDATE student_items SET deleted_at = clock_timestamp() WHERE school_id = $1 AND id = $2', [
      tx.schoolId,
      sysid,
    ]);
    await audit(tx, call, { action: 'item.delete', subjectKind: 'item', subjectId: sysid });
    return hidden;
  });
}

/** Restores a deleted item. Throws item.not-found, also for an item that is not deleted. */
export async function restoreItem(call: Call, sysid: string): Promise<StudentItem> {
  return call.record(async (tx) => {
    await lockItem(tx, sysid, 'deleted');
    await tx.row('UPDATE student_items SET deleted_at = NULL WHERE school_id = $1 AND id = $2', [tx.schoolId, sysid]);
    await audit(tx, call, { action: 'item.restore', subjectKind: 'item', subjectId: sysid });
    return readItem(tx, sysid);
  });
}
