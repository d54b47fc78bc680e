import type { Writable } from 'node:stream';
import pg from 'pg';
import { openFairSemaphore } from '../process/fair-semaphore.ts';
import { type Listener, listen } from './listen.ts';

/** Pseudo school of the platform's own data: its Admins, keys and audit rows. */
export const PLATFORM_SCHOOL = '00000000-0000-0000-0000-000000000000';

const AS_PLATFORM = `; SET LOCAL app.scope = 'platform'`;
/** Session limits in milliseconds: statement, wait for a lock, idle time within a transaction. Dates are computed in UTC. */
const LIMITS = {
  statement_timeout: 5_000,
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 10_000,
  timezone: 'UTC',
} as const;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const READS = Symbol('reads');
const WRITES = Symbol('writes');

/** Open transaction inside one school: row-level security shows that school's rows and no others. The transaction may be READ ONLY. */
export interface ReadTx {
  readonly [READS]: true;
  readonly schoolId: string;
  /** Returns all rows of a statement; values are bound as $1, $2, … */
  rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Returns the first row, if there is one. */
  row<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row | undefined>;
  /**
   * Runs a statement that is prepared once per connection under `name`, unless a pooler is used; for statements that run thousands of
   * times.
   */
  prepared<Row extends object>(name: string, text: string, values: readonly unknown[]): Promise<Row[]>;
}

/** Computes the keyed digest that proves an audit row. */
export type Prove = (said: string) => Buffer;

/** Open transaction that may write. Every function that writes takes a Tx as its first parameter, so that no reader can call it. */
export interface Tx extends ReadTx {
  readonly [WRITES]: true;
  /** Proves the audit rows of this transaction; null when the pool was opened without keys. */
  readonly prove: Prove | null;
}

/** Statement that is prepared once per connection. */
export interface Prepared {
  readonly name: string;
  readonly text: string;
}

/** Access to the database. Only transactions are offered, so that no statement runs without a school. */
export interface Db {
  /**
   * Runs `work` in one READ COMMITTED transaction of that school; commits when it returns, rolls back when it throws. Statements that
   * `work` has sent but not awaited go out together with the COMMIT, and a failure of one fails the transaction. After COMMIT or
   * ROLLBACK, `tx` refuses further statements. `lockTimeoutMs` replaces the lock timeout of 3 s.
   */
  inSchool<T>(schoolId: string, work: (tx: Tx) => Promise<T>, limits?: { readonly lockTimeoutMs: number }): Promise<T>;
  /** Runs `work` like `inSchool`, for the platform's own data (schools, users, sessions), with access across schools. */
  inPlatform<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Reads in one READ ONLY transaction of that school: PostgreSQL refuses any write. */
  readSchool<T>(schoolId: string, work: (tx: ReadTx) => Promise<T>): Promise<T>;
  /** Reads like `readSchool`, for the platform's own data. */
  readPlatform<T>(work: (tx: ReadTx) => Promise<T>): Promise<T>;
  /** Runs one reading statement in a platform transaction of its own, in one round trip: for lookups that every request makes. */
  askPlatform<Row extends object>(statement: Prepared, values: readonly unknown[]): Promise<Row[]>;
  /** Calls `onWake` with each payload of a channel (`pg_notify`), and with null when notifications may have been missed. */
  listen(channel: string, onWake: (payload: string | null) => void): Listener;
  /** Returns the usage of the pool. */
  use(): PoolUse;
  close(): Promise<void>;
}

export interface PoolUse {
  readonly used: number;
  readonly idle: number;
  readonly most: number;
  readonly waiting: number;
}

pg.types.setTypeParser(pg.types.builtins.INT8, (text) => BigInt(text));

/** NoConnection: thrown when no connection became free in time. */
export class NoConnection extends Error {
  override readonly name = 'NoConnection';
}

/** Timeout of the wait for a connection. */
const PATIENCE_MS = 5_000;

/**
 * Opens a pool as the application's role. Statements time out after 5 s, lock waits after 3 s. One user gets at most half of the
 * connections, so that slow requests of one user do not block the others. With `poolerUrl`, transactions use a pooler in transaction
 * mode; LISTEN needs a session and always connects to the database directly.
 */
export function openDatabase(
  appUrl: string,
  connections = 10,
  poolerUrl: string | null = null,
  prove: Prove | null = null,
): Db {
  const way = poolerUrl === null ? STRAIGHT : POOLED;
  const pool = new pg.Pool({
    connectionString: poolerUrl ?? appUrl,
    max: connections,
    connectionTimeoutMillis: PATIENCE_MS,
    idleTimeoutMillis: 60_000,
    application_name: 'mfuko',
    // Statements are sent at once and queue at the server: BEGIN travels together with the first statement.
    pipeline: true,
    ...way.session,
  });
  // A connection that dies is replaced at the next use. Without a listener its error event would end the process, whether the
  // connection is idle or inside a transaction.
  pool.on('error', () => undefined);
  // A lost connection already fails the statement in progress, and the caller receives that error.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const turns = openFairSemaphore({ atOnce: connections, patienceMs: PATIENCE_MS, full: () => new NoConnection() });
  const inTurn: InTurn = (schoolId, scope, access, work) =>
    turns.take(() => transact(pool, { way, prove }, schoolId, scope, access, work));
  return {
    inSchool: async (schoolId, work, limits) => inTurn(schoolId, limits ? lockTimeout(limits) : '', WRITING, work),
    inPlatform: (work) => inTurn(PLATFORM_SCHOOL, AS_PLATFORM, WRITING, work),
    readSchool: (schoolId, work) => inTurn(schoolId, '', READING, work),
    readPlatform: (work) => inTurn(PLATFORM_SCHOOL, AS_PLATFORM, READING, work),
    async askPlatform<Row extends object>({ name, text }: Prepared, values: readonly unknown[]) {
      const asked = await inTurn(PLATFORM_SCHOOL, AS_PLATFORM, READING, async (tx) => ({
        rows: tx.prepared<Row>(name, text, values),
      }));
      return asked.rows;
    },
    listen: (channel, onWake) => listen(appUrl, channel, onWake),
    use: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      most: connections,
      waiting: turns.waiting() + pool.waitingCount,
    }),
    close: () => pool.end(),
  };
}

/** Returns the SET that is sent together with BEGIN: as a separate statement it would cost as much as a query. */
function lockTimeout({ lockTimeoutMs }: { readonly lockTimeoutMs: number }): string {
  // SET takes no bound values.
  if (!Number.isSafeInteger(lockTimeoutMs))
    throw new TypeError('The lock timeout is not a whole number of milliseconds.');
  return `; SET LOCAL lock_timeout = ${lockTimeoutMs}`;
}

/** Properties of the connection that determine what a session keeps between transactions. */
interface Way {
  readonly session: { readonly options?: string };
  /** SQL that follows BEGIN where the session cannot keep the limits. */
  readonly limits: string;
  /** True if a statement that one transaction has prepared is available to the next. */
  readonly prepares: boolean;
}

const limits = Object.entries(LIMITS);
const STRAIGHT: Way = {
  session: { options: limits.map(([name, value]) => `-c ${name}=${value}`).join(' ') },
  limits: '',
  prepares: true,
};
/** A pooler assigns each transaction any free session, and accepts no options at the start of a session. */
const POOLED: Way = {
  session: {},
  limits: limits.map(([name, value]) => `; SET LOCAL ${name} = '${value}'`).join(''),
  prepares: false,
};

/** Access mode of a transaction: its BEGIN, and the object that it passes to its work. */
interface Access<AnyTx> {
  readonly begin: string;
  readonly asTx: (send: Send, schoolId: string, prepares: boolean, prove: Prove | null) => AnyTx;
}

type InTurn = <T, AnyTx>(
  schoolId: string,
  scope: string,
  access: Access<AnyTx>,
  work: (tx: AnyTx) => Promise<T>,
) => Promise<T>;

/** SQLSTATE of a statement in a transaction in which an earlier statement has failed. */
const FAILED_BEFORE = '25P02';

const READING: Access<ReadTx> = { begin: 'BEGIN READ ONLY', asTx: asReadTx };
const WRITING: Access<Tx> = {
  begin: 'BEGIN',
  asTx: (send, schoolId, prepares, prove) => ({ ...asReadTx(send, schoolId, prepares), [WRITES]: true, prove }),
};

async function transact<T, AnyTx>(
  pool: pg.Pool,
  { way, prove }: { readonly way: Way; readonly prove: Prove | null },
  schoolId: string,
  scope: string,
  { begin, asTx }: Access<AnyTx>,
  work: (tx: AnyTx) => Promise<T>,
): Promise<T> {
  // SET takes no bound values, so the id is checked before it becomes part of the statement.
  if (!UUID.test(schoolId)) throw new TypeError('The school id is not a UUID.');
  const client = await pool.connect();
  const gather = gatherWrites(client);
  const unanswered = new Set<Promise<unknown>>();
  let over = false;
  /** Error of the first statement that failed. Pipelined statements then fail with 25P02, which the caller may receive first. */
  let cause: unknown;
  const send: Send = (query, read) => {
    // The connection may already be in use by another transaction.
    if (over) return Promise.reject(new TypeError('The transaction has ended.'));
    gather();
    const answer = client.query(query).then(read);
    const settled = () => void unanswered.delete(answer);
    unanswered.add(answer);
    // The sender receives a failure; where nobody awaits the statement, the COMMIT reports it.
    answer.then(settled, (error: unknown) => {
      cause ??= error;
      settled();
    });
    return answer;
  };
  let broken: Error | undefined;
  try {
    // Not awaited: if BEGIN fails, the statements behind it fail too.
    send({ text: `${begin}${way.limits}; SET LOCAL app.school_id = '${schoolId}'${scope}` }, () => undefined);
    const answer = await work(asTx(send, schoolId, way.prepares, prove));
    const last = [...unanswered];
    const committing = send({ text: 'COMMIT' }, ({ command }) => command);
    over = true;
    const [ended] = await Promise.all([committing, ...last]);
    // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK, and does not report an error.
    if (ended !== 'COMMIT')
      throw new TypeError('PostgreSQL rolled the transaction back: one of its statements had failed.');
    return answer;
  } catch (error) {
    over = true;
    await client.query('ROLLBACK').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw sqlState(error) === FAILED_BEFORE ? cause : error;
  } finally {
    client.release(broken);
  }
}

/**
 * Combines statements that are sent without waiting into one write to the socket: BEGIN with the first statement, the last statement
 * with COMMIT. A write costs this process more than all its other work for a statement.
 */
function gatherWrites(client: pg.PoolClient): () => void {
  const { stream } = (client as pg.PoolClient & { readonly connection: { readonly stream: Writable } }).connection;
  let gathers = false;
  return () => {
    if (gathers) return;
    gathers = true;
    stream.cork();
    // Runs after all settled promises, and so after the statements that their callbacks send.
    process.nextTick(() => {
      gathers = false;
      stream.uncork();
    });
  };
}

/**
 * Marks a step that was started early, so that its statements are pipelined with those before it, and that is awaited later. Where an
 * earlier step fails and this one is never awaited, its own rejection is ignored.
 */
export function ahead<T>(step: Promise<T>): Promise<T> {
  // A rejection reaches the code that awaits the step.
  step.catch(() => undefined);
  return step;
}

type Send = <T>(query: pg.QueryConfig, read: (result: pg.QueryResult) => T) => Promise<T>;

function asReadTx(send: Send, schoolId: string, prepares: boolean): ReadTx {
  return {
    [READS]: true,
    schoolId,
    rows: <Row extends object>(text: string, values: readonly unknown[] = []) =>
      send({ text, values: [...values] }, ({ rows }) => rows as Row[]),
    row: <Row extends object>(text: string, values: readonly unknown[] = []) =>
      send({ text, values: [...values] }, ({ rows }) => rows[0] as Row | undefined),
    prepared: <Row extends object>(name: string, text: string, values: readonly unknown[]) =>
      send({ ...(prepares ? { name } : {}), text, values: [...values] }, ({ rows }) => rows as Row[]),
  };
}

/** Transaction that a command-line program holds inside one school, as the owner of the database. */
export interface OwnerTx extends Tx {
  /** Runs a statement that the application's role is not allowed to run. */
  query(text: string, values: readonly unknown[]): Promise<void>;
}

/** Wraps the open transaction of a client, whose `app.school_id` must be that school's. */
export function ownerTx(client: pg.Client, schoolId: string, prove: Prove | null = null): OwnerTx {
  const send: Send = (query, read) => client.query(query).then(read);
  return {
    ...WRITING.asTx(send, schoolId, false, prove),
    query: (text, values) => send({ text, values: [...values] }, () => undefined),
  };
}

/** Runs `work` in the same transaction but inside another school: for an Admin's call that names a school in its input. */
export async function inSchoolOf<T, AnyTx extends ReadTx>(
  tx: AnyTx,
  schoolId: string,
  work: (tx: AnyTx) => Promise<T>,
): Promise<T> {
  if (schoolId === tx.schoolId) return work(tx);
  await enterSchool(tx, schoolId);
  const answer = await work({ ...tx, schoolId });
  await enterSchool(tx, tx.schoolId);
  return answer;
}

async function enterSchool(tx: ReadTx, schoolId: string): Promise<void> {
  // SET takes no bound values, so the id is checked before it becomes part of the statement.
  if (!UUID.test(schoolId)) throw new TypeError('The school id is not a UUID.');
  await tx.row(`SET LOCAL app.school_id = '${schoolId}'`);
  // Removes the platform scope: inside a school even an Admin sees no other school's rows.
  await tx.row(`SET LOCAL app.scope = '${schoolId === PLATFORM_SCHOOL ? 'platform' : ''}'`);
}

/** Returns PostgreSQL's code of an error, such as 23505 for a unique violation; undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** Returns the name of the violated unique index or constraint; undefined for all other errors. */
export function violatedUnique(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === '23505' ? error.constraint : undefined;
}

/** SQLSTATE that `require_clock` raises when the clock cannot be right. */
const WRONG_CLOCK = 'MF503';

/** Returns the clock fault for which the database stopped a statement; undefined for all other errors. */
export function clockFault(error: unknown): { message: string; detail: Record<string, unknown> } | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code !== WRONG_CLOCK) return undefined;
  return { message: error.message, detail: JSON.parse(error.detail ?? '{}') as Record<string, unknown> };
}

/** Returns the detail of an error that the named check constraint raised; undefined for all other errors. */
export function violatedCheck(error: unknown, check: string): string | undefined {
  return error instanceof pg.DatabaseError && error.code === '23514' && error.constraint === check
    ? (error.detail ?? '')
    : undefined;
}

/** SQLSTATE that `require_two_hands` raises when one person would act as two. */
const ONE_HAND = 'MF422';

/** Returns the tie between two accounts of one person that stopped a statement; undefined for all other errors. */
export function segregationFault(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === ONE_HAND ? (error.detail ?? '') : undefined;
}
