import type { EnrolledRole } from '@mfuko/contract/devices';
import type { Tx } from '../../platform/database/database.ts';

export interface Standing {
  readonly id: string;
  readonly label: string;
  readonly role: EnrolledRole;
  readonly revoked: boolean;
  /** SPKI in DER; null where its reader is not paired. */
  readonly captureKey: Buffer | null;
}

/** Reader as the school knows it. */
export interface Heard {
  /** The linked one of its serial number, else one that was revoked; null where none ever was. */
  readonly device: Standing | null;
  /** True where the school takes fingers from paired readers only. */
  readonly signedOnly: boolean;
}

/** Finds the device of a reader's serial number, and notes that it was heard of. Whoever refuses it rolls that back. */
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
