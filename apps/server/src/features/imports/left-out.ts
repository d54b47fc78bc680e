import type { UploadedFile } from '@mfuko/contract/endpoint';
import type { ImportError } from '@mfuko/contract/imports';
import type { SealedTable } from '../../platform/crypto/sealed-table.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { ReadCall } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import type { Sheet } from '../../platform/spreadsheets/sheet.ts';
import type { Table } from '../../platform/spreadsheets/table.ts';
import { XLSX } from '../../platform/spreadsheets/write.ts';
import { importNotFound } from './errors.ts';
import { byHand, markedName, writeMarked } from './marked-sheet.ts';

type Keys = AppContext['keys'];

/**
 * Returns the context of the seal, which is bound to the list. The rows are sealed, since they hold names and numbers of children and
 * guardians.
 */
const contextOf = ({ schoolId }: Pick<ReadTx, 'schoolId'>, batchId: string) => `import-left-out:${schoolId}:${batchId}`;

/** Sealed column of the left-out rows. */
export const SEALED_LEFT_OUT: SealedTable = {
  table: 'import_left_out',
  under: 'platform',
  key: ['school_id', 'batch_id'],
  columns: ['sheet'],
  context: ({ school_id: schoolId = '', batch_id: batchId = '' }) => contextOf({ schoolId }, batchId),
};

/** Returns the left-out rows of a list as a file, to be corrected later; null where there are none. PINs are omitted. */
export async function writeLeftOut(
  sheet: Sheet,
  table: Table<string>,
  errors: readonly ImportError[],
  setAside: readonly number[],
): Promise<Buffer | null> {
  const marks = [...errors, ...byHand(table, setAside)];
  if (marks.length === 0) return null;
  return writeMarked(sheet, table, marks, { onlyWrong: true, secrets: false });
}

/** Stores the left-out rows of a list, for 90 days, for the school's office. */
export async function keepLeftOut(tx: Tx, keys: Keys, batchId: string, sheet: Buffer | null): Promise<void> {
  if (sheet === null) return;
  await tx.row('INSERT INTO import_left_out (school_id, batch_id, sheet) VALUES ($1, $2, $3)', [
    tx.schoolId,
    batchId,
    sealLeftOut(tx, keys, batchId, sheet),
  ]);
}

/** Returns the left-out rows of a list as a file. Throws import.not-found where the list has none, or they were deleted after 90 days. */
export async function fetchLeftOut(call: ReadCall, keys: Keys, batchId: string): Promise<UploadedFile> {
  return call.read(async (tx) => {
    const found = await tx.row<{ sheet: Buffer; fileName: string }>(
      `SELECT l.sheet, b.file_name AS "fileName" FROM import_left_out l
       JOIN import_batches b ON b.school_id = l.school_id AND b.id = l.batch_id
       WHERE l.school_id = $1 AND l.batch_id = $2`,
      [tx.schoolId, batchId],
    );
    if (!found) throw importNotFound();
    return {
      filename: markedName(found.fileName),
      mimetype: XLSX,
      bytes: openLeftOut(tx, keys, batchId, found.sheet),
    };
  });
}

/** Deletes left-out rows after 90 days. */
export async function dropOldLeftOut(tx: Tx): Promise<void> {
  await tx.row(`DELETE FROM import_left_out WHERE school_id = $1 AND at < now() - interval '90 days'`, [tx.schoolId]);
}

/** Seals the left-out rows of a list. */
export function sealLeftOut(tx: ReadTx, keys: Keys, batchId: string, sheet: Buffer): Buffer {
  return keys.seal(contextOf(tx, batchId), sheet);
}

/** Opens the left-out rows of a list. */
export function openLeftOut(tx: ReadTx, keys: Keys, batchId: string, sheet: Buffer): Buffer {
  return keys.open(contextOf(tx, batchId), sheet);
}
