import type { Keys } from '../../platform/crypto/keys.ts';
import type { ReadTx } from '../../platform/database/database.ts';

/** Start of the hash chain of a school's days. */
export const BEGINNING = Buffer.alloc(32);

const ID = 16;
const SEAL = 16;
/** Length in bytes of a journal entry's id and seal. */
const SEALED = ID + SEAL;

/** A day's sums and seals, in the form that is hashed. */
export interface DayContent {
  readonly movements: number;
  /** JSON as PostgreSQL formats it, because the hash covers the text. */
  readonly closing: string;
  readonly moved: string;
  readonly seals: Buffer;
}

export interface DayPlace {
  readonly number: number;
  readonly day: string;
  /** UTC, to the microsecond. */
  readonly begins: string;
  readonly ends: string;
}

/**
 * Text of every column of a journal entry and its postings, so that no column can change undetected. A migration that adds a column
 * must not change the text of existing rows.
 */
const ENTRY = `ROW(m.kind, m.student_id, m.amount, m.fee, m.method, m.reference, m.item, m.by_user,
  extract(epoch FROM m.at), m.reverses, m.longitude, m.latitude)::text`;
const LEG = `ROW(p.leg, p.account_id, p.amount, extract(epoch FROM p.at), p.position, p.balance_after)::text`;

/**
 * Selects the journal entries from $2 (inclusive) to $3 (exclusive), all or those in $4: id and SHA-256 of each, by time and id, as one
 * value.
 */
const SAID = `
  WITH day AS MATERIALIZED (
    SELECT m.id, m.at, ${ENTRY} AS said FROM journal_entries m
    WHERE m.school_id = $1 AND m.at >= $2::timestamptz AND m.at < $3::timestamptz AND ($4::uuid[] IS NULL OR m.id = ANY($4::uuid[]))
  ), legs AS (
    SELECT p.entry_id, string_agg(${LEG}, '' ORDER BY p.leg) AS said
    FROM day JOIN postings p ON p.school_id = $1 AND p.entry_id = day.id GROUP BY p.entry_id
  )
  SELECT string_agg(uuid_send(day.id) || sha256(convert_to(day.said || coalesce(legs.said, ''), 'UTF8')), ''::bytea
                    ORDER BY day.at, day.id) AS said
  FROM day LEFT JOIN legs ON legs.entry_id = day.id`;

/** Reads the journal entries of a period, all or the given ones, and seals each of them under the school's key. */
export async function sealEntries(
  tx: ReadTx,
  keys: Pick<Keys, 'digest'>,
  { begins, ends }: Pick<DayPlace, 'begins' | 'ends'>,
  ids: readonly string[] | null = null,
): Promise<Buffer> {
  const read = await tx.row<{ said: Buffer | null }>(SAID, [tx.schoolId, begins, ends, ids]);
  const said = read?.said ?? Buffer.alloc(0);
  const count = said.length / (ID + 32);
  const seals = Buffer.alloc(count * SEALED);
  const message = Buffer.alloc(16 + ID + 32);
  message.write(tx.schoolId.replaceAll('-', ''), 'hex');
  for (let place = 0; place < count; place += 1) {
    const row = said.subarray(place * (ID + 32), (place + 1) * (ID + 32));
    row.copy(message, 16);
    row.copy(seals, place * SEALED, 0, ID);
    keys.digest('book-entry', message).copy(seals, place * SEALED + ID, 0, SEAL);
  }
  return seals;
}

/** Returns the hash of a day: HMAC-SHA-256 over the previous day's hash and all fields of the day. */
export function hashOfDay(
  keys: Pick<Keys, 'digest'>,
  schoolId: string,
  before: Buffer,
  { number, day, begins, ends, movements: entries, closing, moved, seals }: DayPlace & DayContent,
): Buffer {
  const said = JSON.stringify([schoolId, number, day, begins, ends, entries, closing, moved]);
  return keys.digest('book-day', Buffer.concat([before, Buffer.from(said), seals]));
}

/** Iterates over a day's seals: journal entry id and seal in hexadecimal. */
export function* sealsOf(seals: Buffer): Generator<readonly [id: string, seal: string]> {
  for (let at = 0; at + SEALED <= seals.length; at += SEALED) {
    const id = seals.toString('hex', at, at + ID);
    const dashed = `${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}`;
    yield [dashed, seals.toString('hex', at + ID, at + SEALED)];
  }
}
