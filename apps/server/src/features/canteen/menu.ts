import type { createMenu as createCall, MenuItem, updateMenu as updateCall } from '@mfuko/contract/canteen';
import type { InputOf } from '@mfuko/contract/endpoint';
import { sysid } from '@mfuko/contract/ids';
import { toKes } from '@mfuko/contract/money';
import { type AuditEvent, audit } from '../../platform/audit/audit.ts';
import { changesOf } from '../../platform/audit/changes.ts';
import { type ReadTx, type Tx, violatedUnique } from '../../platform/database/database.ts';
import { type ListQuery, readPage } from '../../platform/database/lists.ts';
import type { Call, Page } from '../../platform/http/call.ts';
import { newId } from '../../platform/records/id.ts';
import { requireUnchanged, stamped } from '../../platform/records/stamp.ts';
import { menuItemNotFound, menuItemTaken, otherSchool } from './errors.ts';

interface NewMenuItem {
  readonly name: string;
  readonly description: string;
  /** Portions allowed per student and day, or per meal window if the school has any. */
  readonly quantityPerPerson: number;
  /** Price of a portion in cents. */
  readonly price: bigint;
  readonly allergens: readonly string[];
}

interface Stored extends NewMenuItem {
  readonly id: string;
  readonly createdAt: Date;
}

const ITEM = `id, name, description, quantity_per_person AS "quantityPerPerson", price, allergens, created_at AS "createdAt"`;

/** Reads an item of the school's menu. Throws menu.not-found. */
export async function getMenuItem(tx: ReadTx, id: string): Promise<Stored> {
  const [found] = await tx.prepared<Stored>(
    'get-menu-item',
    `SELECT ${ITEM} FROM menu_items WHERE school_id = $1 AND id = $2 AND deleted_at IS NULL`,
    [tx.schoolId, id],
  );
  if (!found) throw menuItemNotFound();
  return found;
}

export async function showMenuItem(tx: ReadTx, id: string): Promise<MenuItem> {
  return asMenuItem(tx, await getMenuItem(tx, id));
}

/** Adds an item to the menu; names are unique, ignoring case. Throws menu.duplicate. */
async function addMenuItem(tx: Tx, item: NewMenuItem): Promise<Stored> {
  const added = await uniquelyNamed(() =>
    tx.row<Stored>(
      `INSERT INTO menu_items (school_id, id, name, description, quantity_per_person, price, allergens)
       VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${ITEM}`,
      [tx.schoolId, newId(), item.name, item.description, item.quantityPerPerson, item.price, item.allergens],
    ),
  );
  if (!added) throw new TypeError('The INSERT of the menu item returned no row.');
  return added;
}

/** Creates an item. Throws session.school if the input names another school than the call's, and menu.duplicate. */
export async function createMenuItem(call: Call, input: InputOf<typeof createCall>): Promise<MenuItem> {
  const { data: named } = sysid.safeParse(input.schoolSYSID);
  if (named !== undefined && named !== call.schoolId) throw otherSchool();
  return call.record(async (tx) => {
    const added = await addMenuItem(tx, input);
    await trace(tx, call, 'menu.create', added);
    return asMenuItem(tx, added);
  });
}

/** Changes the given fields. Meals that were handed out keep their name and price. */
export async function changeMenuItem(call: Call, input: InputOf<typeof updateCall>): Promise<MenuItem> {
  return call.record(async (tx) => {
    const before = await tx.row<Stored>(
      `SELECT ${ITEM} FROM menu_items WHERE school_id = $1 AND id = $2 AND deleted_at IS NULL FOR UPDATE`,
      [tx.schoolId, input.sysid],
    );
    if (!before) throw menuItemNotFound();
    await requireUnchanged(input.updated, async () => asMenuItem(tx, before));
    const changed = await uniquelyNamed(() =>
      tx.row<Stored>(
        `UPDATE menu_items SET name = COALESCE($3, name), description = COALESCE($4, description),
           quantity_per_person = COALESCE($5, quantity_per_person), price = COALESCE($6, price),
           allergens = COALESCE($7, allergens)
         WHERE school_id = $1 AND id = $2 AND deleted_at IS NULL RETURNING ${ITEM}`,
        [
          tx.schoolId,
          input.sysid,
          input.name,
          input.description === null ? '' : input.description,
          input.quantityPerPerson,
          input.price,
          input.allergens,
        ],
      ),
    );
    if (!changed) throw menuItemNotFound();
    const changes = changesOf(told(before), told(changed));
    await audit(tx, call, aboutItem('menu.update', changed, { changes }));
    return asMenuItem(tx, changed);
  });
}

export async function takeOffMenu(call: Call, id: string): Promise<MenuItem> {
  return call.record(async (tx) => {
    const taken = await tx.row<Stored>(
      `UPDATE menu_items SET deleted_at = clock_timestamp()
       WHERE school_id = $1 AND id = $2 AND deleted_at IS NULL RETURNING ${ITEM}`,
      [tx.schoolId, id],
    );
    if (!taken) throw menuItemNotFound();
    await trace(tx, call, 'menu.delete', taken);
    return asMenuItem(tx, taken);
  });
}

/** Restores a deleted item. Throws menu.duplicate if another item has its name by now. */
export async function restoreMenuItem(call: Call, id: string): Promise<MenuItem> {
  return call.record(async (tx) => {
    const restored = await uniquelyNamed(() =>
      tx.row<Stored>(`UPDATE menu_items SET deleted_at = NULL WHERE school_id = $1 AND id = $2 RETURNING ${ITEM}`, [
        tx.schoolId,
        id,
      ]),
    );
    if (!restored) throw menuItemNotFound();
    await trace(tx, call, 'menu.restore', restored);
    return asMenuItem(tx, restored);
  });
}

type Listed = Omit<MenuItem, 'price' | 'dateCreated' | 'updated'> & { price: bigint; dateCreated: Date };

export async function listMenu(tx: ReadTx, query: ListQuery & { sysid?: string | undefined }): Promise<Page<MenuItem>> {
  const page = await readPage<Listed>(tx, query, {
    sql: `SELECT id AS sysid, school_id AS "schoolSYSID", name, description, quantity_per_person AS "quantityPerPerson",
                 price, allergens, created_at AS "dateCreated"
          FROM menu_items WHERE school_id = $1 AND deleted_at IS NULL AND ($2::uuid IS NULL OR id = $2)`,
    values: [tx.schoolId, query.sysid ?? null],
    searched: ['name', 'description'],
    sort: 'name',
    tie: 'sysid',
  });
  return {
    total: page.total,
    rows: page.rows.map((row) =>
      stamped({ ...row, price: toKes(row.price), dateCreated: row.dateCreated.toISOString() }),
    ),
  };
}

async function uniquelyNamed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedUnique(error) === 'menu_items_name') throw menuItemTaken();
    throw error;
  }
}

function trace(tx: Tx, call: Call, action: string, item: Stored): Promise<void> {
  return audit(tx, call, aboutItem(action, item, told(item)));
}

function aboutItem(action: string, { id }: Stored, detail: object): AuditEvent {
  return { action, subjectKind: 'menu-item', subjectId: id, detail: { ...detail } };
}

function told({ name, description, quantityPerPerson, price, allergens }: Stored) {
  return { name, description, quantityPerPerson, price: toKes(price), allergens: allergens.join(', ') };
}

function asMenuItem(
  tx: ReadTx,
  { id, name, description, quantityPerPerson, price, allergens, createdAt }: Stored,
): MenuItem {
  return stamped({
    sysid: id,
    schoolSYSID: tx.schoolId,
    name,
    description,
    quantityPerPerson,
    price: toKes(price),
    allergens: [...allergens],
    dateCreated: createdAt.toISOString(),
  });
}
