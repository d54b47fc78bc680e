import type { InputOf } from '@mfuko/contract/endpoint';
import type { getImports, ImportRow } from '@mfuko/contract/imports';
import { toKes } from '@mfuko/contract/money';
import type { ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';

interface Listed extends Omit<ImportRow, 'amount' | 'date' | 'undoneAt'> {
  amount: bigint;
  date: Date;
  undoneAt: Date | null;
}

/** Lists the imported lists, newest first. */
export async function listImports(
  tx: ReadTx,
  query: InputOf<typeof getImports>,
  askedBy: string,
): Promise<Page<ImportRow>> {
  const page = await readPage<Listed>(tx, query, {
    sql: `SELECT b.id AS sysid, b.kind, b.file_name AS "fileName", b.rows, b.created, b.updated, b.skipped, b.left_out AS "leftOut",
                 EXISTS (SELECT 1 FROM import_left_out l WHERE l.school_id = b.school_id AND l.batch_id = b.id) AS "leftOutKept",
                 b.amount, COALESCE(u.first_name || ' ' || u.last_names, 'Platform') AS "by", b.by_user = $2 AS own, b.at AS date,
                 b.undone_at AS "undoneAt",
                 CASE WHEN b.undone_by IS NOT NULL THEN COALESCE(v.first_name || ' ' || v.last_names, 'Platform') END AS "undoneBy"
          FROM import_batches b
          LEFT JOIN users u ON u.school_id = b.school_id AND u.id = b.by_user
          LEFT JOIN users v ON v.school_id = b.school_id AND v.id = b.undone_by
          WHERE b.school_id = $1 AND ($3::text IS NULL OR b.kind = $3)`,
    values: [tx.schoolId, askedBy, query.kind ?? null],
    searched: ['fileName', 'by'],
    sort: '-date',
    tie: 'sysid',
  });
  return {
    total: page.total,
    rows: page.rows.map((row) => ({
      ...row,
      amount: toKes(row.amount),
      date: row.date.toISOString(),
      undoneAt: row.undoneAt?.toISOString() ?? null,
    })),
  };
}
