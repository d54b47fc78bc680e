import type { EnrolledRole } from '@mfuko/contract/devices';
import type { Tx } from '../../platform/database/database.ts';

export interface Standing {
  readonly id: string;
  readonly label: string;
  readonly role: EnrolledRole;
  readonly revoked: boolean;
  /** Public key as SPKI in DER; null if the reader is not paired. */
  readonly captureKey: Buffer | null;
}

/** Reader as known to the school. */
export interface Heard {
  /** The linked device with that serial number, or else a revoked one; null if there never was one. */
  readonly device: Standing | null;
  /** True if the school accepts fingers from paired readers only. */
  readonly signedOnly: boolean;
}

/** Finds the device with a reader's serial number and records its heartbeat, which a refusal rolls back. */
export async function noteReaderHeartbeat(tx: Tx, serialNumber: string | undefined): Promise<Heard> {
  const [found] = await tx.prepared<{
    signedOnly: boolean | null;
    id: string | null;
    label: string;
    role: EnrolledRole;
    revoked: boolean;
    captureKey: Buffer | null;
  }>(
    'note-reader-heartbeat',
    `SELECT signed_only AS "signedOnly", id, label, role, revoked, capture_key AS "captureKey" FROM note_reader_heartbeat($1, $2)`,
    [tx.schoolId, serialNumber || null],
  );
  const { id = null, signedOnly, label = '', role = 'CHECKINOUT', revoked = false, captureKey = null } = found ?? {};
  return { device: id === null ? null : { id, label, role, revoked, captureKey }, signedOnly: signedOnly === true };
}
