import { FINGERS } from '@mfuko/contract/fingerprints';
import type { Standard } from '@mfuko/fingerprint/exchange/record';
import { recordOf } from '@mfuko/fingerprint/exchange/templates';
import { writeRecord } from '@mfuko/fingerprint/exchange/write';
import { decodeTemplate, type Template, TemplateError } from '@mfuko/fingerprint/template/template';
import type { ReadTx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { type EnrolledFinger, listFingerprintsById } from './enrolled.ts';
import { openTemplates } from './vault.ts';

/** Impressions that are opened at once. */
const CHUNK = 200;
const MOST_QUALITY = 100;

/** An impression as it is handed over to another system. */
export interface HandedOver {
  readonly studentId: string;
  readonly admissionNumber: string;
  readonly finger: EnrolledFinger['finger'];
  /** As the records count fingers: 1 is the right thumb, 10 the left little finger. */
  readonly position: number;
  /** 1 for the oldest impression of the finger. */
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
 * The enrolled impressions of the school's students as records of minutiae, one each, by admission number; not those of deleted students, nor what was
 * replaced. `left` counts what does not open, or is of another version of the engine. Throws where the secret of the master key is another one.
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
      const quality = Math.min(MOST_QUALITY, Math.max(0, Math.round(row.quality)));
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
    // Counted, and told by the command.
    if (error instanceof TemplateError) return null;
    throw error;
  }
}
