import { createHash } from 'node:crypto';
import { Refusal } from '../http/refusal.ts';

/**
 * Stamp of a record: changes whenever something of it does that a person can edit. A digest of the record itself, so that no way of
 * changing it can forget to renew the stamp. `volatile` are the fields that change by themselves, such as a balance.
 */
export function stamped<R extends object>(record: R, volatile: readonly (keyof R)[] = []): R & { updated: string } {
  const lasting = Object.entries(record)
    .filter(([field]) => !volatile.includes(field as keyof R))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const digest = createHash('sha256').update(JSON.stringify(lasting)).digest('base64url');
  return { ...record, updated: digest.slice(0, 22) };
}

/**
 * Holds an update against the record as it stands: under its lock, before anything is written. Without a stamp the last one wins.
 * Throws record.changed with the present record.
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
  return new Refusal('record.changed', 'Somebody has changed this meanwhile. Look at both versions and save again.', {
    detail: { ...present },
  });
}
