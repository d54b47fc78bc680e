import type { Collector } from '@mfuko/contract/collectors';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/records/id.ts';
import type { ReleaseRule } from './rules.ts';

/** SQL for the collectors of the school's students; `$1` is the school. */
const COLLECTORS = `
  SELECT c.id AS sysid, c.student_id AS "studentId", c.name, c.relation, c.mobile_number AS "mobileNumber",
         to_char(c.valid_until, 'YYYY-MM-DD') AS "validUntil", c.blocked_reason AS "blockedReason",
         CASE WHEN c.blocked_reason IS NULL AND n.since + make_interval(hours => s.hold_after_change_hours) > clock_timestamp()
           THEN n.since + make_interval(hours => s.hold_after_change_hours) END AS held,
         coalesce(c.valid_until < (clock_timestamp() AT TIME ZONE s.time_zone)::date, false) AS expired,
         c.added_at AS added, COALESCE(u.first_name || ' ' || u.last_names, 'Platform') AS "addedBy",
         p.asked_at AS asked, COALESCE(a.first_name || ' ' || a.last_names, 'Platform') AS "askedBy"
  FROM collectors c JOIN schools s ON s.id = c.school_id LEFT JOIN users u ON u.id = c.added_by
  LEFT JOIN collector_photos p ON p.school_id = c.school_id AND p.collector_id = c.id LEFT JOIN users a ON a.id = p.asked_by
  CROSS JOIN LATERAL (SELECT greatest(c.added_at, p.asked_at) AS since) n
  WHERE c.school_id = $1 AND c.removed_at IS NULL`;

interface Row extends Omit<Collector, 'heldUntil' | 'dateAdded' | 'photo'> {
  readonly studentId: string;
  readonly held: Date | null;
  readonly added: Date;
  readonly asked: Date | null;
  readonly askedBy: string;
}

/** A person on a student's list. */
export type Listed = Collector & { readonly studentId: string };

const LIST = `hashtextextended('collectors:' || $1, 0)`;

/** Locks a student's list exclusively until the transaction ends: waits for releases by the list, so that later ones see the change. */
export async function lockList(tx: Tx, studentId: string): Promise<void> {
  await tx.row(`SELECT pg_advisory_xact_lock(${LIST})`, [studentId]);
}

/** Locks a student's list against changes until the transaction ends. An advisory lock, since passages hold the student's row already. */
export async function lockListShared(tx: Tx, studentId: string): Promise<void> {
  await tx.row(`SELECT pg_advisory_xact_lock_shared(${LIST})`, [studentId]);
}

/** Lists everybody on a student's list, blocked persons first. */
export async function listOfStudent(tx: ReadTx, studentId: string): Promise<Listed[]> {
  const rows = await tx.rows<Row>(
    `${COLLECTORS} AND c.student_id = $2 ORDER BY c.blocked_reason IS NULL, c.name, c.id`,
    [tx.schoolId, studentId],
  );
  return rows.map(asListed);
}

/** Lists everybody on any list, in the same order. */
export async function listOfAll(tx: ReadTx): Promise<Listed[]> {
  const rows = await tx.rows<Row>(`${COLLECTORS} ORDER BY c.blocked_reason IS NULL, c.name, c.id`, [tx.schoolId]);
  return rows.map(asListed);
}

type Block = Pick<Collector, 'name' | 'mobileNumber' | 'blockedReason'>;

/** Returns the entries that block somebody, for each of the students. */
export async function blocksOf(tx: ReadTx, studentIds: readonly string[]): Promise<Map<string, Block[]>> {
  const rows = await tx.rows<Block & { readonly studentId: string }>(
    `SELECT student_id AS "studentId", name, mobile_number AS "mobileNumber", blocked_reason AS "blockedReason" FROM collectors
     WHERE school_id = $1 AND student_id = ANY ($2) AND removed_at IS NULL AND blocked_reason IS NOT NULL`,
    [tx.schoolId, studentIds],
  );
  return Map.groupBy(rows, ({ studentId }) => studentId);
}

export async function findCollector(tx: ReadTx, id: string): Promise<Listed | null> {
  const found = await tx.row<Row>(`${COLLECTORS} AND c.id = $2`, [tx.schoolId, id]);
  return found ? asListed(found) : null;
}

function asListed({ held, added, asked, askedBy, ...row }: Row): Listed {
  const photo = asked && { askedAt: asked.toISOString(), askedBy };
  return { ...row, heldUntil: held?.toISOString() ?? null, dateAdded: added.toISOString(), photo };
}

export interface NewCollector {
  readonly studentId: string;
  readonly name: string;
  readonly relation: string;
  readonly mobileNumber: string | null;
  readonly validUntil: string | null;
  readonly blockedReason: string | null;
}

export async function insertCollector(tx: Tx, by: string, collector: NewCollector): Promise<string> {
  const id = newId();
  const { studentId, name, relation, mobileNumber, validUntil, blockedReason } = collector;
  await tx.row(
    `INSERT INTO collectors (school_id, id, student_id, name, relation, mobile_number, valid_until, blocked_reason, added_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [tx.schoolId, id, studentId, name, relation, mobileNumber, validUntil, blockedReason, by],
  );
  return id;
}

/** Removes a person from a list; returns false if another user has removed the person already. */
export async function removeListed(tx: Tx, id: string, by: string): Promise<boolean> {
  const removed = await tx.row(
    `UPDATE collectors SET removed_by = $3, removed_at = clock_timestamp()
     WHERE school_id = $1 AND id = $2 AND removed_at IS NULL RETURNING id`,
    [tx.schoolId, id, by],
  );
  return removed !== undefined;
}

/** Reads the rule by which a student is released now. */
export async function readRule(tx: ReadTx, studentId: string): Promise<ReleaseRule> {
  const rule = await tx.row<ReleaseRule>(
    `SELECT s.require_collector OR EXISTS (SELECT 1 FROM collectors c
              WHERE c.school_id = $1 AND c.student_id = $2 AND c.removed_at IS NULL AND c.blocked_reason IS NOT NULL) AS required,
            EXISTS (SELECT 1 FROM leaves_alone l WHERE l.school_id = $1 AND l.student_id = $2) AS "leavesAlone"
     FROM schools s WHERE s.id = $1`,
    [tx.schoolId, studentId],
  );
  if (!rule) throw new Error('The school of this transaction has no row in schools.');
  return rule;
}

export interface NewRelease {
  readonly eventId: string;
  readonly studentId: string;
  readonly way: 'collector' | 'code' | 'alone' | 'word';
  readonly collectorId: string | null;
  readonly name: string | null;
  readonly relation: string | null;
  readonly releasedBy: string;
  readonly at: Date;
}

export async function insertRelease(tx: Tx, release: NewRelease): Promise<void> {
  const { eventId, studentId, way, collectorId, name, relation, releasedBy, at } = release;
  await tx.row(
    `INSERT INTO releases (school_id, event_id, student_id, way, collector_id, name, relation, released_by, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [tx.schoolId, eventId, studentId, way, collectorId, name, relation, releasedBy, at],
  );
}
