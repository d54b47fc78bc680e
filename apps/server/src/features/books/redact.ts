import type { NamePattern } from '../../platform/audit/name-pattern.ts';
import type { Keys } from '../../platform/crypto/keys.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Amendment, hashOfAmendment, readAmendments, type StoredAmendment } from './amendment.ts';
import { PATIENTLY } from './close.ts';
import { entryMac } from './redacted.ts';
import { BEGINNING, sealEntries, sealsOf } from './seal.ts';

type Digests = Pick<Keys, 'digest'>;
const EVER = { begins: '-infinity', ends: 'infinity' };

/** A redaction: the student, and the patterns that name the student in the student's own entries and in others. */
interface Redaction {
  readonly id: string;
  readonly own: NamePattern;
  readonly others: NamePattern;
}

/**
 * Removes a child's names from texts in the books: references of journal entries and reasons of amendments. Both are covered by seals,
 * so that a keyed digest over the sealed and the redacted text vouches for each. A redaction hides no earlier change: the digest of an
 * entry that did not fit its seal before does not fit that seal either, and an amendment that did not fit gets none.
 */
export async function redactBooks(tx: Tx, keys: Digests, { id, own, others }: Redaction): Promise<void> {
  await tx.row(PATIENTLY);
  const entries = await tx.rows<{ id: string }>(
    `SELECT id FROM journal_entries
     WHERE school_id = $1 AND reference ~* CASE WHEN student_id = $2 THEN $3 ELSE $4 END`,
    [tx.schoolId, id, own.sql, others.sql],
  );
  const ids = entries.map((entry) => entry.id);
  const [sealed, amendments] = [await sealEntries(tx, keys, EVER, ids), await readAmendments(tx)];
  await tx.row(`SELECT redact_free_texts($1, ARRAY['journal_entries', 'book_amendments']::regclass[])`, [id]);
  const stands = new Map(sealsOf(await sealEntries(tx, keys, EVER, ids)));
  const redacted = await readAmendments(tx);
  const macs = [
    ...[...sealsOf(sealed)].map(([entry, seal]) => ({
      id: entry,
      mac: entryMac(keys, entry, seal, stands.get(entry)),
    })),
    ...amendments.flatMap((was, place) => {
      const now = redacted[place];
      const before = amendments[place - 1];
      // An amendment that was altered before gets no MAC.
      return now && now.reason !== was.reason && amendmentFits(keys, tx.schoolId, before, was)
        ? [{ id: was.proposalId, mac: amendmentMac(keys, was.hash, tx.schoolId, before, now) }]
        : [];
    }),
  ];
  await tx.row(
    `INSERT INTO book_redactions (school_id, record_id, mac)
     SELECT $1, id, decode(mac, 'hex') FROM unnest($2::uuid[], $3::text[]) AS r (id, mac)`,
    [tx.schoolId, macs.map((each) => each.id), macs.map(({ mac }) => mac.toString('hex'))],
  );
}

/** Tells whether an amendment fits its seal, directly or after a redaction of its reason. */
export function amendmentFits(
  keys: Digests,
  schoolId: string,
  before: StoredAmendment | null | undefined,
  each: StoredAmendment,
): boolean {
  if (hashOfAmendment(keys, schoolId, before?.hash ?? BEGINNING, each).equals(each.hash)) return true;
  return each.mac !== null && amendmentMac(keys, each.hash, schoolId, before, each).equals(each.mac);
}

function amendmentMac(
  keys: Digests,
  hash: Buffer,
  schoolId: string,
  before: StoredAmendment | null | undefined,
  now: Amendment,
): Buffer {
  return keys.digest(
    'book-redaction',
    Buffer.concat([hash, hashOfAmendment(keys, schoolId, before?.hash ?? BEGINNING, now)]),
  );
}
