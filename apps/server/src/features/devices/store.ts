import type { DeviceRole, DeviceRow, EnrolledRole, getDevices } from '@mfuko/contract/devices';
import type { InputOf } from '@mfuko/contract/endpoint';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';
import { stamped } from '../../platform/records/stamp.ts';

type Found = Omit<DeviceRow, 'dateCreated' | 'lastSeen' | 'updated'> & { dateCreated: Date; lastSeen: Date | null };

const DEVICE = `
  SELECT id AS sysid, COALESCE(serial_number, '') AS "serialNumber", label AS "deviceLabel", role AS "deviceRole",
         school_id AS "schoolSYSID", CASE WHEN revoked_at IS NULL THEN 'linked' ELSE 'revoked' END AS status,
         created_at AS "dateCreated", public_key IS NOT NULL AS enrolled, capture_key IS NOT NULL AS "signsCaptures",
         (SELECT g.last_seen_at FROM device_sights g WHERE g.school_id = devices.school_id AND g.device_id = devices.id) AS "lastSeen"
  FROM devices WHERE school_id = $1`;

export async function findDevice(tx: ReadTx, id: string): Promise<DeviceRow | undefined> {
  const found = await tx.row<Found>(`${DEVICE} AND id = $2`, [tx.schoolId, id]);
  return found && asRow(found);
}

export async function lockDevice(tx: Tx, id: string): Promise<void> {
  await tx.row('SELECT 1 AS one FROM devices WHERE school_id = $1 AND id = $2 FOR UPDATE', [tx.schoolId, id]);
}

export async function listDevices(tx: ReadTx, query: InputOf<typeof getDevices>): Promise<Page<DeviceRow>> {
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
  change: {
    readonly serialNumber?: string | undefined;
    readonly deviceLabel?: string | undefined;
    readonly deviceRole?: EnrolledRole | undefined;
  },
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
  readonly role: EnrolledRole;
  readonly revoked: boolean;
  /** SPKI in DER; null where its reader is not paired. */
  readonly captureKey: Buffer | null;
}

/** The device of that serial number: the linked one, else one that was revoked. */
export async function findBySerial(tx: ReadTx, serialNumber: string): Promise<Standing | undefined> {
  const [found] = await tx.prepared<Standing>(
    'find-device',
    `SELECT id, label, role, revoked_at IS NOT NULL AS revoked, capture_key AS "captureKey" FROM devices
     WHERE school_id = $1 AND upper(serial_number) = upper($2)
     ORDER BY revoked_at DESC NULLS FIRST LIMIT 1`,
    [tx.schoolId, serialNumber],
  );
  return found;
}

/** Notes that a device was heard of; to the minute, for the gate's sake. */
export async function markSeen(tx: Tx, id: string): Promise<void> {
  await tx.prepared(
    'mark-device-seen',
    `INSERT INTO device_sights AS d (school_id, device_id) VALUES ($1, $2)
     ON CONFLICT (school_id, device_id) DO UPDATE SET last_seen_at = clock_timestamp()
     WHERE d.last_seen_at < clock_timestamp() - interval '1 minute'`,
    [tx.schoolId, id],
  );
}

export interface Quiet {
  readonly id: string;
  readonly label: string;
  readonly role: EnrolledRole;
  /** Of the school's own day and clock: `yyyy-mm-dd`, and `dd/mm/yyyy hh:mm` for reading. */
  readonly seenDay: string;
  readonly seenAt: string;
}

/** Linked devices in use (heard of in the last month) whose silence since then has not been told. */
export async function listQuiet(tx: ReadTx): Promise<Quiet[]> {
  return tx.rows<Quiet>(
    `SELECT d.id, d.label, d.role, to_char(g.last_seen_at AT TIME ZONE s.time_zone, 'YYYY-MM-DD') AS "seenDay",
            to_char(g.last_seen_at AT TIME ZONE s.time_zone, 'DD/MM/YYYY HH24:MI') AS "seenAt"
     FROM devices d
     JOIN device_sights g ON g.school_id = d.school_id AND g.device_id = d.id
     JOIN schools s ON s.id = d.school_id
     WHERE d.school_id = $1 AND d.revoked_at IS NULL AND g.last_seen_at > clock_timestamp() - interval '30 days'
       AND (g.silence_told_at IS NULL OR g.silence_told_at < g.last_seen_at)`,
    [tx.schoolId],
  );
}

/** Notes that a device's silence has been told: it is told once, even where a clock that was ahead wrote the last sight. */
export async function markSilenceTold(tx: Tx, id: string): Promise<void> {
  await tx.row(
    `UPDATE device_sights SET silence_told_at = greatest(clock_timestamp(), last_seen_at)
     WHERE school_id = $1 AND device_id = $2`,
    [tx.schoolId, id],
  );
}

function asRow(found: Found): DeviceRow {
  const { dateCreated, lastSeen } = found;
  return stamped({ ...found, dateCreated: dateCreated.toISOString(), lastSeen: lastSeen?.toISOString() ?? null }, [
    'lastSeen',
  ]);
}
