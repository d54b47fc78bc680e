import { FINGERS } from '@mfuko/contract/fingerprints';
import type { Standard } from '@mfuko/fingerprint/exchange/record';
import { recordOf } from '@mfuko/fingerprint/exchange/templates';
import { writeRecord } from '@mfuko/fingerprint/exchange/write';
import { decodeTemplate, type Template, TemplateError } from '@mfuko/fingerprint/template/template';
import type { ReadTx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { type EnrolledFinger, listFingerprintsById } from './enrolled.ts';
import { openTemplates } from './vault.ts';

/** Impressions that are opened in one statement. */
const CHUNK = 200;
const MAX_QUALITY = 100;

/** An impression in the form that is handed over to another system. */
export interface HandedOver {
  readonly studentId: string;
  readonly admissionNumber: string;
  readonly finger: EnrolledFinger['finger'];
  /** Finger number of the standards: 1 is the right thumb, 10 the left little finger. */
  readonly position: number;
  /** 1 for the finger's oldest impression. */
  readonly impression: number;
  readonly enrolledAt: Date;
  readonly quality: number;
  readonly minutiae: number;
  readonly record: Uint8Array;
}

interface Listed extends Omit<HandedOver, 'position' | 'minutiae' | 'record'> {
  readonly id: string;
}

/**
 * Reads the enrolled impressions of the school's students as minutiae records, one record each, by admission number. Impressions of
 * deleted students and replaced impressions are left out. `left` counts impressions that cannot be opened or are of another algorithm
 * version. Throws if the secret of the master key is a different one.
 */
export async function readForHandOver(
  tx: ReadTx,
  context: AppContext,
  standard: Standard,
): Promise<{ readonly impressions: readonly HandedOver[]; readonly left: number }> {
  const listed = await tx.rows<Listed>(
    `SELECT f.id, f.student_id AS "studentId", s.admission_number AS "admissionNumber", f.finger, f.quality, f.enrolled_at AS "enrolledAt",
            (row_number() OVER (PARTITION BY f.student_id, f.finger ORDER BY f.enrolled_at, f.id))::int AS impression
     FROM fingerprints f JOIN students s ON s.school_id = f.school_id AND s.id = f.student_id
     WHERE f.school_id = $1 AND s.deleted_at IS NULL ORDER BY s.admission_number, f.finger, impression`,
    [tx.schoolId],
  );
  const impressions: HandedOver[] = [];
  for (let from = 0; from < listed.length; from += CHUNK) {
    const some = listed.slice(from, from + CHUNK);
    const rows = await listFingerprintsById(
      tx,
      context,
      some.map(({ id }) => id),
    );
    const opened = new Map((await openTemplates(tx, context, rows)).map(({ id, bytes }) => [id, bytes]));
    for (const { id, ...row } of some) {
      const template = readTemplate(opened.get(id));
      if (template === null) continue;
      const position = FINGERS.indexOf(row.finger) + 1;
      const quality = Math.min(MAX_QUALITY, Math.max(0, Math.round(row.quality)));
      const record = writeRecord(recordOf(template, { position, number: 0, impression: 0, quality }), standard);
      impressions.push({ ...row, position, minutiae: template.x.length, record });
    }
  }
  return { impressions, left: listed.length - impressions.length };
}

function readTemplate(bytes: Uint8Array | undefined): Template | null {
  if (bytes === undefined) return null;
  try {
    return decodeTemplate(bytes);
  } catch (error) {
    // Counted in `left`, which the command reports.
    if (error instanceof TemplateError) return null;
    throw error;
  }
}
