import pg from 'pg';

/** The queue writes its ids as JSON, so int8 stays text for it; everywhere else it is a bigint. */
export const queueTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 ? (text: string) => text : pg.types.getTypeParser(oid, format as 'text'),
};

/** The SQLSTATE that graphile-worker answers by trying again, after 3 s at first and 2 min at most, a hundred times. */
const CANNOT_CONNECT_NOW = '57P03';
/** Classes of SQLSTATE that a second try meets again: wrong values, broken constraints, wrong statements. */
const NEVER_PASSES = /^(22|23|42)/;

/**
 * Connection pool of the job queue. graphile-worker completes and fails jobs without waiting for the answer; a statement
 * that a database crash or a full disk cut off would be a rejection that nobody handles, and the job would stay locked by a
 * living worker. The queue tries again only on a few error codes, so every failure that can pass is told by one of them.
 */
export function openQueuePool(ownerUrl: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 6, application_name: 'mfuko worker', types: queueTypes });
  // Without listeners a connection that dies, idle or in use, ends the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    // The statement that was under way fails, and tells.
    client.on('error', () => undefined);
    const query = client.query.bind(client) as (...given: readonly unknown[]) => unknown;
    client.query = ((...given: readonly unknown[]) => retryable(query(...given))) as typeof client.query;
  });
  const connect = pool.connect.bind(pool);
  pool.connect = ((listener?: Parameters<typeof pool.connect>[0]) => {
    if (listener) return connect(listener);
    // The queue may still hold an answer back for a moment when it has been stopped. Its job is rescued by the next start.
    if (pool.ending) return new Promise<never>(() => undefined);
    return retryable(connect());
  }) as typeof pool.connect;
  return pool;
}

function retryable<T>(answer: T): T {
  if (!(answer instanceof Promise)) return answer;
  return answer.catch((error: Error & { code?: unknown }) => {
    const state = error instanceof pg.DatabaseError ? (error.code ?? '') : '';
    if (!NEVER_PASSES.test(state)) error.code = CANNOT_CONNECT_NOW;
    throw error;
  }) as T;
}
