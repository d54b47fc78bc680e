import {
  DEVICE_CONCERNS,
  type DeviceRole,
  type DeviceRow,
  type EnrolledRole,
  type getDevices,
  STUCK_MINUTES,
} from '@mfuko/contract/devices';
import type { InputOf } from '@mfuko/contract/endpoint';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';
import { stamped } from '../../platform/records/stamp.ts';

interface Found extends Omit<DeviceRow, 'dateCreated' | 'lastSeen' | 'updated' | 'state' | 'concern'> {
  readonly dateCreated: Date;
  readonly lastSeen: Date | null;
  readonly state: DeviceRow['state'];
  /** Index into DEVICE_CONCERNS. */
  readonly concern: number;
}

/** SQL for device `d` with heartbeat `g` whose events have waited for a while, or that is silent since it reported some. */
const IS_STUCK = `d.revoked_at IS NULL AND g.waiting > 0
  AND least(g.last_seen_at, g.waiting_since) < clock_timestamp() - interval '${STUCK_MINUTES} minutes'`;
/** Clock error in seconds from which passages may be ordered wrongly. */
const WRONG_CLOCK = 120;
/** Battery charge in per cent below which the device needs a charger; counts while the report is recent. */
const LOW_BATTERY = 15;

const DEVICE = `
  SELECT d.id AS sysid, COALESCE(d.serial_number, '') AS "serialNumber", d.label AS "deviceLabel", d.role AS "deviceRole",
         d.school_id AS "schoolSYSID", CASE WHEN d.revoked_at IS NULL THEN 'linked' ELSE 'revoked' END AS status,
         d.created_at AS "dateCreated", d.public_key IS NOT NULL AS enrolled, d.capture_key IS NOT NULL AS "signsCaptures", g.last_seen_at AS "lastSeen",
         CASE WHEN g.reported_at IS NOT NULL THEN json_build_object('at', g.reported_at, 'battery', g.battery, 'charging', g.charging,
           'waiting', g.waiting, 'waitingSince', g.waiting_since, 'clockAheadSeconds', g.clock_ahead_seconds) END AS state,
         CASE WHEN ${IS_STUCK} THEN 4
              WHEN d.revoked_at IS NOT NULL THEN 0
              WHEN abs(g.clock_ahead_seconds) >= ${WRONG_CLOCK} THEN 3
              WHEN g.battery <= ${LOW_BATTERY} AND g.charging IS NOT TRUE AND g.reported_at > clock_timestamp() - interval '1 hour' THEN 2
              WHEN g.waiting > 0 THEN 1
              ELSE 0 END AS concern
  FROM devices d LEFT JOIN device_heartbeats g ON g.school_id = d.school_id AND g.device_id = d.id
  WHERE d.school_id = $1`;

export async function findDevice(tx: ReadTx, id: string): Promise<DeviceRow | undefined> {
  const found = await tx.row<Found>(`${DEVICE} AND d.id = $2`, [tx.schoolId, id]);
  return found && asRow(found);
}

/** Finds the linked device of a serial number; `paired` means that its captures are signed, so that no other reader can claim it. */
export function findReader(
  tx: ReadTx,
  serialNumber: string,
): Promise<{ id: string; label: string; paired: boolean } | undefined> {
  return tx.row(
    'SELECT id, label, capture_key IS NOT NULL AS paired FROM devices WHERE school_id = $1 AND lower(serial_number) = lower($2) AND revoked_at IS NULL',
    [tx.schoolId, serialNumber],
  );
}

export async function lockDevice(tx: Tx, id: string): Promise<void> {
  await tx.row('SELECT 1 AS one FROM devices WHERE school_id = $1 AND id = $2 FOR UPDATE', [tx.schoolId, id]);
}

/** Counts devices whose events have waited for a while, silent ones included. */
export async function countStuck(tx: ReadTx): Promise<number> {
  const [found] = await tx.prepared<{ count: number }>(
    'count-stuck-devices',
    `SELECT count(*)::int AS count FROM devices d JOIN device_heartbeats g ON g.school_id = d.school_id AND g.device_id = d.id
     WHERE d.school_id = $1 AND ${IS_STUCK}`,
    [tx.schoolId],
  );
  return found?.count ?? 0;
}

export async function listDevices(tx: ReadTx, query: InputOf<typeof getDevices>): Promise<Page<DeviceRow>> {
  const page = await readPage<Found>(tx, query, {
    sql: `SELECT * FROM (${DEVICE} AND (d.revoked_at IS NOT NULL) = $2 AND ($3::text IS NULL OR d.role = $3)) AS found
          WHERE $4::int IS NULL OR concern = $4`,
    values: [
      ...[tx.schoolId, query.revoked, query.deviceRole ?? null],
      query.concern === undefined ? null : DEVICE_CONCERNS.indexOf(query.concern),
    ],
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

/** Changes the given fields of a linked device. Returns false if there is none. */
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

/** Revokes or restores a device; idempotent. */
export async function setRevoked(tx: Tx, id: string, revoked: boolean): Promise<void> {
  await tx.row(
    `UPDATE devices SET revoked_at = CASE WHEN $3 THEN clock_timestamp() END
     WHERE school_id = $1 AND id = $2 AND (revoked_at IS NULL) = $3`,
    [tx.schoolId, id, revoked],
  );
}

function asRow(found: Found): DeviceRow {
  const { dateCreated, lastSeen, state } = found;
  const moment = (text: string) => new Date(text).toISOString();
  const row = {
    ...found,
    dateCreated: dateCreated.toISOString(),
    lastSeen: lastSeen?.toISOString() ?? null,
    state: state && { ...state, at: moment(state.at), waitingSince: state.waitingSince && moment(state.waitingSince) },
    concern: DEVICE_CONCERNS[found.concern] ?? 'none',
  };
  return stamped(row, ['lastSeen', 'state', 'concern']);
}
