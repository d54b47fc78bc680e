import { exactly } from '../../platform/audit/chain.ts';
import type { Keys } from '../../platform/crypto/keys.ts';
import type { ReadTx } from '../../platform/database/database.ts';
import { redactedOf } from './redacted.ts';
import { BEGINNING, sealEntries, sealsOf } from './seal.ts';

/** Amendment: seals that replace a closed day's seals. */
export interface Amendment {
  readonly number: number;
  readonly day: string;
  readonly newest: number;
  readonly movements: number;
  /** JSON as PostgreSQL formats it, because the hash covers the text. */
  readonly moved: string;
  readonly change: string;
  readonly seals: Buffer;
  readonly reason: string;
  readonly proposedBy: string;
  readonly approvedBy: string;
  readonly replaced: Buffer;
}

export interface StoredAmendment extends Amendment {
  readonly proposalId: string;
  readonly hash: Buffer;
  /** MAC of the redaction of the reason; null if the reason was not redacted. */
  readonly mac: Buffer | null;
}

/** Returns the hash of an amendment: HMAC-SHA-256 over the previous amendment's hash and all fields of this one. */
export function hashOfAmendment(
  keys: Pick<Keys, 'digest'>,
  schoolId: string,
  before: Buffer,
  {
    number,
    day,
    newest,
    movements: entries,
    moved,
    change,
    seals,
    reason,
    proposedBy,
    approvedBy,
    replaced,
  }: Amendment,
): Buffer {
  const said = [schoolId, number, day, newest, entries, moved, change, reason, proposedBy, approvedBy];
  return keys.digest('book-amendment', Buffer.concat([before, replaced, Buffer.from(JSON.stringify(said)), seals]));
}

/** Reads all amendments of a school in their order; there are few. */
export function readAmendments(tx: ReadTx): Promise<StoredAmendment[]> {
  return tx.rows<StoredAmendment>(
    `SELECT a.number, a.day::text, a.newest, a.movements, a.moved::text, a.change::text, a.seals, a.reason, a.proposed_by AS "proposedBy",
            a.approved_by AS "approvedBy", a.replaced, a.hash, a.proposal_id AS "proposalId", r.mac
     FROM book_amendments a LEFT JOIN book_redactions r ON r.school_id = a.school_id AND r.record_id = a.proposal_id
     WHERE a.school_id = $1 ORDER BY a.number`,
    [tx.schoolId],
  );
}

/** A closed day with the seals and hash that count for it now: its newest amendment's, or else its own. */
export interface CountingDay {
  readonly number: number;
  readonly day: string;
  readonly begins: string;
  readonly ends: string;
  readonly over: boolean;
  readonly movements: number;
  readonly seals: Buffer;
  readonly hash: Buffer;
  /** Number of the newest closed day of the school; `amendments` is that of its newest amendment. */
  readonly newest: number;
  readonly amendments: number;
  readonly lastHash: Buffer;
}

/** Finds a closed day with the seals that count for it now; undefined if the day is not closed. */
export async function findCountingDay(tx: ReadTx, day: string): Promise<CountingDay | undefined> {
  const found = await tx.row<CountingDay & { lastHash: Buffer | null }>(
    `SELECT d.number, d.day::text, ${FIRST_BEGINS} AS begins, ${exactly('d.ends')} AS ends,
            d.ends <= clock_timestamp() AND clock_fault($1) IS NULL AS over,
            coalesce(a.movements, d.movements) AS movements, coalesce(a.seals, d.seals) AS seals, coalesce(a.hash, d.hash) AS hash,
            (SELECT max(number) FROM book_days WHERE school_id = $1) AS newest,
            coalesce(l.number, 0) AS amendments, l.hash AS "lastHash"
     FROM book_days d
     LEFT JOIN LATERAL (
       SELECT * FROM book_amendments a WHERE a.school_id = $1 AND a.day = d.day ORDER BY a.number DESC LIMIT 1
     ) AS a ON true
     LEFT JOIN LATERAL (
       SELECT number, hash FROM book_amendments l WHERE l.school_id = $1 ORDER BY l.number DESC LIMIT 1
     ) AS l ON true
     WHERE d.school_id = $1 AND d.day = $2::date`,
    [tx.schoolId, day],
  );
  return found && { ...found, lastHash: found.lastHash ?? BEGINNING };
}

/** The first closed day begins at -infinity: a backdated entry from before it belongs to it. */
const FIRST_BEGINS = `CASE d.number WHEN 1 THEN '-infinity' ELSE ${exactly('d.begins')} END`;

/** Journal entries that do not fit their seals: changed, missing, and added without a seal. */
export interface Difference {
  readonly now: Buffer;
  readonly changed: readonly string[];
  readonly missing: readonly string[];
  readonly put: readonly string[];
}

/** Compares the journal entries of a period with their seals. */
export async function differ(
  tx: ReadTx,
  keys: Pick<Keys, 'digest'>,
  day: { readonly begins: string; readonly ends: string; readonly seals: Buffer },
): Promise<Difference> {
  const now = await sealEntries(tx, keys, day);
  if (now.equals(day.seals)) return { now, changed: [], missing: [], put: [] };
  const there = new Map(sealsOf(now));
  const changed = new Map<string, { sealed: string; stands: string }>();
  const missing: string[] = [];
  for (const [id, sealed] of sealsOf(day.seals)) {
    const found = there.get(id);
    if (found === undefined) missing.push(id);
    else if (found !== sealed) changed.set(id, { sealed, stands: found });
    there.delete(id);
  }
  const redacted = await redactedOf(tx, keys, changed);
  return { now, changed: [...changed.keys()].filter((id) => !redacted.has(id)), missing, put: [...there.keys()] };
}
