import pg from 'pg';

/** Runs work on a connection of its own, which ends with it. Throws what the database or the work throws. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'mfuko migrations' });
  // The statement that was under way fails, and tells.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs work of the owner while no other server changes roles, tables or functions of the database: the others wait. */
export function withMigrationLock<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(ownerUrl, async (client) => {
    await client.query(`SELECT pg_advisory_lock(hashtext('mfuko: migrations'))`);
    return work(client);
  });
}
