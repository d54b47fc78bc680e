import pg from 'pg';

/** Type parsers of the queue's pool: the queue writes its ids as JSON, so int8 stays text; elsewhere int8 is a bigint. */
export const queueTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 ? (text: string) => text : pg.types.getTypeParser(oid, format as 'text'),
};

/** SQLSTATE on which graphile-worker retries: after 3 s at first, 2 min at most, a hundred times. */
const CANNOT_CONNECT_NOW = '57P03';
/** Classes of SQLSTATE that a retry would meet again: invalid values, violated constraints, wrong statements. */
const NEVER_PASSES = /^(22|23|42)/;

/**
 * Opens the connection pool of the job queue. graphile-worker completes and fails jobs without awaiting the result; a statement that a
 * database crash or a full disk interrupts would become an unhandled rejection, and its job would stay locked by a live worker.
 * graphile-worker retries on a few error codes only, so every temporary failure is reported with one of them.
 */
export function openQueuePool(ownerUrl: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 6, application_name: 'mfuko worker', types: queueTypes });
  // Without listeners, a connection that dies would end the process, whether idle or in use.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    // A lost connection already fails the statement in progress, and the caller receives that error.
    client.on('error', () => undefined);
    const query = client.query.bind(client) as (...given: readonly unknown[]) => unknown;
    client.query = ((...given: readonly unknown[]) => retryable(query(...given))) as typeof client.query;
  });
  const connect = pool.connect.bind(pool);
  pool.connect = ((listener?: Parameters<typeof pool.connect>[0]) => {
    if (listener) return connect(listener);
    // A stopped queue may still try to complete a job for a moment. That job is rescued at the next start.
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
