import type { Writable } from 'node:stream';
import pg from 'pg';
import { openFairSemaphore } from '../process/fair-semaphore.ts';
import { type Listener, listen } from './listen.ts';

/** The school of what belongs to the platform itself: its Admins, its own keys and audit rows. */
export const PLATFORM_SCHOOL = '00000000-0000-0000-0000-000000000000';

const AS_PLATFORM = `; SET LOCAL app.scope = 'platform'`;
/** Longest statement, wait for a lock and pause within a transaction, in milliseconds; days and hours are those of UTC. */
const LIMITS = {
  statement_timeout: 5_000,
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 10_000,
  timezone: 'UTC',
} as const;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const READS = Symbol('reads');
const WRITES = Symbol('writes');

/** An open transaction inside one school: row-level security shows that school's rows and no others. It may be READ ONLY. */
export interface ReadTx {
  readonly [READS]: true;
  readonly schoolId: string;
  /** All rows of a statement; values are bound as $1, $2, … */
  rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The first row, if there is one. */
  row<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row | undefined>;
  /** Prepared once a connection under `name`, unless a pooler stands between; for the paths that run thousands of times. */
  prepared<Row extends object>(name: string, text: string, values: readonly unknown[]): Promise<Row[]>;
}

/** Makes a keyed digest over what a row of the audit trail says. */
export type Prove = (said: string) => Buffer;

/** An open transaction that may write. Whatever writes takes it as its first parameter, so that no read can call it. */
export interface Tx extends ReadTx {
  readonly [WRITES]: true;
  /** Proves the audit rows of this transaction; null where its pool was opened without keys. */
  readonly prove: Prove | null;
}

/** A statement that is prepared once a connection. */
export interface Prepared {
  readonly name: string;
  readonly text: string;
}

/** The way into the database. It offers transactions only, so that no statement runs without a school. */
export interface Db {
  /**
   * Runs `work` in one READ COMMITTED transaction of that school; commits where it returns, rolls back where it throws.
   * A last statement of `tx` that `work` does not wait for goes out together with the COMMIT, and where it fails all does. Behind COMMIT or ROLLBACK
   * `tx` sends nothing any more. With `lockTimeoutMs` its statements wait that long for a lock, in place of 3 s.
   */
  inSchool<T>(schoolId: string, work: (tx: Tx) => Promise<T>, limits?: { readonly lockTimeoutMs: number }): Promise<T>;
  /** The same for the platform's own work (schools, users, sessions), which may look across schools. */
  inPlatform<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Reads in one READ ONLY transaction of that school: PostgreSQL refuses whatever would write. */
  readSchool<T>(schoolId: string, work: (tx: ReadTx) => Promise<T>): Promise<T>;
  /** The same for the platform's own reading. */
  readPlatform<T>(work: (tx: ReadTx) => Promise<T>): Promise<T>;
  /** One reading statement in a transaction of the platform's own, in one round trip: for what every request asks. */
  askPlatform<Row extends object>(statement: Prepared, values: readonly unknown[]): Promise<Row[]>;
  /** Calls `onWake` with what is told on a channel (`pg_notify`); null: something may have been missed. */
  listen(channel: string, onWake: (payload: string | null) => void): Listener;
  /** Connections of the pool, and who waits for one. */
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

/** NoConnection: thrown where no connection came free in time. */
export class NoConnection extends Error {
  override readonly name = 'NoConnection';
}

/** The longest that anybody waits for a connection. */
const PATIENCE_MS = 5_000;

/**
 * Opens a pool as the application's role. Statements end after 5 s, waits for a lock after 3 s. One person has half of its connections at
 * most, so that whoever makes them wait stops nobody else. With `poolerUrl` transactions go by a pooler in transaction mode; what needs a
 * session (LISTEN) goes straight to the database all the same.
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
    // Statements go out at once and wait for their turn at the server, not here: BEGIN travels with what comes first.
    pipeline: true,
    ...way.session,
  });
  // A connection that dies is replaced at the next use; without a listener, idle or in the midst of a transaction, it
  // would end the process.
  pool.on('error', () => undefined);
  // The statement that was under way fails, and tells.
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

/** It travels with BEGIN: as a statement of its own it would cost as much as one that reads. */
function lockTimeout({ lockTimeoutMs }: { readonly lockTimeoutMs: number }): string {
  // SET takes no bound values.
  if (!Number.isSafeInteger(lockTimeoutMs)) throw new TypeError('A time limit must be whole milliseconds.');
  return `; SET LOCAL lock_timeout = ${lockTimeoutMs}`;
}

/** Way to the database: what a session keeps from one transaction to the next. */
interface Way {
  readonly session: { readonly options?: string };
  /** Follows BEGIN, where no session keeps the limits. */
  readonly limits: string;
  /** True if a statement that one transaction has prepared is there for the next. */
  readonly prepares: boolean;
}

const limits = Object.entries(LIMITS);
const STRAIGHT: Way = {
  session: { options: limits.map(([name, value]) => `-c ${name}=${value}`).join(' ') },
  limits: '',
  prepares: true,
};
/** A pooler hands each transaction whichever session is free, and takes no options at the start of one. */
const POOLED: Way = {
  session: {},
  limits: limits.map(([name, value]) => `; SET LOCAL ${name} = '${value}'`).join(''),
  prepares: false,
};

/** Access of a transaction: how it begins, and what it hands to its work. */
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

/** PostgreSQL's word for a statement of a transaction in which another one has failed. */
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
  if (!UUID.test(schoolId)) throw new TypeError('A school id must be a UUID.');
  const client = await pool.connect();
  const gather = gatherWrites(client);
  const unanswered = new Set<Promise<unknown>>();
  let over = false;
  /** The statement's that put the transaction in a state in which all others fail: what was begun ahead may hear of those first. */
  let cause: unknown;
  const send: Send = (query, read) => {
    // The connection may be somebody else's by now.
    if (over) return Promise.reject(new TypeError('The transaction is over.'));
    gather();
    const answer = client.query(query).then(read);
    const settled = () => void unanswered.delete(answer);
    unanswered.add(answer);
    // The sender hears of a failure; where nobody waits for it, the COMMIT does.
    answer.then(settled, (error: unknown) => {
      cause ??= error;
      settled();
    });
    return answer;
  };
  let broken: Error | undefined;
  try {
    // Not waited for: should it fail, the transaction is in no state to take what comes behind it.
    send({ text: `${begin}${way.limits}; SET LOCAL app.school_id = '${schoolId}'${scope}` }, () => undefined);
    const answer = await work(asTx(send, schoolId, way.prepares, prove));
    const last = [...unanswered];
    const committing = send({ text: 'COMMIT' }, ({ command }) => command);
    over = true;
    const [ended] = await Promise.all([committing, ...last]);
    // PostgreSQL takes the COMMIT of a transaction that has failed for a ROLLBACK, and does not call it an error.
    if (ended !== 'COMMIT') throw new TypeError('A statement failed, and its transaction went on.');
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
 * Gathers what is sent without waiting into one write to the socket: BEGIN and the first statement, the last one and COMMIT. A write costs this process
 * more than all that it does for the statement itself.
 */
function gatherWrites(client: pg.PoolClient): () => void {
  const { stream } = (client as pg.PoolClient & { readonly connection: { readonly stream: Writable } }).connection;
  let gathers = false;
  return () => {
    if (gathers) return;
    gathers = true;
    stream.cork();
    // Behind all promises that are settled by now, and so behind whatever they send.
    process.nextTick(() => {
      gathers = false;
      stream.uncork();
    });
  };
}

/**
 * A step that was begun ahead of its turn, so that what it sends goes out with what comes before it, and that is waited for later. Where it never comes to
 * that, because something before it failed, its own failure is nobody's.
 */
export function ahead<T>(step: Promise<T>): Promise<T> {
  // Its failure is told to whoever waits for it.
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

/** A transaction that a program of the command line holds as the owner of the database, inside one school. */
export interface OwnerTx extends Tx {
  /** Runs a statement for which the application's role has no right. */
  query(text: string, values: readonly unknown[]): Promise<void>;
}

/** The open transaction of a client, whose `app.school_id` is that school's. */
export function ownerTx(client: pg.Client, schoolId: string, prove: Prove | null = null): OwnerTx {
  const send: Send = (query, read) => client.query(query).then(read);
  return {
    ...WRITING.asTx(send, schoolId, false, prove),
    query: (text, values) => send({ text, values: [...values] }, () => undefined),
  };
}

/** Runs `work` in the same transaction, but inside another school: for an Admin's call that names one in its input. */
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
  if (!UUID.test(schoolId)) throw new TypeError('A school id must be a UUID.');
  await tx.row(`SET LOCAL app.school_id = '${schoolId}'`);
  // Inside a school nobody looks across schools, an Admin neither.
  await tx.row(`SET LOCAL app.scope = '${schoolId === PLATFORM_SCHOOL ? 'platform' : ''}'`);
}

/** PostgreSQL's code of an error, such as 23505 for a unique violation; undefined for errors of other origin. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** The unique index or constraint that a statement ran into, where that is what stopped it. */
export function violatedUnique(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === '23505' ? error.constraint : undefined;
}

/** Raised by `require_clock` where the clock cannot be right. */
const WRONG_CLOCK = 'MF503';

/** Clock fault for which the database stopped a statement; undefined for all other errors. */
export function clockFault(error: unknown): { message: string; detail: Record<string, unknown> } | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code !== WRONG_CLOCK) return undefined;
  return { message: error.message, detail: JSON.parse(error.detail ?? '{}') as Record<string, unknown> };
}

/** Violated check: what an error of that check has in its detail; undefined for all other errors. */
export function violatedCheck(error: unknown, check: string): string | undefined {
  return error instanceof pg.DatabaseError && error.code === '23514' && error.constraint === check
    ? (error.detail ?? '')
    : undefined;
}

/** Raised by `require_two_hands` where one person would act as two. */
const ONE_HAND = 'MF422';

/** Tie by which two accounts are in one hand, where that stopped a statement; undefined for all other errors. */
export function segregationFault(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === ONE_HAND ? (error.detail ?? '') : undefined;
}
