import { ownerPool } from './database.ts';
import type { TestServer } from './kit.ts';

/** Runs one statement as the owner of the database, inside one school, for operations that the application's role may not do. */
export async function asOwner<Row extends object>(
  { ownerUrl }: Pick<TestServer, 'ownerUrl'>,
  schoolId: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = await ownerPool(ownerUrl).connect();
  try {
    await client.query(`SELECT set_config('app.school_id', $1, false)`, [schoolId]);
    return (await client.query(text, [...values])).rows as Row[];
  } finally {
    client.release();
  }
}
