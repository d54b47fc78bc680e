import pg from 'pg';
import type { TestServer } from './kit.ts';

/** Runs one statement as the owner of the database, inside one school, for operations that the application's role may not do. */
export async function asOwner<Row extends object>(
  { ownerUrl }: Pick<TestServer, 'ownerUrl'>,
  schoolId: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`SET app.school_id = '${schoolId}'`);
    return (await client.query(text, [...values])).rows as Row[];
  } finally {
    await client.end();
  }
}
