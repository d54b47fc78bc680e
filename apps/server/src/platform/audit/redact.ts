import type { Keys } from '../crypto/keys.ts';
import type { Tx } from '../database/database.ts';
import { BEGINNING, EVENT_COLUMNS, exactly, hashOf, type Link, type SealedEvent } from './chain.ts';
import { type NamePattern, REDACTED } from './name-pattern.ts';
import { isProven, proverOf, saidIn } from './proof.ts';

const PAGE = 20_000;
const AT_ONCE = 500;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Redaction of an audit trail: the person's records, and the words by which other rows name the person. */
export interface Redaction {
  /** Ids of the person's records: every text in the details of their audit rows is removed. */
  readonly subjects: readonly string[];
  /** Words that name the person: each text that contains one is removed from all other rows. */
  readonly words: readonly string[];
  /** Texts that are removed only when they match as a whole, such as a number. */
  readonly wholeWords: readonly string[];
  /** Pattern of texts that name the person in free wording. */
  readonly pattern: NamePattern;
}

interface Found extends SealedEvent {
  readonly position: bigint | null;
  readonly sealedAt: string | null;
  readonly hash: Buffer | null;
  readonly before: Buffer | null;
  readonly mac: Buffer | null;
  readonly proof: Buffer | null;
}

/**
 * Authenticates a redacted row: a keyed digest over its link as sealed and over the row as redacted. The chain still continues from the
 * sealed hash; without the key nobody can pass off a changed row as redacted.
 */
export function redactionMac(keys: Pick<Keys, 'digest'>, previous: Buffer, hash: Buffer, link: Link): Buffer {
  return keys.digest('audit-redaction', Buffer.concat([previous, hash, hashOf(keys, previous, link)]));
}

/**
 * Removes personal data from the details of a school's audit rows, in the transaction of the erasure, and returns the number of
 * changed rows. A row that does not match its seal is redacted too, and is still reported as changed afterwards.
 */
export async function redactTrail(tx: Tx, keys: Pick<Keys, 'digest'>, asked: Redaction): Promise<number> {
  // Takes the sealer's lock: a waiting row is sealed either before this redaction, or after it in its redacted form.
  await tx.row(`SELECT pg_advisory_xact_lock(hashtextextended('mfuko: audit chain ' || $1, 0))`, [tx.schoolId]);
  const ids = await findRows(tx, asked);
  let redacted = 0;
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const rows = await readRows(tx, ids.slice(at, at + AT_ONCE));
    redacted += await redactRows(tx, keys, rows, asked);
  }
  return redacted;
}

/** Finds the rows to redact, page by page: a school's audit trail is long, and no index covers the words in it. */
async function findRows(tx: Tx, { subjects, words, wholeWords, pattern }: Redaction): Promise<string[]> {
  const patterns = [...words.map((word) => `%${literal(word)}%`), ...wholeWords.map((word) => `%"${literal(word)}"%`)];
  const ids: string[] = [];
  let after: string | null = '00000000-0000-0000-0000-000000000000';
  while (after !== null) {
    const page: { last: string | null; found: string[] } | undefined = await tx.row(
      `WITH page AS (SELECT id, subject_id, detail FROM audit_events WHERE school_id = $1 AND id > $2 ORDER BY id LIMIT ${PAGE})
       SELECT (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last,
              ARRAY(SELECT id FROM page WHERE detail <> '{}' AND (subject_id = ANY($3::uuid[]) OR detail::text LIKE ANY($4::text[]) OR detail::text ~* $5)) AS found`,
      [tx.schoolId, after, subjects, patterns, pattern.sql],
    );
    ids.push(...(page?.found ?? []));
    after = page?.last ?? null;
  }
  return ids;
}

/** Escapes a word for LIKE, in the form in which JSON stores it. */
function literal(word: string): string {
  return JSON.stringify(word)
    .slice(1, -1)
    .replace(/[\\%_]/g, '\\$&');
}

function readRows(tx: Tx, ids: readonly string[]): Promise<Found[]> {
  return tx.rows<Found>(
    `SELECT ${EVENT_COLUMNS}, e.proof, c.position, ${exactly('c.sealed_at')} AS "sealedAt", c.hash, p.hash AS before, r.mac
     FROM audit_events e
     LEFT JOIN audit_chain c ON c.school_id = e.school_id AND c.event_id = e.id
     LEFT JOIN audit_chain p ON p.school_id = c.school_id AND p.position = c.position - 1
     LEFT JOIN audit_redactions r ON r.school_id = e.school_id AND r.event_id = e.id
     WHERE e.school_id = $1 AND e.id = ANY($2::uuid[])`,
    [tx.schoolId, ids],
  );
}

async function redactRows(
  tx: Tx,
  keys: Pick<Keys, 'digest'>,
  rows: readonly Found[],
  asked: Redaction,
): Promise<number> {
  const details = rows.map((row) => JSON.stringify(without(JSON.parse(row.detail), wordTest(row, asked))));
  // Reads each detail back as PostgreSQL formats jsonb: the hash of a seal covers that text.
  const texts = await tx.rows<{ text: string }>(
    'SELECT detail::text AS text FROM unnest($1::jsonb[]) WITH ORDINALITY AS d (detail, place) ORDER BY place',
    [details],
  );
  const changed = rows.flatMap((row, place) => {
    const detail = texts[place]?.text ?? '{}';
    return detail === row.detail ? [] : [{ id: row.id, detail, mac: macOf(tx.schoolId, keys, row, detail) }];
  });
  await tx.rows(
    `INSERT INTO audit_redactions (school_id, event_id, mac)
     SELECT $1, id, decode(mac, 'hex') FROM unnest($2::uuid[], $3::text[]) AS r (id, mac)
     ON CONFLICT (school_id, event_id) DO UPDATE SET mac = excluded.mac`,
    [tx.schoolId, changed.map(({ id }) => id), changed.map(({ mac }) => mac.toString('hex'))],
  );
  await tx.rows(
    `UPDATE audit_events e SET detail = r.detail FROM unnest($2::uuid[], $3::jsonb[]) AS r (id, detail)
     WHERE e.school_id = $1 AND e.id = r.id`,
    [tx.schoolId, changed.map(({ id }) => id), changed.map(({ detail }) => detail)],
  );
  return changed.length;
}

/** Computes the proof of an unsealed row or the MAC of a sealed one; empty if the old one was wrong: no forgery is repaired. */
function macOf(schoolId: string, keys: Pick<Keys, 'digest'>, row: Found, detail: string): Buffer {
  const { position, sealedAt, hash, mac } = row;
  if (position === null || sealedAt === null || hash === null) {
    const prove = proverOf(keys);
    return isProven(prove, schoolId, row) ? prove(saidIn(schoolId, { ...row, detail })) : Buffer.alloc(0);
  }
  const previous = position === 1n ? BEGINNING : row.before;
  if (!previous) return Buffer.alloc(0);
  const link = { schoolId, position, sealedAt, event: row };
  const whole = hashOf(keys, previous, link).equals(hash);
  const redacted = mac !== null && redactionMac(keys, previous, hash, link).equals(mac);
  if (!whole && !redacted) return Buffer.alloc(0);
  return redactionMac(keys, previous, hash, { ...link, event: { ...row, detail } });
}

function wordTest(row: Found, { subjects, words, wholeWords, pattern }: Redaction): (text: string) => boolean {
  if (row.subject_id !== null && subjects.includes(row.subject_id)) return (text) => !UUID.test(text);
  return (text) => wholeWords.includes(text) || words.some((word) => text.includes(word)) || pattern.names(text);
}

/** Returns a copy of the value in which each text that `goes` selects is redacted. */
function without(value: unknown, goes: (text: string) => boolean): unknown {
  if (typeof value === 'string') return goes(value) ? REDACTED : value;
  if (Array.isArray(value)) return value.map((each) => without(each, goes));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, without(inner, goes)]));
}
