import type { Tx } from '../../platform/database/database.ts';
import type { Erasee } from '../students/index.ts';

/** Removes findings that name a student; the next check of the books finds them anew, under the pseudonym. */
export async function eraseFindings(tx: Tx, { names }: Erasee): Promise<void> {
  await tx.row(
    'DELETE FROM book_findings WHERE school_id = $1 AND strpos(finding::text, to_json($2::text)::text) > 0',
    [tx.schoolId, names],
  );
}
