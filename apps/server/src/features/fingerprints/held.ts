import type { Finger } from '@mfuko/contract/fingerprints';
import { ALGORITHM_VERSION } from '@mfuko/fingerprint/template/template';
import { KeyError } from '../../platform/crypto/keys.ts';
import type { ReadTx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import type { Sketches } from './sketches.ts';
import { openSealed, type Seal, type SealedRow, sealerUnder } from './vault.ts';

/** Held: what a picture is held against, of the student of that number. */
export interface Held {
  /** Impressions that today's algorithm can compare and that open. */
  readonly enrolled: readonly { readonly finger: Finger; readonly bytes: Uint8Array<ArrayBuffer> }[];
  readonly sketches: Sketches;
  /** The student whose all this is, with their key as it was read, and what seals a sketch under it; null where there is nothing. */
  readonly owner: HeldOwner | null;
}

export interface HeldOwner {
  readonly studentId: string;
  readonly wrapped: Buffer;
  readonly sealSketch: Seal;
}

/** Reads what a picture is held against, in one statement. Nothing where there is no such student. */
export async function readHeld(tx: ReadTx, context: AppContext, admissionNumber: string): Promise<Held> {
  const rows = await tx.prepared<SealedRow & { finger: Finger | null }>(
    'list-held',
    `SELECT h.id, h.student_id AS "studentId", h.finger, h.sealed, k.wrapped
     FROM students s
     JOIN student_keys k ON k.school_id = s.school_id AND k.student_id = s.id
     JOIN (SELECT f.school_id, f.student_id, f.id, f.finger, f.sealed_template AS sealed, NULL::timestamptz AS made_at
           FROM fingerprints f WHERE f.school_id = $1 AND f.algorithm = ${ALGORITHM_VERSION}
           UNION ALL
           SELECT p.school_id, p.student_id, p.id, NULL, p.sealed, p.made_at
           FROM picture_sketches p WHERE p.school_id = $1) h ON h.school_id = s.school_id AND h.student_id = s.id
     WHERE s.school_id = $1 AND s.admission_number = $2 AND s.deleted_at IS NULL
     ORDER BY h.made_at NULLS FIRST, h.id`,
    [tx.schoolId, admissionNumber],
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

/** Null where the student's key does not open: what has to be sealed under it says so. */
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
