import type { DeviceState } from '@mfuko/contract/device-state';
import type { EnrolledRole } from '@mfuko/contract/devices';
import type { ReadTx, Tx } from '../../platform/database/database.ts';

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

/**
 * Notes what a device told of itself; where it left something out, the last word stands. Not more often than twice a minute, but for a
 * queue that has filled or emptied: it must not stand as full because the device was switched off after the last of it was sent.
 */
export async function noteState(tx: Tx, id: string, state: DeviceState): Promise<void> {
  await tx.prepared(
    'note-device-state',
    `UPDATE device_sights SET told_at = clock_timestamp(), last_seen_at = clock_timestamp(), battery = COALESCE($3::smallint, battery),
       charging = CASE WHEN $3::smallint IS NULL THEN charging ELSE $4::boolean END, waiting = COALESCE($5::int, waiting),
       waiting_since = CASE WHEN $5::int IS NULL THEN waiting_since
         WHEN $5::int > 0 THEN clock_timestamp() - make_interval(secs => COALESCE($6::int, 0)) END,
       clock_ahead_seconds = COALESCE($7::bigint, clock_ahead_seconds)
     WHERE school_id = $1 AND device_id = $2 AND (told_at IS NULL OR told_at < clock_timestamp() - interval '30 seconds'
       OR $5::int IS NOT NULL AND (waiting IS NULL OR (waiting = 0) <> ($5::int = 0)))`,
    [tx.schoolId, id, state.battery, state.charging, state.waiting, state.waitingSeconds, state.clockAheadSeconds],
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
