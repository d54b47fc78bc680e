import type { NoticeRow } from '@mfuko/contract/notices';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { type ListQuery, readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';
import { KEPT_DAYS } from './rules.ts';

/** Channel of pg_notify. The payload is the school's id, followed by the user's id if only that user's streams are concerned. */
export const CHANNEL = 'mfuko_notices';

/** Wakes the streams of the transaction's school, or of one user, once the transaction commits. */
export async function wake(tx: Tx, userId?: string): Promise<void> {
  await tx.row('SELECT pg_notify($1, $2)', [CHANNEL, userId ? `${tx.schoolId} ${userId}` : tx.schoolId]);
}

export interface StoredNotice extends Pick<NoticeRow, 'kind' | 'severity' | 'subject' | 'params'> {
  readonly id: string;
  readonly key: string;
  readonly quietSeconds: number;
  readonly onlyFor: string | null;
}

/** Adds a notice. Returns false where its key exists, or where its quiet time has not passed. */
export async function insertNotice(tx: Tx, notice: StoredNotice): Promise<boolean> {
  const added = await tx.row(
    `INSERT INTO notices (school_id, id, key, kind, severity, subject_kind, subject_id, params, for_user)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $10
     WHERE NOT EXISTS (SELECT 1 FROM notices WHERE school_id = $1 AND kind = $4 AND subject_id IS NOT DISTINCT FROM $7
                         AND at > clock_timestamp() - make_interval(secs => $9))
     ON CONFLICT (school_id, key) DO NOTHING RETURNING 1 AS one`,
    [
      tx.schoolId,
      notice.id,
      notice.key,
      notice.kind,
      notice.severity,
      notice.subject?.kind ?? null,
      notice.subject?.id ?? null,
      JSON.stringify(notice.params),
      notice.quietSeconds,
      notice.onlyFor,
    ],
  );
  return added !== undefined;
}

interface Found extends Omit<NoticeRow, 'subject' | 'date'> {
  subjectKind: NonNullable<NoticeRow['subject']>['kind'] | null;
  subjectId: string | null;
  date: Date;
}

/** Notices of the school ($1) as the user ($2) sees them. */
const SEEN = `
  SELECT n.id AS sysid, n.kind, n.severity, n.subject_kind AS "subjectKind", n.subject_id AS "subjectId", n.params,
         n.at AS date, r.notice_id IS NOT NULL OR n.settled_at IS NOT NULL AS read
  FROM notices n
  LEFT JOIN notice_reads r ON r.school_id = n.school_id AND r.notice_id = n.id AND r.user_id = $2
  WHERE n.school_id = $1 AND (n.for_user IS NULL OR n.for_user = $2) AND n.at > clock_timestamp() - interval '${KEPT_DAYS} days'`;

export async function listNotices(
  tx: ReadTx,
  userId: string,
  query: ListQuery & { readonly read: boolean },
): Promise<Page<NoticeRow>> {
  const page = await readPage<Found>(tx, query, {
    sql: `${SEEN} AND ($3::boolean IS NULL OR (r.notice_id IS NOT NULL OR n.settled_at IS NOT NULL) = $3)`,
    values: [tx.schoolId, userId, query.read],
    searched: ['kind'],
    sort: '-date',
    tie: 'sysid',
  });
  return { total: page.total, rows: page.rows.map(asRow) };
}

/** Lists the unread notices of a user from an id on, oldest first. */
export async function listUnreadFrom(tx: ReadTx, userId: string, fromId: string, most: number): Promise<NoticeRow[]> {
  const found = await tx.prepared<Found>(
    'list-unread-from',
    `${SEEN} AND r.notice_id IS NULL AND n.settled_at IS NULL AND n.id >= $3 ORDER BY n.id LIMIT $4`,
    [tx.schoolId, userId, fromId, most],
  );
  return found.map(asRow);
}

export async function countUnread(tx: ReadTx, userId: string): Promise<number> {
  const [counted] = await tx.prepared<{ count: number }>(
    'count-unread',
    `SELECT count(*)::int AS count FROM (${SEEN}) AS seen WHERE NOT read`,
    [tx.schoolId, userId],
  );
  return counted?.count ?? 0;
}

/** Lists the notices that a user has read or cleared, or that were settled, within the last `seconds`. */
export async function listReadSince(tx: ReadTx, userId: string, seconds: number): Promise<string[]> {
  const rows = await tx.prepared<{ id: string }>(
    'list-read-since',
    `SELECT notice_id AS id FROM notice_reads
     WHERE school_id = $1 AND user_id = $2 AND at > clock_timestamp() - make_interval(secs => $3)
     UNION
     SELECT id FROM notices WHERE school_id = $1 AND settled_at > clock_timestamp() - make_interval(secs => $3)`,
    [tx.schoolId, userId, seconds],
  );
  return rows.map(({ id }) => id);
}

/** Marks unread notices of a user as read: one notice, all up to one, or all. */
export async function markRead(tx: Tx, userId: string, which: { only?: string; upTo?: string }): Promise<void> {
  await tx.row(
    `INSERT INTO notice_reads (school_id, user_id, notice_id)
     SELECT n.school_id, $2, n.id FROM notices n
     WHERE n.school_id = $1 AND (n.for_user IS NULL OR n.for_user = $2)
       AND ($3::uuid IS NULL OR n.id = $3) AND ($4::uuid IS NULL OR n.id <= $4)
     ON CONFLICT DO NOTHING`,
    [tx.schoolId, userId, which.only ?? null, which.upTo ?? null],
  );
}

/** Settles the notice with a key, if there is one: nobody has to read it any more. Returns whether it was open. */
export async function settle(tx: Tx, key: string): Promise<boolean> {
  const settled = await tx.row(
    `UPDATE notices SET settled_at = clock_timestamp() WHERE school_id = $1 AND key = $2 AND settled_at IS NULL
     RETURNING 1 AS one`,
    [tx.schoolId, key],
  );
  return settled !== undefined;
}

export async function dropOld(tx: Tx): Promise<void> {
  await tx.row(`DELETE FROM notices WHERE school_id = $1 AND at < clock_timestamp() - interval '${KEPT_DAYS} days'`, [
    tx.schoolId,
  ]);
}

function asRow({ subjectKind, subjectId, date, ...row }: Found): NoticeRow {
  const subject = subjectKind !== null && subjectId !== null ? { kind: subjectKind, id: subjectId } : null;
  return { ...row, subject, date: date.toISOString() };
}
