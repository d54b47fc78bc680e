import type { Keys } from '../crypto/keys.ts';
import type { Tx } from '../database/database.ts';
import { BEGINNING, EVENT_COLUMNS, exactly, hashOf, type Link, type SealedEvent } from './chain.ts';
import { type NamePattern, REDACTED } from './name-pattern.ts';
import { isProven, proverOf, saidIn } from './proof.ts';

const PAGE = 20_000;
const AT_ONCE = 500;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Redaction of a trail: of whom, and by which words. */
export interface Redaction {
  /** Records of the person: every text in the details of their rows goes. */
  readonly subjects: readonly string[];
  /** Words that name the person: each text that holds one goes from any other row. */
  readonly words: readonly string[];
  /** The same for texts that are the word and nothing else, such as a number. */
  readonly wholeWords: readonly string[];
  /** The same for texts that name the person in words of whoever wrote them. */
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
 * Vouches for a redacted row: a keyed digest over its link as it was sealed, and over the row as it stands now. The chain goes on
 * by the link; nobody without the key can change a sealed row and have it pass for a redaction.
 */
export function redactionMac(keys: Pick<Keys, 'digest'>, previous: Buffer, hash: Buffer, link: Link): Buffer {
  return keys.digest('audit-redaction', Buffer.concat([previous, hash, hashOf(keys, previous, link)]));
}

/**
 * Takes what is personal out of the details of a school's audit rows, in the transaction of the erasure, and answers of how many. A
 * row that does not fit its seal is redacted too, and goes on being found as changed.
 */
export async function redactTrail(tx: Tx, keys: Pick<Keys, 'digest'>, asked: Redaction): Promise<number> {
  // The sealer's own lock: what is waiting is either sealed by now, or sealed as it is after this.
  await tx.row(`SELECT pg_advisory_xact_lock(hashtextextended('mfuko: audit chain ' || $1, 0))`, [tx.schoolId]);
  const ids = await findRows(tx, asked);
  let redacted = 0;
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const rows = await readRows(tx, ids.slice(at, at + AT_ONCE));
    redacted += await redactRows(tx, keys, rows, asked);
  }
  return redacted;
}

/** By pages, since the trail of a school is long, and a word in it has no index. */
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

/** As JSON writes it, for LIKE. */
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
  // As the database writes it, which is what is sealed.
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

/** Its proof anew for what is not sealed yet; empty for what did not fit its seal or its proof before: an erasure heals nothing. */
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

/** The same value, without the texts that go. */
function without(value: unknown, goes: (text: string) => boolean): unknown {
  if (typeof value === 'string') return goes(value) ? REDACTED : value;
  if (Array.isArray(value)) return value.map((each) => without(each, goes));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, without(inner, goes)]));
}
