import type { EnrolledRole } from '@mfuko/contract/devices';
import type { ReadTx } from '../../platform/database/database.ts';

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
