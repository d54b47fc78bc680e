import type { Keys } from '../../platform/crypto/keys.ts';
import type { ReadTx } from '../../platform/database/database.ts';

/** Beginning: what the first day of a school is chained to. */
export const BEGINNING = Buffer.alloc(32);

const ID = 16;
const SEAL = 16;
/** Of a journal entry: its id and the seal of what it says. */
const SEALED = ID + SEAL;

/** A day's sums and what its journal entries say, in the form that is sealed. */
export interface DayContent {
  readonly movements: number;
  /** JSON as PostgreSQL writes it. */
  readonly closing: string;
  readonly moved: string;
  readonly seals: Buffer;
}

export interface DayPlace {
  readonly number: number;
  readonly day: string;
  /** To the microsecond, in UTC. */
  readonly begins: string;
  readonly ends: string;
}

/**
 * Every column of a journal entry and of its legs as text, so that no part of them can change unseen. A migration that adds
 * a column must not change what is said of the rows before it.
 */
const ENTRY = `ROW(m.kind, m.student_id, m.amount, m.fee, m.method, m.reference, m.item, m.by_user,
  extract(epoch FROM m.at), m.reverses, m.longitude, m.latitude)::text`;
const LEG = `ROW(p.leg, p.account_id, p.amount, extract(epoch FROM p.at), p.position, p.balance_after)::text`;

/** The journal entries from $2 on and before $3, all or those of $4: id and SHA-256 of each, in the order of time and id, as one value. */
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

/** Reads the journal entries of a time, all or those that are named, and seals each of them under the school's own key. */
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

/** The hash of a day: HMAC-SHA-256 over the day before and everything that the day says. */
export function hashOfDay(
  keys: Pick<Keys, 'digest'>,
  schoolId: string,
  before: Buffer,
  { number, day, begins, ends, movements: entries, closing, moved, seals }: DayPlace & DayContent,
): Buffer {
  const said = JSON.stringify([schoolId, number, day, begins, ends, entries, closing, moved]);
  return keys.digest('book-day', Buffer.concat([before, Buffer.from(said), seals]));
}

/** The ids that a day's seals name, each with its seal in hexadecimal digits. */
export function* sealsOf(seals: Buffer): Generator<readonly [id: string, seal: string]> {
  for (let at = 0; at + SEALED <= seals.length; at += SEALED) {
    const id = seals.toString('hex', at, at + ID);
    const dashed = `${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}`;
    yield [dashed, seals.toString('hex', at + ID, at + SEALED)];
  }
}
