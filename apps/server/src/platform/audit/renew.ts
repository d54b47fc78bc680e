import type { Keys } from '../crypto/keys.ts';
import type { OwnerTx } from '../database/database.ts';
import { BEGINNING, hashOf, type SealedEvent } from './chain.ts';
import { readLinks, type StoredLink } from './check.ts';
import { redactionMac } from './redact.ts';

type Digests = Pick<Keys, 'digest'>;

interface Renewed {
  readonly position: bigint;
  readonly eventId: string;
  readonly hash: Buffer;
  readonly mac: Buffer | null;
}

/**
 * Rebuilds the chain of the transaction's school under other keys, when the school moves to another installation. Each link is
 * first verified under its old keys. `rewrite` returns the new detail of a row that contains hashes which change; null leaves the
 * row as it is. Throws TypeError where a link does not match what was sealed.
 */
export async function renewTrail(
  tx: OwnerTx,
  from: Digests,
  to: Digests,
  rewrite: (event: SealedEvent) => object | null,
): Promise<void> {
  let position = 0n;
  let before: Buffer = BEGINNING;
  let after: Buffer = BEGINNING;
  let links: StoredLink[];
  do {
    links = await readLinks(tx, position);
    const details = await rewritten(tx, links, rewrite);
    const renewed: Renewed[] = [];
    for (const link of links) {
      if (link.position !== position + 1n || !link.event || !isWhole(from, tx.schoolId, before, link, link.event))
        throw new TypeError(`Row ${position + 1n} of the audit trail does not match its seal.`);
      const { sealedAt, hash, mac } = link;
      const event = { ...link.event, detail: details.get(link.eventId) ?? link.event.detail };
      const anew = { schoolId: tx.schoolId, position: link.position, sealedAt, event };
      const previous = after;
      after = hashOf(to, previous, anew);
      const newMac = mac && mac.length > 0 ? redactionMac(to, previous, after, anew) : null;
      renewed.push({ position: link.position, eventId: link.eventId, hash: after, mac: newMac });
      [before, position] = [hash, link.position];
    }
    await write(tx, renewed, details);
  } while (links.length > 0);
}

function isWhole(
  keys: Digests,
  schoolId: string,
  previous: Buffer,
  { position, sealedAt, hash, mac }: StoredLink,
  event: SealedEvent,
): boolean {
  const link = { schoolId, position, sealedAt, event };
  if (hashOf(keys, previous, link).equals(hash)) return true;
  return mac !== null && redactionMac(keys, previous, hash, link).equals(mac);
}

/** Returns the rewritten details by row id, as PostgreSQL formats jsonb: the hash of a seal covers that text. */
async function rewritten(
  tx: OwnerTx,
  links: readonly StoredLink[],
  rewrite: (event: SealedEvent) => object | null,
): Promise<Map<string, string>> {
  const changed = links.flatMap(({ event }) => {
    const detail = event && rewrite(event);
    return detail ? [{ id: event.id, detail: JSON.stringify(detail) }] : [];
  });
  const rows = await tx.rows<{ id: string; text: string }>(
    'SELECT id, detail::text AS text FROM unnest($1::uuid[], $2::jsonb[]) AS d (id, detail)',
    [changed.map(({ id }) => id), changed.map(({ detail }) => detail)],
  );
  return new Map(rows.map(({ id, text }) => [id, text]));
}

async function write(tx: OwnerTx, renewed: readonly Renewed[], details: ReadonlyMap<string, string>): Promise<void> {
  await tx.query(
    `UPDATE audit_chain c SET hash = r.hash FROM unnest($2::bigint[], $3::bytea[]) AS r (position, hash)
     WHERE c.school_id = $1 AND c.position = r.position`,
    [tx.schoolId, renewed.map(({ position }) => String(position)), renewed.map(({ hash }) => hash)],
  );
  const redacted = renewed.filter(({ mac }) => mac !== null);
  await tx.query(
    `UPDATE audit_redactions a SET mac = r.mac FROM unnest($2::uuid[], $3::bytea[]) AS r (id, mac)
     WHERE a.school_id = $1 AND a.event_id = r.id`,
    [tx.schoolId, redacted.map(({ eventId }) => eventId), redacted.map(({ mac }) => mac)],
  );
  await tx.query(
    `UPDATE audit_events e SET detail = r.detail FROM unnest($2::uuid[], $3::jsonb[]) AS r (id, detail)
     WHERE e.school_id = $1 AND e.id = r.id`,
    [tx.schoolId, [...details.keys()], [...details.values()]],
  );
}
