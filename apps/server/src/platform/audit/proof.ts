import type { Keys } from '../crypto/keys.ts';
import type { Prove } from '../database/database.ts';
import type { SealedEvent } from './chain.ts';

/** Returns the function that computes proofs of audit rows with the installation's keys. */
export function proverOf(keys: Pick<Keys, 'digest'>): Prove {
  return (said) => keys.digest('audit-row', said);
}

/** Fields of an audit row that its proof covers: all but the time, which the database sets. */
export type Said = Pick<
  SealedEvent,
  'id' | 'actor_id' | 'action' | 'subject_kind' | 'subject_id' | 'detail' | 'request_id'
>;

/**
 * Returns the text that the proof is computed over. The detail is parsed and its fields are sorted, because PostgreSQL stores the
 * fields of jsonb in an order of its own.
 */
export function saidIn(schoolId: string, row: Said): string {
  const { id, actor_id: actor, action, subject_kind: kind, subject_id: subject, detail, request_id: request } = row;
  return JSON.stringify([schoolId, id, actor, action, kind, subject, inOrder(JSON.parse(detail)), request]);
}

/** Returns true when the row carries a valid proof. A row that was redacted before it was sealed has the new proof in `mac`. */
export function isProven(
  prove: Prove,
  schoolId: string,
  row: Said & { readonly proof: Buffer | null; readonly mac: Buffer | null },
): boolean {
  const right = prove(saidIn(schoolId, row));
  return right.equals(row.proof ?? Buffer.alloc(0)) || right.equals(row.mac ?? Buffer.alloc(0));
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return entries.map(([name, inner]) => [name, inOrder(inner)]);
}
