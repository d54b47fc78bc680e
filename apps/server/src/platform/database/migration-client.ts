import pg from 'pg';

/** Runs work on a dedicated connection, which is closed afterwards. Throws the errors of the database and of the work. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'mfuko migrations' });
  // A lost connection already fails the statement in progress, and the caller receives that error.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs work as the owner under a lock: other servers wait before they change roles, tables or functions of the database. */
export function withMigrationLock<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(ownerUrl, async (client) => {
    await client.query(`SELECT pg_advisory_lock(hashtext('mfuko: migrations'))`);
    return work(client);
  });
}
