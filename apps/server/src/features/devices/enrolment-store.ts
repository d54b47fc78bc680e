import type { DeviceState } from '@mfuko/contract/device-state';
import type { EnrolledRole } from '@mfuko/contract/devices';
import type { ReadTx, Tx } from '../../platform/database/database.ts';

export interface NewCode {
  readonly id: string;
  readonly codeHash: Buffer;
  readonly label: string;
  readonly role: EnrolledRole;
  readonly madeBy: string;
  readonly lifeSeconds: number;
}

/** Inserts the digest of a code, and deletes the school's expired ones. */
export async function insertCode(tx: Tx, code: NewCode): Promise<{ until: Date }> {
  await tx.row(
    'DELETE FROM device_codes WHERE school_id = $1 AND device_id IS NULL AND expires_at < clock_timestamp()',
    [tx.schoolId],
  );
  const added = await tx.row<{ until: Date }>(
    `INSERT INTO device_codes (school_id, id, code_hash, label, role, made_by, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp() + make_interval(secs => $7)) RETURNING expires_at AS until`,
    [tx.schoolId, code.id, code.codeHash, code.label, code.role, code.madeBy, code.lifeSeconds],
  );
  if (!added) throw new Error('The INSERT of the enrolment code returned no row.');
  return added;
}

/** Finds the school of a code among all schools, for a device that no school knows yet. */
export async function findCode(tx: ReadTx, codeHash: Buffer): Promise<{ schoolId: string } | undefined> {
  return tx.row<{ schoolId: string }>(
    `SELECT c.school_id AS "schoolId" FROM device_codes c JOIN schools s ON s.id = c.school_id
     WHERE c.code_hash = $1 AND c.device_id IS NULL AND c.expires_at > clock_timestamp()
       AND s.deleted_at IS NULL AND s.status = 'active'`,
    [codeHash],
  );
}

/** Finds the code again and locks it, so that of two devices with one code only one is enrolled. */
export async function lockCode(
  tx: Tx,
  codeHash: Buffer,
): Promise<{ label: string; role: EnrolledRole; madeBy: string } | undefined> {
  return tx.row<{ label: string; role: EnrolledRole; madeBy: string }>(
    `SELECT label, role, made_by AS "madeBy" FROM device_codes
     WHERE school_id = $1 AND code_hash = $2 AND device_id IS NULL AND expires_at > clock_timestamp() FOR UPDATE`,
    [tx.schoolId, codeHash],
  );
}

export async function useCode(tx: Tx, codeHash: Buffer, deviceId: string): Promise<void> {
  await tx.row('UPDATE device_codes SET device_id = $3 WHERE school_id = $1 AND code_hash = $2', [
    tx.schoolId,
    codeHash,
    deviceId,
  ]);
}

export async function insertEnrolled(
  tx: Tx,
  id: string,
  device: { readonly label: string; readonly role: EnrolledRole; readonly publicKey: Buffer },
): Promise<void> {
  await tx.row('INSERT INTO devices (school_id, id, label, role, public_key) VALUES ($1, $2, $3, $4, $5)', [
    tx.schoolId,
    id,
    device.label,
    device.role,
    device.publicKey,
  ]);
}

/** Reads the public key of an enrolled device that is not revoked. */
export async function findKey(tx: ReadTx, id: string): Promise<Buffer | undefined> {
  const [found] = await tx.prepared<{ publicKey: Buffer | null }>(
    'find-device-key',
    'SELECT public_key AS "publicKey" FROM devices WHERE school_id = $1 AND id = $2 AND revoked_at IS NULL',
    [tx.schoolId, id],
  );
  return found?.publicKey ?? undefined;
}

/** Outcome of using a valid signature; `fresh` and `marked` use it up. `marked`: the device's mark is another than the known one. */
export type SignatureOutcome = 'fresh' | 'marked' | 'used' | 'revoked';

/**
 * Uses up a text signed by a device that is not revoked, and stores the device's heartbeat and report, and its presence under the account
 * that makes the call.
 */
export async function useSignature(
  tx: Tx,
  deviceId: string,
  digest: Buffer,
  userId: string | null,
  state: DeviceState | null,
  mark: Buffer | null,
): Promise<SignatureOutcome> {
  const [used] = await tx.prepared<{ outcome: SignatureOutcome }>(
    'use-device-signature',
    'SELECT use_device_signature($1, $2, $3, $4, $5::smallint, $6, $7, $8, $9, $10) AS outcome',
    [
      ...[tx.schoolId, deviceId, digest, userId],
      ...[state?.battery, state?.charging, state?.waiting, state?.waitingSeconds, state?.clockAheadSeconds],
      mark,
    ],
  );
  if (!used) throw new TypeError('The query that stores a signature returned no row.');
  return used.outcome;
}

/** Deletes signatures that are too old to be accepted again. */
export async function dropOldSignatures(tx: Tx): Promise<void> {
  await tx.row(`DELETE FROM device_signatures WHERE school_id = $1 AND at < clock_timestamp() - interval '1 hour'`, [
    tx.schoolId,
  ]);
}
