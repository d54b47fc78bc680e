import type { Finger } from '@mfuko/contract/fingerprints';
import { ALGORITHM_VERSION } from '@mfuko/fingerprint/template/template';
import { KeyError } from '../../platform/crypto/keys.ts';
import type { ReadTx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import type { Sketches } from './sketches.ts';
import { openSealed, type Seal, type SealedRow, sealerUnder } from './vault.ts';

/** Reference data that a picture of the student with that number is compared with. */
export interface Held {
  /** Impressions of the current algorithm version that could be opened. */
  readonly enrolled: readonly { readonly finger: Finger; readonly bytes: Uint8Array<ArrayBuffer> }[];
  readonly sketches: Sketches;
  /** Owner of the reference data, with the student's key and a function that seals a sketch under it; null if there is no data. */
  readonly owner: HeldOwner | null;
}

export interface HeldOwner {
  readonly studentId: string;
  readonly wrapped: Buffer;
  readonly sealSketch: Seal;
}

/** Reads the reference data in one statement; empty if there is no such student. */
export async function readHeld(tx: ReadTx, context: AppContext, admissionNumber: string): Promise<Held> {
  const rows = await tx.prepared<SealedRow & { finger: Finger | null }>(
    'list-held',
    'SELECT id, student AS "studentId", finger, sealed, wrapped FROM reference_templates_of($1, $2, $3)',
    [context.keys.readingSecret, admissionNumber, ALGORITHM_VERSION],
  );
  const open = (kind: 'fingerprint' | 'sketch') =>
    openSealed(
      tx,
      context,
      kind,
      rows.filter(({ finger }) => (finger !== null) === (kind === 'fingerprint')),
    );
  const [impressions, sketches] = [await open('fingerprint'), await open('sketch')];
  const fingers = new Map(rows.map(({ id, finger }) => [id, finger]));
  const enrolled = impressions.flatMap(({ id, bytes }) => {
    const finger = fingers.get(id);
    return finger ? [{ finger, bytes }] : [];
  });
  const ids = rows.flatMap(({ id, finger }) => (finger === null ? [id] : []));
  return {
    enrolled,
    sketches: { ids, packed: sketches.map(({ bytes }) => bytes) },
    owner: await ownerOf(tx, context, rows),
  };
}

/** Returns null if the student's key cannot be opened; sealing under that key reports the error later. */
async function ownerOf(tx: ReadTx, context: AppContext, [row]: readonly SealedRow[]): Promise<HeldOwner | null> {
  if (!row) return null;
  const { studentId, wrapped } = row;
  try {
    return { studentId, wrapped, sealSketch: await sealerUnder(tx, context, wrapped, 'sketch', studentId) };
  } catch (error) {
    if (error instanceof KeyError) return null;
    throw error;
  }
}
