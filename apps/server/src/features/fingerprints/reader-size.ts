import { fieldError } from '@mfuko/contract/field-errors';
import { isTooSmall, shareOfExpected } from '@mfuko/fingerprint/template/ridge-size';
import { ALGORITHM_VERSION, decodeTemplate, type Template, TemplateError } from '@mfuko/fingerprint/template/template';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { Refusal, wrongFields } from '../../platform/http/refusal.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { findReader } from '../devices/index.ts';
import { listFingerprintsById } from './enrolled.ts';
import { openTemplates } from './vault.ts';

/** Students whose fingers have to be of a wrong size before a reader is suspected, and those who are looked at. */
const FEWEST = 8;
const MOST = 12;
/** Newest impressions of the school among which those of the reader are looked for. */
const LOOKED_AT = 200;
const TOLD_EVERY_SECONDS = 24 * 3600;

const NARROW =
  'Its ridges are narrower than those of any child of this age: check the resolution of the reader, or the month of birth.';

/** A picture that calls itself of a higher resolution than it has: the finger would be known by no other reader. */
export function wrongResolution(): Refusal {
  return new Refusal('fingerprint.bad-image', `The fingerprint picture cannot be used. ${NARROW}`, {
    detail: { why: 'resolution', ...wrongFields({ B64Fingerprint: { ...fieldError('fingerprint'), words: NARROW } }) },
  });
}

/** Age of a student in whole years; null where no month of birth is known. */
export async function readAge(tx: ReadTx, studentId: string): Promise<number | null> {
  const found = await tx.row<{ years: number | null }>(
    'SELECT EXTRACT(YEAR FROM age(birth_month))::int AS years FROM students WHERE school_id = $1 AND id = $2',
    [tx.schoolId, studentId],
  );
  return found?.years ?? null;
}

/**
 * Tells the staff of a reader whose enrolled fingers are smaller than those of children of their age, all together: one small finger is a small child's, eight
 * tell of a resolution. Looks only where this impression is small itself.
 */
export async function tellOfSmallFingers(
  tx: Tx,
  context: AppContext,
  { serial, template, years }: { serial: string; template: Uint8Array; years: number | null },
): Promise<void> {
  if (!isTooSmall(shareOfExpected([{ template: decodeTemplate(template), years }]))) return;
  const newest = await tx.rows<{ id: string; years: number | null }>(
    `SELECT id, years FROM (
       SELECT DISTINCT ON (r.student_id) r.id, EXTRACT(YEAR FROM age(s.birth_month))::int AS years
       FROM (SELECT id, student_id, scanner_serial FROM fingerprints
             WHERE school_id = $1 AND algorithm = ${ALGORITHM_VERSION} ORDER BY id DESC LIMIT ${LOOKED_AT}) r
         JOIN students s ON s.school_id = $1 AND s.id = r.student_id
       WHERE lower(coalesce(r.scanner_serial, '')) = lower($2)
       ORDER BY r.student_id, r.id DESC) AS each ORDER BY id DESC LIMIT ${MOST}`,
    [tx.schoolId, serial],
  );
  if (newest.length < FEWEST) return;
  const ages = new Map(newest.map((row) => [row.id, row.years]));
  const opened = await openTemplates(tx, context, await listFingerprintsById(tx, context, [...ages.keys()]));
  const fingers = opened.flatMap(({ id, bytes }) => {
    const read = readTemplate(bytes);
    return read ? [{ template: read, years: ages.get(id) ?? null }] : [];
  });
  const share = shareOfExpected(fingers);
  if (fingers.length >= FEWEST && isTooSmall(share)) await tellOfReader(tx, serial, fingers.length, share);
}

/** Null for one that does not read: it must not keep the others from telling. */
function readTemplate(bytes: Uint8Array): Template | null {
  try {
    return decodeTemplate(bytes);
  } catch (error) {
    if (error instanceof TemplateError) return null;
    throw error;
  }
}

/**
 * Tells the staff of a reader at which the fingers of several students missed within a day, each of a size that growth does not explain. `ratio` is that of the
 * last one, which the trail has.
 */
export async function tellOfOddMisses(tx: Tx, serial: string): Promise<void> {
  const found = await tx.row<{ students: number; ratio: number | null }>(
    `SELECT count(DISTINCT subject_id)::int AS students,
            percentile_cont(0.5) WITHIN GROUP (ORDER BY (detail->>'ratio')::float) AS ratio
     FROM audit_events
     WHERE school_id = $1 AND action = 'fingerprint.no-match' AND at > clock_timestamp() - interval '1 day'
       AND detail ? 'ratio' AND lower(detail->>'reader') = lower($2)`,
    [tx.schoolId, serial],
  );
  if (found && found.ratio !== null && found.students >= FEWEST)
    await tellOfReader(tx, serial, found.students, found.ratio);
}

async function tellOfReader(tx: Tx, serial: string, count: number, share: number): Promise<void> {
  const device = (await findReader(tx, serial)) ?? null;
  await enqueueStaffNotice(tx, {
    kind: 'device.resolution',
    subject: device && { kind: 'device', id: device.id },
    params: { label: device?.label ?? (serial || '–'), count, percent: Math.round(100 * share) },
    quietSeconds: TOLD_EVERY_SECONDS,
  });
}
