import type { Keys } from '../crypto/keys.ts';
import type { Db, ReadTx } from '../database/database.ts';
import { BEGINNING, EVENT_COLUMNS, exactly, hashOf, type SealedEvent } from './chain.ts';
import { redactionMac } from './redact.ts';
import type { Checkpoint } from './seal.ts';
import { UNPROVEN } from './unproven.ts';

const PAGE = 2_000;
/**
 * Tolerance in milliseconds between a row's own time and the times of the seals around that row. A transaction of this server
 * lasts seconds.
 */
const SLACK = 600_000;

/** Finding: a defect in a school's audit trail, with the first row that shows the defect. */
export interface Finding {
  /**
   * `changed`: a row or its link differs from what was sealed; `removed`: a sealed or waiting row is missing; `unlinked`: a link
   * is missing; `inserted`: a row is neither in the chain nor waiting to be sealed; `backdated`: a row's time does not fit its
   * position in the chain; `cut`: the chain ends before a checkpoint; `replaced`: the chain's hash differs from a checkpoint's;
   * `unproven`: the sealer found that the row was not written by a program with the installation's keys.
   */
  readonly kind: 'changed' | 'removed' | 'unlinked' | 'inserted' | 'backdated' | 'cut' | 'replaced' | 'unproven';
  /** Position in the chain; null for a row outside the chain. */
  readonly position: bigint | null;
  readonly eventId: string | null;
}

export interface Verdict {
  readonly sealed: bigint;
  readonly waiting: number;
  /** Creation time of the oldest row that is not sealed yet. */
  readonly oldestWaiting: string | null;
  /** First finding of each kind; empty when the trail is intact. */
  readonly findings: readonly Finding[];
}

export interface TrailParts {
  readonly db: Pick<Db, 'readSchool'>;
  readonly keys: Pick<Keys, 'digest'>;
}

/**
 * Verifies a school's chain from its first link, compares the chain with the checkpoints, and finds rows that are missing or
 * outside the chain.
 */
export async function checkTrail(
  { db, keys }: TrailParts,
  schoolId: string,
  checkpoints: readonly Checkpoint[],
): Promise<Verdict> {
  const findings: Finding[] = [];
  const marks = new Map(checkpoints.map((mark) => [mark.position, mark.hash]));
  const walk: Walk = { position: 0n, hash: BEGINNING, sealedAt: '', forerunner: '' };
  let links: StoredLink[];
  do {
    links = await db.readSchool(schoolId, (tx) => readLinks(tx, walk.position));
    for (const link of links) {
      const wrong = whatIsWrong(keys, schoolId, walk, link, marks.get(String(link.position)));
      if (wrong) return { ...(await readEnd(db, schoolId)), findings: firsts([...findings, wrong]) };
      const late = isBackdated(walk, link);
      if (late) findings.push(late);
      if (link.event?.action === UNPROVEN)
        findings.push({ kind: 'unproven', position: null, eventId: link.event.subject_id });
      step(walk, link);
    }
  } while (links.length === PAGE);
  if (checkpoints.some((mark) => BigInt(mark.position) > walk.position)) {
    findings.push({ kind: 'cut', position: walk.position + 1n, eventId: null });
  }
  findings.push(...(await findStrays(db, schoolId)));
  return { ...(await readEnd(db, schoolId)), findings: firsts(findings) };
}

interface Walk {
  position: bigint;
  hash: Buffer;
  /** Time of the latest seal, and of the seal before it; links that were sealed together share one time. */
  sealedAt: string;
  forerunner: string;
}

export interface StoredLink {
  readonly position: bigint;
  readonly hash: Buffer;
  readonly eventId: string;
  readonly sealedAt: string;
  /** Audit row; null when the row is missing. */
  readonly event: SealedEvent | null;
  /** MAC of the row's redaction; null when the row was not redacted. */
  readonly mac: Buffer | null;
}

function step(walk: Walk, { position, hash, sealedAt }: StoredLink): void {
  if (walk.sealedAt !== sealedAt) walk.forerunner = walk.sealedAt;
  walk.sealedAt = sealedAt;
  walk.position = position;
  walk.hash = hash;
}

function whatIsWrong(
  keys: TrailParts['keys'],
  schoolId: string,
  walk: Walk,
  { position, hash, eventId, sealedAt, event, mac }: StoredLink,
  mark: string | undefined,
): Finding | null {
  if (position !== walk.position + 1n) return { kind: 'unlinked', position: walk.position + 1n, eventId: null };
  if (!event) return { kind: 'removed', position, eventId };
  const link = { schoolId, position, sealedAt, event };
  const right =
    hashOf(keys, walk.hash, link).equals(hash) ||
    (mac !== null && redactionMac(keys, walk.hash, hash, link).equals(mac));
  if (!right) return { kind: 'changed', position, eventId };
  if (mark !== undefined && mark !== hash.toString('hex')) return { kind: 'replaced', position, eventId };
  return null;
}

function isBackdated(walk: Walk, { position, eventId, sealedAt, event }: StoredLink): Finding | null {
  const before = Date.parse(walk.sealedAt === sealedAt ? walk.forerunner : walk.sealedAt);
  const at = Date.parse(event?.at ?? '');
  const wrong = at < before - SLACK || at > Date.parse(sealedAt) + SLACK;
  return wrong ? { kind: 'backdated', position, eventId } : null;
}

/** Returns one page of a school's links after a position, each with its audit row. */
export async function readLinks(tx: ReadTx, after: bigint): Promise<StoredLink[]> {
  const rows = await tx.rows<Omit<StoredLink, 'event'> & { [Column in keyof SealedEvent]: SealedEvent[Column] | null }>(
    `SELECT c.position, c.hash, c.event_id AS "eventId", ${exactly('c.sealed_at')} AS "sealedAt", r.mac, ${EVENT_COLUMNS}
     FROM audit_chain c LEFT JOIN audit_events e ON e.school_id = c.school_id AND e.id = c.event_id
     LEFT JOIN audit_redactions r ON r.school_id = c.school_id AND r.event_id = c.event_id
     WHERE c.school_id = $1 AND c.position > $2 ORDER BY c.position LIMIT ${PAGE}`,
    [tx.schoolId, after],
  );
  return rows.map((row) => ({ ...row, event: row.id === null ? null : (row as SealedEvent) }));
}

/** Finds a row that is neither in the chain nor waiting to be sealed, and a waiting row that is missing. */
async function findStrays(db: TrailParts['db'], schoolId: string): Promise<Finding[]> {
  const strays: Finding[] = [];
  let after: string | null = '00000000-0000-0000-0000-000000000000';
  while (after !== null) {
    const page: { last: string | null; inserted: string | null } | undefined = await db.readSchool(schoolId, (tx) =>
      tx.row(INSERTED, [schoolId, after]),
    );
    if (page?.inserted) strays.push({ kind: 'inserted', position: null, eventId: page.inserted });
    after = page?.inserted ? null : (page?.last ?? null);
  }
  const removed = await db.readSchool(schoolId, (tx) => tx.row<{ id: string }>(REMOVED, [schoolId]));
  if (removed) strays.push({ kind: 'removed', position: null, eventId: removed.id });
  return strays;
}

const INSERTED = `
  WITH page AS (SELECT id FROM audit_events WHERE school_id = $1 AND id > $2 ORDER BY id LIMIT 20000)
  SELECT (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last,
         (SELECT p.id FROM page p
          LEFT JOIN audit_chain c ON c.school_id = $1 AND c.event_id = p.id
          LEFT JOIN audit_waiting w ON w.school_id = $1 AND w.event_id = p.id
          WHERE c.event_id IS NULL AND w.event_id IS NULL ORDER BY p.id LIMIT 1) AS inserted`;

const REMOVED = `
  SELECT w.event_id AS id FROM audit_waiting w
  LEFT JOIN audit_events e ON e.school_id = w.school_id AND e.id = w.event_id
  WHERE w.school_id = $1 AND e.id IS NULL ORDER BY w.event_id LIMIT 1`;

async function readEnd(db: TrailParts['db'], schoolId: string): Promise<Omit<Verdict, 'findings'>> {
  const end = await db.readSchool(schoolId, (tx) =>
    tx.row<Omit<Verdict, 'findings'>>(
      `SELECT (SELECT count(*) FROM audit_chain WHERE school_id = $1) AS sealed, count(w.event_id)::int AS waiting,
              ${exactly('min(e.at)')} AS "oldestWaiting"
       FROM audit_waiting w LEFT JOIN audit_events e ON e.school_id = w.school_id AND e.id = w.event_id
       WHERE w.school_id = $1`,
      [schoolId],
    ),
  );
  return end ?? { sealed: 0n, waiting: 0, oldestWaiting: null };
}

function firsts(findings: readonly Finding[]): Finding[] {
  return findings.filter((each, index) => findings.findIndex(({ kind }) => kind === each.kind) === index);
}
