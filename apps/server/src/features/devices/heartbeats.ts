import type { EnrolledRole } from '@mfuko/contract/devices';
import type { ReadTx, Tx } from '../../platform/database/database.ts';

export interface SilentDevice {
  readonly id: string;
  readonly label: string;
  readonly role: EnrolledRole;
  /** In the school's time zone: `yyyy-mm-dd`, and `dd/mm/yyyy hh:mm` for display. */
  readonly seenDay: string;
  readonly seenAt: string;
}

/** SQL condition for a device with a heartbeat in the last month, about whose silence since then nobody was notified. */
const UNNOTIFIED = `g.last_seen_at > clock_timestamp() - interval '30 days'
  AND (g.silence_notified_at IS NULL OR g.silence_notified_at < g.last_seen_at)`;

/** Lists the active schools with such a device; schools without one cost nothing. */
export async function listSchoolsInUse(tx: ReadTx): Promise<{ id: string; timeZone: string }[]> {
  return tx.rows(
    `SELECT id, time_zone AS "timeZone" FROM schools
     WHERE status = 'active' AND deleted_at IS NULL AND id IN (SELECT g.school_id FROM device_heartbeats g WHERE ${UNNOTIFIED})`,
  );
}

/** Lists linked devices in use (with a heartbeat in the last month), about whose silence since then nobody was notified. */
export async function listSilent(tx: ReadTx): Promise<SilentDevice[]> {
  return tx.rows<SilentDevice>(
    `SELECT d.id, d.label, d.role, to_char(g.last_seen_at AT TIME ZONE s.time_zone, 'YYYY-MM-DD') AS "seenDay",
            to_char(g.last_seen_at AT TIME ZONE s.time_zone, 'DD/MM/YYYY HH24:MI') AS "seenAt"
     FROM devices d
     JOIN device_heartbeats g ON g.school_id = d.school_id AND g.device_id = d.id
     JOIN schools s ON s.id = d.school_id
     WHERE d.school_id = $1 AND d.revoked_at IS NULL AND ${UNNOTIFIED}`,
    [tx.schoolId],
  );
}

export interface Holding {
  readonly label: string;
  /** Number of waiting events in the device's last report. */
  readonly waiting: number;
  /** In the school's time zone, `dd/mm/yyyy hh:mm`. */
  readonly seenAt: string;
}

/** Lists the school's devices with waiting events by their last report, without revoked ones; the most events first. */
export async function listHolding(tx: ReadTx): Promise<Holding[]> {
  return tx.rows<Holding>(
    `SELECT d.label, COALESCE(g.waiting, 0) AS waiting, to_char(g.last_seen_at AT TIME ZONE s.time_zone, 'DD/MM/YYYY HH24:MI') AS "seenAt"
     FROM devices d
     JOIN device_heartbeats g ON g.school_id = d.school_id AND g.device_id = d.id
     JOIN schools s ON s.id = d.school_id
     WHERE d.school_id = $1 AND d.revoked_at IS NULL AND g.waiting > 0
     ORDER BY g.waiting DESC, d.label`,
    [tx.schoolId],
  );
}

/**
 * Records that staff were notified of a device's silence, so that this happens once, even if a clock that was ahead wrote the last
 * heartbeat.
 */
export async function markSilenceNotified(tx: Tx, id: string): Promise<void> {
  await tx.row(
    `UPDATE device_heartbeats SET silence_notified_at = greatest(clock_timestamp(), last_seen_at)
     WHERE school_id = $1 AND device_id = $2`,
    [tx.schoolId, id],
  );
}
