import { createHash } from 'node:crypto';
import type { ProblemBody } from '@mfuko/contract/problem';
import type { Tx } from '../database.ts';
import type { Keys } from '../keys.ts';
import { Refusal } from '../refusal.ts';

/** What seals answers at rest: some hold what is shown once and stored nowhere else, such as a school's token. */
export type Sealer = Pick<Keys, 'seal' | 'open' | 'digest'>;

/** What a request was answered, as it went over the wire. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: unknown;
  /** It comes from the store: it goes out as it went out then, whatever has become of the call's schema since. */
  readonly repeated?: true;
}

/** Thrown inside a recording transaction to leave it: the key has been answered already. */
export class AlreadyAnswered extends Error {
  override readonly name = 'AlreadyAnswered';
  readonly answer: StoredAnswer;
  constructor(answer: StoredAnswer) {
    super('The key has been answered already.');
    this.answer = answer;
  }
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

/** The stored answer of a key, or null where it has not been used in the last 30 days. Throws where the input differs. */
export async function findAnswer(tx: Tx, sealer: Sealer, key: string, inputHash: Buffer): Promise<StoredAnswer | null> {
  const found = await tx.row<{ input_hash: Buffer; status: number; answer: string }>(
    `SELECT input_hash, status, answer FROM idempotency_keys
     WHERE school_id = $1 AND key = $2 AND created_at > now() - interval '30 days'`,
    [tx.schoolId, key],
  );
  if (!found) return null;
  if (!found.input_hash.equals(inputHash)) {
    throw new Refusal('idempotency.other-input', 'This Idempotency-Key was used with other input.');
  }
  const answer = sealer.open(contextOf(tx, key), Buffer.from(found.answer, 'base64'));
  return { status: found.status, body: JSON.parse(answer.toString('utf8')), repeated: true };
}

function contextOf(tx: Tx, key: string): string {
  return `answer:${tx.schoolId}:${key}`;
}

/**
 * Takes the key for this transaction. A second request with the same key waits here until the first one ends, and then
 * finds its answer. Throws AlreadyAnswered where there is one.
 */
export async function takeKey(tx: Tx, sealer: Sealer, key: string, inputHash: Buffer): Promise<void> {
  const taken = await tx.row(
    `INSERT INTO idempotency_keys (school_id, key, input_hash, status, answer) VALUES ($1, $2, $3, 0, '')
     ON CONFLICT (school_id, key) DO UPDATE SET input_hash = $3, status = 0, answer = '', created_at = now()
       WHERE idempotency_keys.created_at <= now() - interval '30 days'
     RETURNING 1 AS taken`,
    [tx.schoolId, key, inputHash],
  );
  if (taken) return;
  const answer = await findAnswer(tx, sealer, key, inputHash);
  if (answer) throw new AlreadyAnswered(answer);
}

/** Stores the answer with its key, in the transaction that did the work. */
export async function storeAnswer(tx: Tx, sealer: Sealer, key: string, answer: StoredAnswer): Promise<void> {
  await tx.row('UPDATE idempotency_keys SET status = $3, answer = $4 WHERE school_id = $1 AND key = $2', [
    tx.schoolId,
    key,
    answer.status,
    sealAnswer(tx, sealer, key, answer),
  ]);
}

/** One answer among many, and the key that it is stored with. */
export interface KeyedAnswer {
  readonly key: string;
  readonly inputHash: Buffer;
  readonly answer: StoredAnswer;
}

/**
 * Takes keys and stores their answers in one. Fails as a whole where one of the keys has come up meanwhile. Need not be
 * waited for where nothing follows it but the COMMIT.
 */
export function storeAnswers(tx: Tx, sealer: Sealer, answered: readonly KeyedAnswer[]): Promise<unknown> {
  return tx.prepared(
    'store-answers',
    // In the order of the keys, so that of two servers with the same ones none waits for the other in a circle.
    `INSERT INTO idempotency_keys (school_id, key, input_hash, status, answer)
     SELECT $1, key, input_hash, status, answer
     FROM unnest($2::text[], $3::bytea[], $4::int[], $5::text[]) AS answered (key, input_hash, status, answer)
     ORDER BY key`,
    [
      tx.schoolId,
      answered.map(({ key }) => key),
      answered.map(({ inputHash }) => inputHash),
      answered.map(({ answer }) => answer.status),
      answered.map(({ key, answer }) => sealAnswer(tx, sealer, key, answer)),
    ],
  );
}

function sealAnswer(tx: Tx, sealer: Sealer, key: string, { body }: StoredAnswer): string {
  return sealer.seal(contextOf(tx, key), Buffer.from(JSON.stringify(body))).toString('base64');
}

/** Stores a refusal under its key, so that a repeat is refused alike. */
export async function storeRefusal(
  tx: Tx,
  sealer: Sealer,
  key: string,
  inputHash: Buffer,
  status: number,
  body: ProblemBody,
): Promise<void> {
  await takeKey(tx, sealer, key, inputHash);
  await storeAnswer(tx, sealer, key, { status, body });
}
