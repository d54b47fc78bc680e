import { createHash } from 'node:crypto';
import { Refusal } from '../http/refusal.ts';

/**
 * Adds a version stamp to a record, which changes with every field that a person can edit. The stamp is a digest of the record itself,
 * so that no code path can forget to update it. `volatile` names fields that change by themselves, such as a balance.
 */
export function stamped<R extends object>(record: R, volatile: readonly (keyof R)[] = []): R & { updated: string } {
  const lasting = Object.entries(record)
    .filter(([field]) => !volatile.includes(field as keyof R))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const digest = createHash('sha256').update(JSON.stringify(lasting)).digest('base64url');
  return { ...record, updated: digest.slice(0, 22) };
}

/**
 * Compares an update's stamp with the current record: call this under the record's lock, before any write. Without a stamp the last
 * update wins. Throws record.changed with the current record.
 */
export async function requireUnchanged<R extends { readonly updated: string }>(
  updated: string | undefined,
  readPresent: () => Promise<R>,
): Promise<void> {
  if (updated === undefined) return;
  const present = await readPresent();
  if (present.updated !== updated) throw recordChanged(present);
}

export function recordChanged(present: object): Refusal {
  return new Refusal('record.changed', 'Someone changed this in the meantime. Look at both versions and save again.', {
    detail: { ...present },
  });
}
