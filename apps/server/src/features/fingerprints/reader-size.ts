import { fieldError } from '@mfuko/contract/field-errors';
import { isTooSmall, outgrows, shareOfExpected } from '@mfuko/fingerprint/template/ridge-size';
import { ALGORITHM_VERSION, decodeTemplate, type Template, TemplateError } from '@mfuko/fingerprint/template/template';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { Refusal, wrongFields } from '../../platform/http/refusal.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { findReader } from '../devices/index.ts';
import { listFingerprintsById } from './enrolled.ts';
import { openTemplates } from './vault.ts';

/** Least number of students whose fingers must be of a wrong size before a reader is reported, and the most that are examined. */
const MIN_STUDENTS = 8;
const MAX_STUDENTS = 12;
/** Least number of accounts that must have seen the misses. */
const MIN_ACCOUNTS = 2;
/** Newest impressions of the school among which the reader's are searched. */
const MAX_IMPRESSIONS = 200;
const TOLD_EVERY_SECONDS = 24 * 3600;

const NARROW =
  'Its ridges are narrower than those of any child of this age: check the resolution of the reader, or the month of birth.';

/** Refuses a picture that states a higher resolution than it has: no other reader would recognise the finger. */
export function wrongResolution(): Refusal {
  return new Refusal('fingerprint.bad-image', `The fingerprint image cannot be used. ${NARROW}`, {
    detail: { why: 'resolution', ...wrongFields({ B64Fingerprint: { ...fieldError('fingerprint'), words: NARROW } }) },
  });
}

/** Reads a student's age in whole years; null if the month of birth is unknown. */
export async function readAge(tx: ReadTx, studentId: string): Promise<number | null> {
  const found = await tx.row<{ years: number | null }>(
    'SELECT EXTRACT(YEAR FROM age(birth_month))::int AS years FROM students WHERE school_id = $1 AND id = $2',
    [tx.schoolId, studentId],
  );
  return found?.years ?? null;
}

/**
 * Notifies staff of a reader whose enrolled fingers are, taken together, smaller than children's of their age: one small finger may be
 * a small child's, eight indicate a wrong resolution. Examines the reader only if this impression is small itself.
 */
export async function notifyOfSmallFingers(
  tx: Tx,
  context: AppContext,
  { serial, template, years }: { serial: string; template: Uint8Array; years: number | null },
): Promise<void> {
  if (!isTooSmall(shareOfExpected([{ template: decodeTemplate(template), years }]))) return;
  const newest = await tx.rows<{ id: string; years: number | null }>(
    `SELECT id, years FROM (
       SELECT DISTINCT ON (r.student_id) r.id, EXTRACT(YEAR FROM age(s.birth_month))::int AS years
       FROM (SELECT id, student_id, scanner_serial FROM fingerprints
             WHERE school_id = $1 AND algorithm = ${ALGORITHM_VERSION} ORDER BY id DESC LIMIT ${MAX_IMPRESSIONS}) r
         JOIN students s ON s.school_id = $1 AND s.id = r.student_id
       WHERE lower(coalesce(r.scanner_serial, '')) = lower($2)
       ORDER BY r.student_id, r.id DESC) AS each ORDER BY id DESC LIMIT ${MAX_STUDENTS}`,
    [tx.schoolId, serial],
  );
  if (newest.length < MIN_STUDENTS) return;
  const ages = new Map(newest.map((row) => [row.id, row.years]));
  const opened = await openTemplates(tx, context, await listFingerprintsById(tx, context, [...ages.keys()]));
  const fingers = opened.flatMap(({ id, bytes }) => {
    const read = readTemplate(bytes);
    return read ? [{ template: read, years: ages.get(id) ?? null }] : [];
  });
  const share = shareOfExpected(fingers);
  if (fingers.length >= MIN_STUDENTS && isTooSmall(share)) await notifyOfReader(tx, serial, fingers.length, share);
}

/** Returns null for an unreadable template, which must not prevent the check of the others. */
function readTemplate(bytes: Uint8Array): Template | null {
  try {
    return decodeTemplate(bytes);
  } catch (error) {
    if (error instanceof TemplateError) return null;
    throw error;
  }
}

/** Size of a touch that missed, and the reader that the size accuses. */
export interface Odd {
  /** Rounded to one decimal: enough to tell resolutions apart, too coarse to tell children apart. */
  readonly ratio: number;
  /** Serial number: for a ratio below 1 the reader that was touched, above 1 the reader of the enrolment. */
  readonly reader: string;
}

/** Finds the reader that an odd ratio accuses; null if growth since the enrolment explains the ratio. */
export async function findOdd(tx: ReadTx, studentId: string, ratio: number, touched: string): Promise<Odd | null> {
  const rounded = Math.round(10 * ratio) / 10;
  if (ratio < 1) return { ratio: rounded, reader: touched };
  const enrolled = await tx.row<{ reader: string; years: number }>(
    `SELECT coalesce(scanner_serial, '') AS reader,
            (EXTRACT(EPOCH FROM clock_timestamp() - min(enrolled_at) OVER ()) / 31557600)::float AS years
     FROM fingerprints WHERE school_id = $1 AND student_id = $2 AND algorithm = ${ALGORITHM_VERSION} ORDER BY id DESC LIMIT 1`,
    [tx.schoolId, studentId],
  );
  return enrolled && outgrows(ratio, enrolled.years) ? { ratio: rounded, reader: enrolled.reader } : null;
}

/**
 * Notifies staff of a reader once the misses of several students within a day accuse it. The serial number of an unpaired reader is
 * only claimed, and a picture can be enlarged; in these cases a single account is not enough.
 */
export async function notifyOfOddMisses(tx: Tx, { ratio, reader }: Odd): Promise<void> {
  const found = await tx.row<{ students: number; accounts: number; ratio: number | null }>(
    `SELECT count(DISTINCT subject_id)::int AS students, count(DISTINCT actor_id)::int AS accounts,
            percentile_cont(0.5) WITHIN GROUP (ORDER BY (detail->>'ratio')::float) AS ratio
     FROM audit_events
     WHERE school_id = $1 AND action = 'fingerprint.no-match' AND at > clock_timestamp() - interval '1 day'
       AND detail ? 'ratio' AND lower(detail->>'reader') = lower($2) AND ((detail->>'ratio')::float > 1) = $3`,
    [tx.schoolId, reader, ratio > 1],
  );
  if (!found || found.ratio === null || found.students < MIN_STUDENTS) return;
  const touchedPaired = ratio < 1 && (await findReader(tx, reader))?.paired === true;
  if (found.accounts < MIN_ACCOUNTS && !touchedPaired) return;
  await notifyOfReader(tx, reader, found.students, found.ratio);
}

/** Notifies staff of a reader: with a share up to 1, that its pictures are too small; above 1, that the impressions it enrolled are. */
async function notifyOfReader(tx: Tx, serial: string, count: number, share: number): Promise<void> {
  const device = (await findReader(tx, serial)) ?? null;
  await enqueueStaffNotice(tx, {
    kind: share > 1 ? 'device.resolution-enrolled' : 'device.resolution',
    subject: device && { kind: 'device', id: device.id },
    params: { label: device?.label ?? (serial || '–'), count, percent: Math.round(100 * share) },
    quietSeconds: TOLD_EVERY_SECONDS,
  });
}
