import type { ReadTx } from '../../platform/database/database.ts';
import type { DepositPlan } from '../wallet/index.ts';

/** Row of an earlier import of the same list that was paid in. */
interface PaidRow {
  readonly row: number;
  readonly alike: Buffer | null;
  readonly fileName: string;
  /** True for the very same file; else another file with the same rows. */
  readonly isSameFile: boolean;
  /** True where the payment was reversed on its own. */
  readonly isReversed: boolean;
}

export interface KnownList {
  readonly rows: readonly PaidRow[];
  /** Time of the first import. */
  readonly since: Date;
}

/**
 * Finds earlier imports of the same file or of the same rows, and those of the same file as one of these, that were not undone. Returns
 * undefined where there is none.
 */
export async function findKnownList(
  tx: ReadTx,
  fileHash: Buffer,
  contentHashes: readonly Buffer[],
): Promise<KnownList | undefined> {
  const rows = await tx.rows<PaidRow & { at: Date }>(
    `WITH alike AS (
       SELECT file_hash FROM import_batches
       WHERE school_id = $1 AND undone_at IS NULL AND kind = 'deposits' AND content_hash = ANY($3) AND file_hash IS NOT NULL
     )
     SELECT r.row, r.alike, b.at, b.file_name AS "fileName", coalesce(b.file_hash = $2, false) AS "isSameFile",
            EXISTS (SELECT 1 FROM journal_entries m WHERE m.school_id = r.school_id AND m.reverses = r.entry_id) AS "isReversed"
     FROM import_batches b JOIN import_rows r ON r.school_id = b.school_id AND r.batch_id = b.id
     WHERE b.school_id = $1 AND b.undone_at IS NULL AND b.kind = 'deposits'
       AND (b.content_hash = ANY($3) OR b.file_hash = $2 OR b.file_hash IN (SELECT file_hash FROM alike))
     ORDER BY b.at`,
    [tx.schoolId, fileHash, contentHashes],
  );
  const [first] = rows;
  return first && { rows, since: first.at };
}

/** Rows of a list that was imported before, without those that were not paid in. */
interface Recognised {
  /** Rows that were paid in then. */
  readonly paid: ReadonlySet<number>;
  /** Rows that were paid in then but have been corrected since, with the name of the list that paid them in. */
  readonly changed: ReadonlyMap<number, string>;
}

/**
 * Finds the rows of a list that another import of it has paid in. In the same file a row is known by its number, so that it counts as paid
 * whatever its columns are mapped to; in another file with the same rows it is known by its contents.
 */
export function recognise(
  { readable, errors }: Pick<DepositPlan, 'readable' | 'errors'>,
  { rows }: KnownList,
  corrected: ReadonlySet<number>,
): Recognised {
  const inFile = new Map(rows.flatMap((row) => (row.isSameFile ? [[row.row, row]] : [])));
  const elsewhere = rows.filter(({ isSameFile }) => !isSameFile);
  const alike = new Set(elsewhere.flatMap((row) => row.alike?.toString('hex') ?? []));
  const numbers = new Set(elsewhere.map(({ row }) => row));
  const contents = new Map(readable.map((line) => [line.row, line.alike.toString('hex')]));
  const paid = new Set<number>();
  const changed = new Map<number, string>();
  for (const row of new Set([...contents.keys(), ...errors.map((error) => error.row)])) {
    const content = contents.get(row);
    const own = inFile.get(row);
    const isCorrected = corrected.has(row);
    if (own && (!isCorrected || own.alike?.toString('hex') === content)) paid.add(row);
    else if (own && !own.isReversed) changed.set(row, own.fileName);
    // Each payment counts for one row, the first that looks like it. A row whose student has left since is known by its number alone.
    else if (!own && (content === undefined ? numbers.has(row) && !isCorrected : alike.delete(content))) paid.add(row);
  }
  return { paid, changed };
}
