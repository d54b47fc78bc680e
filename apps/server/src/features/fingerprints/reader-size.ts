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

/** Students whose fingers have to be of a wrong size before a reader is suspected, and those who are looked at. */
const FEWEST = 8;
const MOST = 12;
/** Accounts at which they have to miss. */
const FEWEST_ACCOUNTS = 2;
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
  if (fingers.length >= FEWEST && isTooSmall(share)) await notifyOfReader(tx, serial, fingers.length, share);
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

/** Odd: the size of a touch that missed, and the reader that it speaks against. */
export interface Odd {
  /** Rounded to one decimal: enough to tell resolutions apart, too little to tell children. */
  readonly ratio: number;
  /** Serial number: of the reader that was touched for a small one, of that which enrolled for a large one. */
  readonly reader: string;
}

/** Finds of which reader an odd ratio speaks; null where growth since the enrolment explains it. */
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
 * Tells the staff of a reader of which the misses of several students within a day speak alike. A reader that is not paired is named by whoever asks, and a
 * picture may be enlarged: then no account is enough alone.
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
  if (!found || found.ratio === null || found.students < FEWEST) return;
  const touchedPaired = ratio < 1 && (await findReader(tx, reader))?.paired === true;
  if (found.accounts < FEWEST_ACCOUNTS && !touchedPaired) return;
  await notifyOfReader(tx, reader, found.students, found.ratio);
}

/** Tells of a reader: that its fingers come out too small, or by a share above 1 that those do which it enrolled. */
async function notifyOfReader(tx: Tx, serial: string, count: number, share: number): Promise<void> {
  const device = (await findReader(tx, serial)) ?? null;
  await enqueueStaffNotice(tx, {
    kind: share > 1 ? 'device.resolution-enrolled' : 'device.resolution',
    subject: device && { kind: 'device', id: device.id },
    params: { label: device?.label ?? (serial || '–'), count, percent: Math.round(100 * share) },
    quietSeconds: TOLD_EVERY_SECONDS,
  });
}
