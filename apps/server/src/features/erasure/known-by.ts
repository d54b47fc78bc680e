import type { ReadTx } from '../../platform/database/database.ts';
import type { Erasee } from '../students/index.ts';
import type { Shared } from './known-by.rules.ts';

/** Reads what others of the school are called too. */
export async function readShared(tx: ReadTx, { id, guardians }: Erasee): Promise<Shared> {
  const words = await tx.rows<{ word: string }>(
    `SELECT DISTINCT word FROM (
       SELECT names FROM students WHERE school_id = $1 AND id <> $2 AND erased_at IS NULL
       UNION ALL SELECT name FROM guardians WHERE school_id = $1 AND student_id <> $2
       UNION ALL SELECT concat_ws(' ', first_name, last_names) FROM users WHERE school_id = $1
     ) AS people, regexp_split_to_table(lower(names), '[[:space:],.]+') AS word`,
    [tx.schoolId, id],
  );
  const others = await tx.rows<{ name: string; phone: string }>(
    `SELECT name, mobile_number AS phone FROM guardians
     WHERE school_id = $1 AND student_id <> $2 AND (name = ANY($3::text[]) OR mobile_number = ANY($4::text[]))`,
    [tx.schoolId, id, guardians.map(({ name }) => name), guardians.map(({ phone }) => phone)],
  );
  return {
    words: new Set(words.map(({ word }) => word)),
    guardians: new Set(others.flatMap(({ name, phone }) => [name, phone])),
  };
}
