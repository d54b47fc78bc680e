import type { Keys } from '../../platform/crypto/keys.ts';
import type { ReadTx } from '../../platform/database/database.ts';

type Digests = Pick<Keys, 'digest'>;

/** Returns the entries whose redaction explains why they do not fit their seals; each is given by its seal and the seal of its current text. */
export async function redactedOf(
  tx: ReadTx,
  keys: Digests,
  entries: ReadonlyMap<string, { readonly sealed: string; readonly stands: string }>,
): Promise<ReadonlySet<string>> {
  if (entries.size === 0) return new Set();
  const rows = await tx.rows<{ id: string; mac: Buffer }>(
    'SELECT record_id AS id, mac FROM book_redactions WHERE school_id = $1 AND record_id = ANY($2::uuid[])',
    [tx.schoolId, [...entries.keys()]],
  );
  const fits = rows.filter(({ id, mac }) => {
    const entry = entries.get(id);
    return entry && entryMac(keys, id, entry.sealed, entry.stands).equals(mac);
  });
  return new Set(fits.map(({ id }) => id));
}

/** Returns the MAC of a redacted entry: a keyed digest over its seal and the seal of its current text. */
export function entryMac(keys: Digests, id: string, sealed: string, stands: string | undefined): Buffer {
  return keys.digest('book-redaction', Buffer.from(`${id}${sealed}${stands}`));
}
