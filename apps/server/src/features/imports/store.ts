import type { ImportKind } from '@mfuko/contract/imports';
import type { ReadTx, Tx } from '../../platform/database/database.ts';

/** A list that was imported. */
export interface Batch {
  readonly id: string;
  readonly kind: ImportKind;
  readonly fileName: string;
  readonly contentHash: Buffer;
  /** Hash over all cells of the file before corrections; null for a list of students. */
  readonly fileHash: Buffer | null;
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly skipped: number;
  readonly leftOut: number;
  /** Cents. */
  readonly amount: bigint;
  /** Ids of the classes that the list created. */
  readonly classes: readonly string[];
  readonly byUser: string;
}

export interface BatchRow {
  readonly row: number;
  readonly outcome: 'created' | 'updated' | 'paid';
  readonly studentId: string;
  readonly entryId: string | null;
  readonly alike: Buffer | null;
  readonly change: object;
}

/** Locks the school's imports until the transaction ends, so that one list at a time is recorded. */
export async function takeTurn(tx: Tx): Promise<void> {
  await tx.row(`SELECT pg_advisory_xact_lock(hashtextextended('import:' || $1, 0))`, [tx.schoolId]);
}

export async function insertBatch(tx: Tx, batch: Batch, rows: readonly BatchRow[]): Promise<void> {
  await tx.row(
    `INSERT INTO import_batches (school_id, id, kind, file_name, content_hash, rows, created, updated, skipped, left_out,
       amount, classes, by_user, file_hash) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      tx.schoolId,
      batch.id,
      batch.kind,
      batch.fileName,
      batch.contentHash,
      batch.rows,
      batch.created,
      batch.updated,
      batch.skipped,
      batch.leftOut,
      batch.amount,
      batch.classes,
      batch.byUser,
      batch.fileHash,
    ],
  );
  await tx.rows(
    `INSERT INTO import_rows (school_id, batch_id, row, outcome, student_id, entry_id, alike, change)
     SELECT $1, $2, * FROM unnest($3::int[], $4::text[], $5::uuid[], $6::uuid[], $7::bytea[], $8::jsonb[])`,
    [
      tx.schoolId,
      batch.id,
      rows.map(({ row }) => row),
      rows.map(({ outcome }) => outcome),
      rows.map(({ studentId }) => studentId),
      rows.map(({ entryId }) => entryId),
      rows.map(({ alike }) => alike),
      rows.map(({ change }) => JSON.stringify(change)),
    ],
  );
}

/**
 * Finds payments that look like those of another list of the last seven days, or of the seven days before `since`; returns that list's
 * file name by digest.
 */
export async function findAlike(tx: ReadTx, alike: readonly Buffer[], since?: Date): Promise<Map<string, string>> {
  const rows = await tx.rows<{ alike: Buffer; fileName: string }>(
    `SELECT r.alike, min(b.file_name) AS "fileName" FROM import_rows r
     JOIN import_batches b ON b.school_id = r.school_id AND b.id = r.batch_id
     WHERE r.school_id = $1 AND r.alike = ANY($2) AND b.undone_at IS NULL
       AND b.at > least(clock_timestamp(), $3::timestamptz) - interval '7 days'
       AND NOT EXISTS (SELECT 1 FROM journal_entries m WHERE m.school_id = r.school_id AND m.reverses = r.entry_id)
     GROUP BY r.alike`,
    [tx.schoolId, alike, since ?? null],
  );
  return new Map(rows.map((row) => [row.alike.toString('hex'), row.fileName]));
}

export interface LockedBatch {
  readonly kind: ImportKind;
  readonly fileName: string;
  readonly classes: readonly string[];
  readonly at: Date;
  readonly undone: boolean;
}

/** Returns the list with that id, with its row locked against a concurrent undo. */
export async function lockBatch(tx: Tx, id: string): Promise<LockedBatch | undefined> {
  return tx.row<LockedBatch>(
    `SELECT kind, file_name AS "fileName", classes, at, undone_at IS NOT NULL AS undone FROM import_batches
     WHERE school_id = $1 AND id = $2 FOR UPDATE`,
    [tx.schoolId, id],
  );
}

export async function readBatchRows<Change extends object>(
  tx: ReadTx,
  id: string,
): Promise<(Omit<BatchRow, 'alike'> & { readonly change: Change; readonly admissionNumber: string })[]> {
  return tx.rows(
    `SELECT r.row, r.outcome, r.student_id AS "studentId", r.entry_id AS "entryId", r.change,
            s.admission_number AS "admissionNumber"
     FROM import_rows r JOIN students s ON s.school_id = r.school_id AND s.id = r.student_id
     WHERE r.school_id = $1 AND r.batch_id = $2 AND s.erased_at IS NULL ORDER BY r.row`,
    [tx.schoolId, id],
  );
}

export async function markUndone(tx: Tx, id: string, userId: string): Promise<void> {
  await tx.row(
    'UPDATE import_batches SET undone_at = clock_timestamp(), undone_by = $3 WHERE school_id = $1 AND id = $2',
    [tx.schoolId, id, userId],
  );
}
