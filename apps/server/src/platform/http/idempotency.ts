import { createHash } from 'node:crypto';
import type { Keys } from '../crypto/keys.ts';
import type { SealedTable } from '../crypto/sealed-table.ts';
import type { ReadTx, Tx } from '../database/database.ts';
import { outcomeOf, Refusal } from './refusal.ts';

/**
 * Sealer: what seals answers at rest: some hold what is shown once and stored nowhere else, such as a school's token.
 */
export type Sealer = Pick<Keys, 'seal' | 'open' | 'digest'>;

/** Idempotency-Key of a request: who used it, for which call, and a digest of what it stands for. */
export interface Key {
  readonly text: string;
  /** Path of the call. */
  readonly call: string;
  readonly inputHash: Buffer;
  readonly userId: string;
}

/** Status of a key whose call was closed before it recorded anything: nothing is recorded under it any more. */
const VOID = 0;

/** Longer than a request may hold its key, so that closing an attempt waits for its end. */
const CLOSING_WAIT = `SELECT set_config('lock_timeout', '10s', true), set_config('statement_timeout', '11s', true)`;

/** Stored answer: what a request was answered, as it went over the wire. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: unknown;
  /** It comes from the store: it goes out as it went out then, whatever has become of the call's schema since. */
  readonly repeated?: true;
}

/** AlreadyAnswered: thrown inside a recording transaction to leave it: the key has been answered already. */
export class AlreadyAnswered extends Error {
  override readonly name = 'AlreadyAnswered';
  readonly answer: StoredAnswer;
  constructor(answer: StoredAnswer) {
    super('The key has been answered already.');
    this.answer = answer;
  }
}

/** Rethrows that the key has been answered, and nothing else: a wrong proof whose key could not be looked up is a wrong proof, or whoever makes the look-up fail guesses for nothing. */
export function throwOnlyAnswer(error: unknown): void {
  if (error instanceof AlreadyAnswered) throw error;
}

/**
 * Thrown before anything is done where the same call is under way under its key: its answer is not known yet. The call is made again until it is, and is
 * told server.busy where that takes too long.
 */
export class StillUnderWay extends Refusal {
  override readonly name = 'StillUnderWay';
  constructor() {
    super('server.busy', 'This very call is still under way. Please ask again in a moment.', { retryAfter: 2 });
  }
}

/** Id that a call has in common with its repeats, and with no other: of its key, who asks what, and with which input. */
export function attemptOf({ text, inputHash }: Key): string {
  return createHash('sha256').update(inputHash).update(text).digest('hex').slice(0, 32);
}

/** Id of a try that an attempt makes beside its first one. */
export function tryOf(attempt: string, place: number): string {
  return createHash('sha256').update(`${attempt}:${place}`).digest('hex').slice(0, 32);
}

/**
 * A digest over who asks what with which input; the same key with another one is a clash. Keyed: a PIN or password is
 * among the inputs, and would be guessed from a plain hash by whoever holds a copy of the database.
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
 * The stored answer of a key, or null where it has not been used in the last 30 days. Throws idempotency.other-input where the
 * input differs, idempotency.void where its attempt was closed.
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
    throw new Refusal('idempotency.void', 'This attempt was closed before it recorded anything. Please try again.');
  if (!found.input_hash.equals(inputHash)) {
    throw new Refusal('idempotency.other-input', 'This Idempotency-Key was used with other input.');
  }
  return { status: found.status, body: openAnswer(tx, sealer, key, found.answer), repeated: true };
}

/** The stored answer of a key to the very same input; null for a void key, and for one that was used with another input. */
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

/** Answers as they are sealed. */
export const SEALED_ANSWERS: SealedTable = {
  table: 'idempotency_keys',
  under: 'platform',
  key: ['school_id', 'key'],
  columns: ['answer'],
  base64: true,
  context: ({ school_id: schoolId = '', key = '' }) => contextOf({ schoolId }, key),
};

/**
 * Takes the key for this transaction. A second request with the same key waits here until the first one ends, and then
 * finds its answer. Throws AlreadyAnswered where there is one.
 */
export async function claimKey(tx: Tx, sealer: Sealer, key: Key): Promise<void> {
  if (await insertKey(tx, key)) return;
  const answer = await findAnswer(tx, sealer, key);
  if (answer) throw new AlreadyAnswered(answer);
}

/** Inserts a key without an answer; false where it is there. Waits for the transaction that is inserting it. */
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

/** End of an attempt: what was answered under its key, or that nothing was recorded and nothing will be. */
export type AttemptEnd =
  | { readonly outcome: 'recorded'; readonly answer?: unknown }
  | { readonly outcome: 'refused'; readonly answer: unknown }
  | { readonly outcome: 'void' };

/**
 * Ends an attempt of whoever asks. While a transaction is recording under the key it waits for it, at most 10 s; where nothing was
 * recorded the key is void from now on. The key of somebody else is void for whoever asks: nothing of theirs is under it. What was recorded comes along where
 * `mayHear` says so of the call that it was for.
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
  // Asked again it writes nothing.
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
 * Stores the answer with its key, in the transaction that did the work. Need not be waited for where nothing follows it but
 * the COMMIT.
 */
export function storeAnswer(tx: Tx, sealer: Sealer, key: string, answer: StoredAnswer): Promise<unknown> {
  return tx.prepared(
    'store-answer',
    'UPDATE idempotency_keys SET status = $3, answer = $4 WHERE school_id = $1 AND key = $2',
    [tx.schoolId, key, answer.status, sealAnswer(tx, sealer, key, answer)],
  );
}

/** One answer among many, and the key that it is stored with. */
export interface KeyedAnswer {
  readonly key: Key;
  readonly answer: StoredAnswer;
}

/**
 * Takes keys and stores their answers in one. Fails as a whole where one of the keys has come up meanwhile. Need not be
 * waited for where nothing follows it but the COMMIT.
 */
export function storeAnswers(tx: Tx, sealer: Sealer, answered: readonly KeyedAnswer[]): Promise<unknown> {
  const [one] = answered;
  if (one && answered.length === 1) return storeNewAnswer(tx, sealer, one);
  return tx.prepared(
    'store-answers',
    // In the order of the keys, so that of two servers with the same ones none waits for the other in a circle.
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

/** The same for one, without a list to lay out and to sort. */
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

/** Removes answers whose keys' 30 days are over. */
export async function dropOldAnswers(tx: Tx): Promise<void> {
  await tx.row(`DELETE FROM idempotency_keys WHERE school_id = $1 AND created_at < now() - interval '30 days'`, [
    tx.schoolId,
  ]);
}

const ANSWERS_AT_ONCE = 2_000;

/**
 * Voids the keys of the school whose stored answer, as JSON, is about somebody, and forgets the answers: a repeat is refused, and records
 * nothing a second time.
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
