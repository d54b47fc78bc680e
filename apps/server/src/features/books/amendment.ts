import { exactly } from '../../platform/audit/chain.ts';
import type { Keys } from '../../platform/crypto/keys.ts';
import type { ReadTx } from '../../platform/database/database.ts';
import { redactedOf } from './redacted.ts';
import { BEGINNING, sealEntries, sealsOf } from './seal.ts';

/** Amendment: the seals that stand in place of a closed day's own. */
export interface Amendment {
  readonly number: number;
  readonly day: string;
  readonly newest: number;
  readonly movements: number;
  /** JSON as PostgreSQL writes it. */
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
  /** Mac of the redaction of its reason; null where there was none. */
  readonly mac: Buffer | null;
}

/** The hash of an amendment: HMAC-SHA-256 over the amendment before and everything that this one says. */
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

/** All amendments of a school, in their order; they are few. */
export function readAmendments(tx: ReadTx): Promise<StoredAmendment[]> {
  return tx.rows<StoredAmendment>(
    `SELECT a.number, a.day::text, a.newest, a.movements, a.moved::text, a.change::text, a.seals, a.reason, a.proposed_by AS "proposedBy",
            a.approved_by AS "approvedBy", a.replaced, a.hash, a.proposal_id AS "proposalId", r.mac
     FROM book_amendments a LEFT JOIN book_redactions r ON r.school_id = a.school_id AND r.record_id = a.proposal_id
     WHERE a.school_id = $1 ORDER BY a.number`,
    [tx.schoolId],
  );
}

/** A closed day as its row has it, with the seals and the hash that count for it now. */
export interface CountingDay {
  readonly number: number;
  readonly day: string;
  readonly begins: string;
  readonly ends: string;
  readonly over: boolean;
  readonly movements: number;
  readonly seals: Buffer;
  readonly hash: Buffer;
  /** The newest closed day, and the newest amendment of the school. */
  readonly newest: number;
  readonly amendments: number;
  readonly lastHash: Buffer;
}

/** A day that was closed, as it counts now; undefined where it was not. */
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

/** Before a school's first closed day there are no journal entries: what was put there came into the first one. */
const FIRST_BEGINS = `CASE d.number WHEN 1 THEN '-infinity' ELSE ${exactly('d.begins')} END`;

/** Journal entries that are not as seals have them: changed, gone, and put in past them. */
export interface Difference {
  readonly now: Buffer;
  readonly changed: readonly string[];
  readonly missing: readonly string[];
  readonly put: readonly string[];
}

/** Holds the journal entries of a time against seals. */
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
