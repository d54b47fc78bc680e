import type { DeviceRole, DeviceRow, getDevices } from '@mfuko/contract/devices';
import type { InputOf } from '@mfuko/contract/endpoint';
import type { Tx } from '../../platform/database.ts';
import type { Page } from '../../platform/http/call.ts';
import { readPage } from '../../platform/lists.ts';

type Found = Omit<DeviceRow, 'dateCreated'> & { dateCreated: Date };

const DEVICE = `
  SELECT id AS sysid, serial_number AS "serialNumber", label AS "deviceLabel", role AS "deviceRole",
         school_id AS "schoolSYSID", CASE WHEN revoked_at IS NULL THEN 'linked' ELSE 'revoked' END AS status,
         created_at AS "dateCreated"
  FROM devices WHERE school_id = $1`;

export async function findDevice(tx: Tx, id: string): Promise<DeviceRow | undefined> {
  const found = await tx.row<Found>(`${DEVICE} AND id = $2`, [tx.schoolId, id]);
  return found && asRow(found);
}

export async function listDevices(tx: Tx, query: InputOf<typeof getDevices>): Promise<Page<DeviceRow>> {
  const page = await readPage<Found>(tx, query, {
    sql: `${DEVICE} AND (revoked_at IS NOT NULL) = $2 AND ($3::text IS NULL OR role = $3)`,
    values: [tx.schoolId, query.revoked, query.deviceRole ?? null],
    searched: ['serialNumber', 'deviceLabel'],
    sort: 'deviceLabel',
    tie: 'sysid',
  });
  return { total: page.total, rows: page.rows.map(asRow) };
}

export interface DeviceFields {
  readonly serialNumber: string;
  readonly deviceLabel: string;
  readonly deviceRole: DeviceRole;
}

export async function insertDevice(tx: Tx, id: string, device: DeviceFields): Promise<void> {
  await tx.row('INSERT INTO devices (school_id, id, serial_number, label, role) VALUES ($1, $2, $3, $4, $5)', [
    tx.schoolId,
    id,
    device.serialNumber,
    device.deviceLabel,
    device.deviceRole,
  ]);
}

/** Changes what is given of a linked device. Answers whether there is one. */
export async function changeDevice(
  tx: Tx,
  id: string,
  change: { readonly [Field in keyof DeviceFields]?: DeviceFields[Field] | undefined },
): Promise<boolean> {
  const changed = await tx.row(
    `UPDATE devices SET serial_number = COALESCE($3, serial_number), label = COALESCE($4, label), role = COALESCE($5, role)
     WHERE school_id = $1 AND id = $2 AND revoked_at IS NULL RETURNING 1 AS one`,
    [tx.schoolId, id, change.serialNumber ?? null, change.deviceLabel ?? null, change.deviceRole ?? null],
  );
  return changed !== undefined;
}

/** Revokes a device or links it again. Doing so twice changes nothing. */
export async function setRevoked(tx: Tx, id: string, revoked: boolean): Promise<void> {
  await tx.row(
    `UPDATE devices SET revoked_at = CASE WHEN $3 THEN clock_timestamp() END
     WHERE school_id = $1 AND id = $2 AND (revoked_at IS NULL) = $3`,
    [tx.schoolId, id, revoked],
  );
}

export interface Standing {
  readonly id: string;
  readonly label: string;
  readonly role: DeviceRole;
  readonly revoked: boolean;
}

/** The device of that serial number: the linked one, else one that was revoked. */
export async function findBySerial(tx: Tx, serialNumber: string): Promise<Standing | undefined> {
  const [found] = await tx.prepared<Standing>(
    'find-device',
    `SELECT id, label, role, revoked_at IS NOT NULL AS revoked FROM devices
     WHERE school_id = $1 AND upper(serial_number) = upper($2)
     ORDER BY revoked_at DESC NULLS FIRST LIMIT 1`,
    [tx.schoolId, serialNumber],
  );
  return found;
}

function asRow(found: Found): DeviceRow {
  return { ...found, dateCreated: found.dateCreated.toISOString() };
}
