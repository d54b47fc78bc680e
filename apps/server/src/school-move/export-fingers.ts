import { mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HandedOver, readForHandOver } from '../features/fingerprints/index.ts';
import { notifyStaff } from '../features/notices/index.ts';
import { audit, auditAll } from '../platform/audit/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import type { AppContext } from '../platform/process/app-context.ts';
import { SchoolMoveError } from './errors.ts';
import type { FoundSchool } from './find-school.ts';
import { counted } from './say-exported.ts';

const TOOL = { tool: 'fingers:export' };

export interface FingersOptions {
  /** Folder that does not exist yet. */
  readonly to: string;
  /** Format of the records. */
  readonly standard: 'iso' | 'ansi';
}

export interface ExportedFingers {
  readonly impressions: number;
  readonly students: number;
  /** Impressions that cannot be decrypted, or are of another version of the engine: they are left out. */
  readonly left: number;
}

/**
 * Exports the enrolled impressions of an open school as plaintext minutiae records, with an index. The audit trails of the school and
 * of each student record the export, and the school's staff are notified, before the first file is written. Throws SchoolMoveError
 * where the folder exists or cannot be created, where the school is closed or deleted, or where it has no readable impression; nothing
 * is written or notified then.
 */
export async function exportFingers(
  context: AppContext,
  school: FoundSchool,
  { to, standard }: FingersOptions,
): Promise<ExportedFingers> {
  makeFolder(to);
  const { impressions, left } = await context.db
    .inSchool(school.id, async (tx) => {
      await requireOpen(tx, school);
      const read = await readForHandOver(tx, context, standard);
      requireAny(school, read);
      await tell(tx, read.impressions, standard);
      return read;
    })
    .catch((error: unknown) => {
      rmdirSync(to);
      throw error;
    });
  try {
    for (const each of impressions) write(join(to, nameOf(each)), each.record);
    write(join(to, 'index.csv'), indexOf(impressions));
  } catch (error) {
    // Removes a partial export: its plaintext records would remain on the disk and look like a complete export.
    rmSync(to, { recursive: true });
    throw error;
  }
  return { impressions: impressions.length, students: byStudent(impressions).size, left };
}

const NOT_MADE: Readonly<Record<string, string>> = {
  ENOENT: 'the folder that it would lie in is not there',
  ENOTDIR: 'what it would lie in is no folder',
  EACCES: 'you may not write there',
  EROFS: 'nothing can be written to that disk',
  ENOSPC: 'that disk is full',
};

function makeFolder(to: string): void {
  try {
    mkdirSync(to, { mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    if (error.code === 'EEXIST') throw new SchoolMoveError(`${to} is there already: name a folder that is not.`);
    const why = NOT_MADE[String(error.code)] ?? String(error.code);
    throw new SchoolMoveError(`The folder ${to} cannot be made: ${why}.`);
  }
}

/** Throws unless the school is open: a closed one records nothing and notifies nobody, and a deleted one has nobody to notify. */
async function requireOpen(tx: Tx, { name }: FoundSchool): Promise<void> {
  const open = await tx.row(
    'SELECT 1 AS one FROM schools WHERE id = $1 AND closed_at IS NULL AND deleted_at IS NULL FOR SHARE',
    [tx.schoolId],
  );
  if (!open) throw new SchoolMoveError(`${name} is closed: its people would not be told. Export before school:close.`);
}

/** Throws where there is nothing to export: notices without a reason teach people to ignore them. */
function requireAny(
  { name }: FoundSchool,
  { impressions, left }: Pick<ExportedFingers, 'left'> & { impressions: readonly unknown[] },
): void {
  if (impressions.length > 0) return;
  throw new SchoolMoveError(
    left === 0
      ? `${name} has no enrolled finger: there is nothing to write, and nobody was told.`
      : `${counted(left, 'impression')} of ${name}, and none opens or is of this version: nothing was written, and nobody was told.`,
  );
}

async function tell(tx: Tx, impressions: readonly HandedOver[], standard: string): Promise<void> {
  const students = byStudent(impressions);
  const count = impressions.length;
  await audit(tx, TOOL, {
    ...{ action: 'school.fingers-export', subjectKind: 'school', subjectId: tx.schoolId },
    detail: { impressions: count, students: students.size, standard },
  });
  await auditAll(
    tx,
    TOOL,
    [...students].map(([subjectId, of]) => ({
      ...{ action: 'student.fingers-export', subjectKind: 'student', subjectId },
      detail: { impressions: of.length, standard },
    })),
  );
  await notifyStaff(tx, { kind: 'fingers.exported', subject: null, params: { count, students: students.size } });
}

function byStudent(impressions: readonly HandedOver[]): Map<string, HandedOver[]> {
  return Map.groupBy(impressions, ({ studentId }) => studentId);
}

function write(path: string, content: Uint8Array | string): void {
  writeFileSync(path, content, { mode: 0o600, flag: 'wx' });
}

/** Builds the file name. Admission numbers consist of digits, so no name leads out of the folder. */
function nameOf({ admissionNumber, finger, impression }: HandedOver): string {
  return `${admissionNumber}-${finger}-${impression}.fmr`;
}

/** Builds the index without names of children: the recipient knows them by their admission numbers. */
function indexOf(impressions: readonly HandedOver[]): string {
  const lines = impressions.map((each) =>
    [
      ...[nameOf(each), each.admissionNumber, each.finger, each.position, each.impression],
      ...[each.enrolledAt.toISOString(), each.quality, each.minutiae],
    ].join(),
  );
  return ['file,admissionNumber,finger,position,impression,enrolledAt,quality,minutiae', ...lines, ''].join('\r\n');
}
