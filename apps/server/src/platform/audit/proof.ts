import type { Keys } from '../crypto/keys.ts';
import type { Prove } from '../database/database.ts';
import type { SealedEvent } from './chain.ts';

/** Makes the proofs of audit rows under an installation's keys. */
export function proverOf(keys: Pick<Keys, 'digest'>): Prove {
  return (said) => keys.digest('audit-row', said);
}

/** Row of the trail as its proof covers it: all but the moment, which is the database's. */
export type Said = Pick<
  SealedEvent,
  'id' | 'actor_id' | 'action' | 'subject_kind' | 'subject_id' | 'detail' | 'request_id'
>;

/** Text that is proven. The detail is read as JSON: PostgreSQL writes it in an order of its own. */
export function saidIn(schoolId: string, row: Said): string {
  const { id, actor_id: actor, action, subject_kind: kind, subject_id: subject, detail, request_id: request } = row;
  return JSON.stringify([schoolId, id, actor, action, kind, subject, inOrder(JSON.parse(detail)), request]);
}

/** True where the row, or its redaction before it was sealed, carries the proof of what it says. */
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
