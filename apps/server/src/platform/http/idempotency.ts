import { createHash } from 'node:crypto';
import type { Keys } from '../crypto/keys.ts';
import type { SealedTable } from '../crypto/sealed-table.ts';
import type { ReadTx, Tx } from '../database/database.ts';
import { outcomeOf, Refusal } from './refusal.ts';

/** Seals stored answers: some contain a value that is shown once and stored nowhere else in plaintext, such as a school's token. */
export type Sealer = Pick<Keys, 'seal' | 'open' | 'digest'>;

/** Idempotency key of a request: its user, its call, and a digest of its input. */
export interface Key {
  readonly text: string;
  /** Path of the call. */
  readonly call: string;
  readonly inputHash: Buffer;
  readonly userId: string;
}

/** Status of a key whose attempt was closed before it recorded anything: nothing will be recorded under the key. */
const VOID = 0;

/** Lock timeout that is longer than a request may hold its key, so that closing an attempt waits for the end of that attempt. */
const CLOSING_WAIT = `SELECT set_config('lock_timeout', '10s', true), set_config('statement_timeout', '11s', true)`;

/** Stored answer of a request, as it was sent. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: unknown;
  /** True for an answer read from the store. It is sent unchanged, even where the call's schema has changed since. */
  readonly repeated?: true;
}

/** AlreadyAnswered: thrown to leave a recording transaction whose key has an answer already. */
export class AlreadyAnswered extends Error {
  override readonly name = 'AlreadyAnswered';
  readonly answer: StoredAnswer;
  constructor(answer: StoredAnswer) {
    super('The key has been answered already.');
    this.answer = answer;
  }
}

/**
 * Rethrows AlreadyAnswered and swallows all other errors: a wrong proof counts even where its key could not be looked up. Otherwise an
 * attacker who makes the lookup fail could guess without being charged.
 */
export function throwOnlyAnswer(error: unknown): void {
  if (error instanceof AlreadyAnswered) throw error;
}

/**
 * StillUnderWay: thrown before any effect where the same call is in progress under its key, so that its answer is unknown. The call is
 * retried until the answer is known, and gets server.busy when that takes too long.
 */
export class StillUnderWay extends Refusal {
  override readonly name = 'StillUnderWay';
  constructor() {
    super('server.busy', 'This very call is still under way. Please ask again in a moment.', { retryAfter: 2 });
  }
}

/** Returns an id that a call shares with its repeats and with no other call: a hash of its key, user, path and input. */
export function attemptOf({ text, inputHash }: Key): string {
  return createHash('sha256').update(inputHash).update(text).digest('hex').slice(0, 32);
}

/** Returns the id of a further try within an attempt. */
export function tryOf(attempt: string, place: number): string {
  return createHash('sha256').update(`${attempt}:${place}`).digest('hex').slice(0, 32);
}

/**
 * Returns a digest of user, call and input; the same key with another digest is a conflict. The digest is keyed: inputs contain PINs
 * and passwords, which could be guessed from a plain hash in a copy of the database.
 */
export function hashInput(sealer: Sealer, userId: string, path: string, input: unknown): Buffer {
  return sealer.digest('idempotent-input', `${userId}\n${path}\n${canonical(input)}`);
}

function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_key, inner: unknown) => {
      if (typeof inner === 'bigint') return `${inner}n`;
      if (inner instanceof Uint8Array) return createHash('sha256').update(inner).digest('hex');
      if (inner !== null && typeof inner === 'object' && !Array.isArray(inner)) {
        return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
      }
      return inner;
    }) ?? 'null'
  );
}

/**
 * Returns the stored answer of a key; null where the key was not used in the last 30 days. Throws idempotency.other-input where the
 * input differs, idempotency.void where the attempt was closed.
 */
export async function findAnswer(
  tx: ReadTx,
  sealer: Sealer,
  { text: key, inputHash }: Key,
): Promise<StoredAnswer | null> {
  const [found] = await tx.prepared<{ input_hash: Buffer; status: number; answer: string }>(
    'find-answer',
    `SELECT input_hash, status, answer FROM idempotency_keys
     WHERE school_id = $1 AND key = $2 AND created_at > now() - interval '30 days'`,
    [tx.schoolId, key],
  );
  if (!found) return null;
  if (found.status === VOID)
    throw new Refusal('idempotency.void', 'This attempt was cancelled before anything was recorded. Please try again.');
  if (!found.input_hash.equals(inputHash)) {
    throw new Refusal('idempotency.other-input', 'This Idempotency-Key was used with other input.');
  }
  return { status: found.status, body: openAnswer(tx, sealer, key, found.answer), repeated: true };
}

/** Returns the stored answer of a key with the same input; null for a void key, and for a key used with another input. */
export async function findRepeated(tx: ReadTx, sealer: Sealer, key: Key): Promise<StoredAnswer | null> {
  const found = await outcomeOf(() => findAnswer(tx, sealer, key));
  return 'refusal' in found ? null : found.value;
}

function openAnswer(tx: ReadTx, sealer: Sealer, key: string, answer: string): unknown {
  return JSON.parse(sealer.open(contextOf(tx, key), Buffer.from(answer, 'base64')).toString('utf8'));
}

function contextOf({ schoolId }: Pick<ReadTx, 'schoolId'>, key: string): string {
  return `answer:${schoolId}:${key}`;
}

/** Sealed column of the stored answers. */
export const SEALED_ANSWERS: SealedTable = {
  table: 'idempotency_keys',
  under: 'platform',
  key: ['school_id', 'key'],
  columns: ['answer'],
  base64: true,
  context: ({ school_id: schoolId = '', key = '' }) => contextOf({ schoolId }, key),
};

/**
 * Claims the key for this transaction. A second request with the same key blocks here until the first one ends, and then finds its
 * answer. Throws AlreadyAnswered where there is one.
 */
export async function claimKey(tx: Tx, sealer: Sealer, key: Key): Promise<void> {
  if (await insertKey(tx, key)) return;
  const answer = await findAnswer(tx, sealer, key);
  if (answer) throw new AlreadyAnswered(answer);
}

/** Inserts a key without an answer; returns false where the key exists. Waits for a transaction that is inserting the same key. */
async function insertKey(tx: Tx, { text, call, inputHash, userId }: Key): Promise<boolean> {
  const inserted = await tx.prepared(
    'claim-key',
    `INSERT INTO idempotency_keys (school_id, key, input_hash, status, answer, user_id, call) VALUES ($1, $2, $3, 0, '', $4, $5)
     ON CONFLICT (school_id, key) DO UPDATE SET input_hash = $3, status = 0, answer = '', user_id = $4, call = $5, created_at = now()
       WHERE idempotency_keys.created_at <= now() - interval '30 days'
     RETURNING 1 AS inserted`,
    [tx.schoolId, text, inputHash, userId, call],
  );
  return inserted.length > 0;
}

/** Outcome of a closed attempt: its answer, or the promise that nothing was and nothing will be recorded. */
export type AttemptEnd =
  | { readonly outcome: 'recorded'; readonly answer?: unknown }
  | { readonly outcome: 'refused'; readonly answer: unknown }
  | { readonly outcome: 'void' };

/**
 * Closes an attempt of the user. Waits at most 10 s for a transaction that is recording under the key; where nothing was recorded, the
 * key becomes void. Another user's key is reported as void, since nothing of this user is recorded under it. The answer of a recorded
 * call is returned only where `mayHear` permits its call.
 */
export async function closeKey(
  tx: Tx,
  sealer: Sealer,
  key: Key,
  mayHear: (call: string) => boolean = () => true,
): Promise<AttemptEnd> {
  await tx.row(CLOSING_WAIT);
  const ended = () =>
    tx.row<{ status: number; answer: string; mine: boolean; call: string | null }>(
      `SELECT status, answer, call, (user_id = $3 OR user_id IS NULL) AS mine FROM idempotency_keys
       WHERE school_id = $1 AND key = $2 AND created_at > now() - interval '30 days'`,
      [tx.schoolId, key.text, key.userId],
    );
  // Reads first, so that closing an attempt again writes nothing.
  let found = await ended();
  if (!found && (await insertKey(tx, key))) return { outcome: 'void' };
  found ??= await ended();
  if (!found?.mine || found.status === VOID) return { outcome: 'void' };
  const recorded = found.status === 200;
  if (recorded && found.call !== null && !mayHear(found.call)) return { outcome: 'recorded' };
  return {
    outcome: recorded ? 'recorded' : 'refused',
    answer: openAnswer(tx, sealer, key.text, found.answer),
  };
}

/**
 * Stores the answer with its key, in the transaction that did the work. The promise need not be awaited where only the COMMIT follows.
 */
export function storeAnswer(tx: Tx, sealer: Sealer, key: string, answer: StoredAnswer): Promise<unknown> {
  return tx.prepared(
    'store-answer',
    'UPDATE idempotency_keys SET status = $3, answer = $4 WHERE school_id = $1 AND key = $2',
    [tx.schoolId, key, answer.status, sealAnswer(tx, sealer, key, answer)],
  );
}

/** Answer of one call in a batch, with its key. */
export interface KeyedAnswer {
  readonly key: Key;
  readonly answer: StoredAnswer;
}

/**
 * Inserts keys together with their answers. Fails as a whole where one of the keys exists by now. The promise need not be awaited where
 * only the COMMIT follows.
 */
export function storeAnswers(tx: Tx, sealer: Sealer, answered: readonly KeyedAnswer[]): Promise<unknown> {
  const [one] = answered;
  if (one && answered.length === 1) return storeNewAnswer(tx, sealer, one);
  return tx.prepared(
    'store-answers',
    // Sorted by key, so that two servers that insert the same keys do not deadlock.
    `INSERT INTO idempotency_keys (school_id, key, input_hash, status, answer, user_id, call)
     SELECT $1, key, input_hash, status, answer, user_id, call
     FROM unnest($2::text[], $3::bytea[], $4::int[], $5::text[], $6::uuid[], $7::text[])
       AS answered (key, input_hash, status, answer, user_id, call)
     ORDER BY key`,
    [
      tx.schoolId,
      answered.map(({ key }) => key.text),
      answered.map(({ key }) => key.inputHash),
      answered.map(({ answer }) => answer.status),
      answered.map(({ key, answer }) => sealAnswer(tx, sealer, key.text, answer)),
      answered.map(({ key }) => key.userId),
      answered.map(({ key }) => key.call),
    ],
  );
}

/** Inserts a single key with its answer, without the cost of unnesting and sorting a list. */
function storeNewAnswer(tx: Tx, sealer: Sealer, { key, answer }: KeyedAnswer): Promise<unknown> {
  return tx.prepared(
    'store-new-answer',
    `INSERT INTO idempotency_keys (school_id, key, input_hash, status, answer, user_id, call) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      tx.schoolId,
      key.text,
      key.inputHash,
      answer.status,
      sealAnswer(tx, sealer, key.text, answer),
      key.userId,
      key.call,
    ],
  );
}

function sealAnswer(tx: ReadTx, sealer: Sealer, key: string, { body }: StoredAnswer): string {
  return sealer.seal(contextOf(tx, key), Buffer.from(JSON.stringify(body))).toString('base64');
}

/** Deletes answers that are older than 30 days. */
export async function dropOldAnswers(tx: Tx): Promise<void> {
  await tx.row(`DELETE FROM idempotency_keys WHERE school_id = $1 AND created_at < now() - interval '30 days'`, [
    tx.schoolId,
  ]);
}

const ANSWERS_AT_ONCE = 2_000;

/**
 * Voids the school's keys whose stored answer, as JSON, concerns a person, and deletes those answers: a repeat is refused instead of
 * being recorded a second time.
 */
export async function voidAnswersAbout(tx: Tx, sealer: Sealer, isAbout: (answer: string) => boolean): Promise<void> {
  let after = '';
  for (let more = true; more; ) {
    const page = await tx.rows<{ key: string; answer: string }>(
      `SELECT key, answer FROM idempotency_keys WHERE school_id = $1 AND key > $2 AND status <> $3 ORDER BY key
       LIMIT ${ANSWERS_AT_ONCE}`,
      [tx.schoolId, after, VOID],
    );
    const about = page.filter(({ key, answer }) => isAbout(JSON.stringify(openAnswer(tx, sealer, key, answer))));
    await tx.row(
      `UPDATE idempotency_keys SET status = $3, answer = '' WHERE school_id = $1 AND key = ANY($2::text[])`,
      [tx.schoolId, about.map(({ key }) => key), VOID],
    );
    after = page.at(-1)?.key ?? '';
    more = page.length === ANSWERS_AT_ONCE;
  }
}
