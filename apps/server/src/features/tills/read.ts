import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type {
  Counts,
  getTill,
  getTillMovements,
  getTills,
  Till,
  TillEntry,
  TillRow,
  TillRules,
} from '@mfuko/contract/tills';
import type { ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Actor, Page } from '../../platform/http/call.ts';
import { stamped } from '../../platform/records/stamp.ts';
import { tillNotFound } from './errors.ts';
import { mayTouchTill } from './rules.ts';
import { readLimit, readRemainder } from './store.ts';

const STATUS = `CASE WHEN t.countersigned_at IS NOT NULL THEN 'confirmed' WHEN t.closed_at IS NOT NULL THEN 'closed' ELSE 'open' END`;

/** Sums of the postings of till `t` by kind. Accounts that hold cash are negative in the books. */
const SUMS = `
  SELECT COALESCE(-sum(p.amount), 0)::bigint AS holds,
         COALESCE(-sum(p.amount) FILTER (WHERE m.kind = 'float' AND p.amount < 0), 0)::bigint AS floats,
         COALESCE(sum(p.amount) FILTER (WHERE m.kind = 'float' AND p.amount > 0), 0)::bigint AS "handedBack",
         COALESCE(-sum(p.amount) FILTER (WHERE m.kind = 'deposit'), 0)::bigint AS "paidIn",
         count(*) FILTER (WHERE m.kind = 'deposit')::int AS "paidInCount",
         COALESCE(sum(p.amount) FILTER (WHERE m.kind = 'cash-out'), 0)::bigint AS "paidOut",
         count(*) FILTER (WHERE m.kind = 'cash-out')::int AS "paidOutCount",
         COALESCE(-sum(p.amount) FILTER (WHERE m.kind = 'reversal'), 0)::bigint AS "takenBack",
         count(*) FILTER (WHERE m.kind = 'reversal')::int AS "takenBackCount"
  FROM postings p JOIN journal_entries m ON m.school_id = p.school_id AND m.id = p.entry_id
  WHERE p.school_id = t.school_id AND p.account_id = t.id`;

/** SQL for the names of a user; those of an Admin are hidden from the school. */
function namesOf(person: string): string {
  return `COALESCE(${person}.first_name || ' ' || ${person}.last_names, 'Platform')`;
}

interface Found {
  sysid: string;
  names: string;
  own: boolean;
  status: Till['status'];
  openedAt: Date;
  note: string | null;
  float: bigint;
  holds: bigint;
  floats: bigint;
  handedBack: bigint;
  paidIn: bigint;
  paidInCount: number;
  paidOut: bigint;
  paidOutCount: number;
  takenBack: bigint;
  takenBackCount: number;
  closedAt: Date | null;
  closedBy: string;
  closedByAsker: boolean;
  expected: bigint;
  counted: bigint;
  counts: Counts | null;
  reason: string | null;
  left: bigint;
  confirmedAt: Date | null;
  confirmedBy: string;
  confirmNote: string | null;
}

/** Returns one till as `askedBy` sees it. Throws till.not-found. */
export async function readTill(tx: ReadTx, id: string, askedBy: string): Promise<Till> {
  const found = await tx.row<Found>(
    `SELECT t.id AS sysid, ${namesOf('u')} AS names, t.user_id = $3 AS own, ${STATUS} AS status, t.opened_at AS "openedAt",
            t.note, t.opening_float AS float, s.*, t.closed_at AS "closedAt", ${namesOf('c')} AS "closedBy",
            t.closed_by = $3 AS "closedByAsker", t.expected, t.counted, t.counts, t.reason, t.left_in AS left,
            t.countersigned_at AS "confirmedAt", ${namesOf('w')} AS "confirmedBy", t.countersign_note AS "confirmNote"
     FROM tills t
     LEFT JOIN users u ON u.school_id = t.school_id AND u.id = t.user_id
     LEFT JOIN users c ON c.school_id = t.school_id AND c.id = t.closed_by
     LEFT JOIN users w ON w.school_id = t.school_id AND w.id = t.countersigned_by
     CROSS JOIN LATERAL (${SUMS}) AS s
     WHERE t.school_id = $1 AND t.id = $2`,
    [tx.schoolId, id, askedBy],
  );
  if (!found) throw tillNotFound();
  return {
    sysid: found.sysid,
    names: found.names,
    own: found.own,
    status: found.status,
    openedAt: found.openedAt.toISOString(),
    note: found.note,
    float: toKes(found.float),
    added: toKes(found.floats - found.float),
    handedBack: toKes(found.handedBack),
    paidIn: toKes(found.paidIn),
    paidInCount: found.paidInCount,
    paidOut: toKes(found.paidOut),
    paidOutCount: found.paidOutCount,
    takenBack: toKes(found.takenBack),
    takenBackCount: found.takenBackCount,
    holds: toKes(found.holds),
    closing: found.closedAt && {
      date: found.closedAt.toISOString(),
      by: found.closedBy,
      own: found.closedByAsker,
      expected: toKes(found.expected),
      counted: toKes(found.counted),
      counts: found.counts,
      variance: toKes(found.counted - found.expected),
      reason: found.reason,
      left: toKes(found.left),
    },
    confirmation: found.confirmedAt && {
      date: found.confirmedAt.toISOString(),
      by: found.confirmedBy,
      note: found.confirmNote,
    },
  };
}

/** Converts the rules of the school's tills for the API. */
export function rulesOf(limit: bigint): TillRules {
  return stamped({ varianceLimit: toKes(limit) });
}

/** Returns the user's open till with its cash, and what closing the till will require. */
export async function readOwnTill(tx: ReadTx, userId: string): Promise<AnswerOf<typeof getTill>> {
  const open = await tx.row<{ id: string }>(
    'SELECT id FROM tills WHERE school_id = $1 AND user_id = $2 AND closed_at IS NULL',
    [tx.schoolId, userId],
  );
  const rules = rulesOf(await readLimit(tx));
  return {
    till: open ? await readTill(tx, open.id, userId) : null,
    left: toKes(await readRemainder(tx, userId)),
    varianceLimit: rules.varianceLimit,
    rulesUpdated: rules.updated,
    required: await readRequired(tx),
  };
}

async function readRequired(tx: ReadTx): Promise<boolean> {
  const school = await tx.row<{ required: boolean }>('SELECT require_till AS required FROM schools WHERE id = $1', [
    tx.schoolId,
  ]);
  return school?.required ?? false;
}

type ListedTill = Omit<
  TillRow,
  'openedAt' | 'closedAt' | 'float' | 'paidIn' | 'paidOut' | 'holds' | 'counted' | 'variance'
> &
  Pick<Found, 'openedAt' | 'closedAt' | 'float' | 'paidIn' | 'paidOut' | 'holds'> & {
    counted: bigint | null;
    variance: bigint | null;
  };

export async function listTills(tx: ReadTx, query: InputOf<typeof getTills>): Promise<Page<TillRow>> {
  const which = `t.school_id = $1 AND ($2::text IS NULL OR ${STATUS} = $2)`;
  const page = await readPage<ListedTill>(tx, query, {
    sql: `SELECT t.id AS sysid, ${namesOf('u')} AS names, ${STATUS} AS status, t.opened_at AS "openedAt",
                 t.opening_float AS float, s."paidIn", s."paidOut", s.holds, t.closed_at AS "closedAt", t.counted,
                 t.counted - t.expected AS variance, CASE WHEN t.closed_by IS NOT NULL THEN ${namesOf('c')} END AS "closedBy",
                 CASE WHEN t.countersigned_by IS NOT NULL THEN ${namesOf('w')} END AS "confirmedBy"
          FROM tills t
          LEFT JOIN users u ON u.school_id = t.school_id AND u.id = t.user_id
          LEFT JOIN users c ON c.school_id = t.school_id AND c.id = t.closed_by
          LEFT JOIN users w ON w.school_id = t.school_id AND w.id = t.countersigned_by
          CROSS JOIN LATERAL (${SUMS}) AS s
          WHERE ${which}`,
    counted: `SELECT 1 FROM tills t WHERE ${which}`,
    values: [tx.schoolId, query.status ?? null],
    searched: ['names', 'closedBy', 'confirmedBy'],
    sort: '-openedAt',
    tie: 'sysid',
  });
  return {
    total: page.total,
    rows: page.rows.map((row) => ({
      ...row,
      openedAt: row.openedAt.toISOString(),
      closedAt: row.closedAt?.toISOString() ?? null,
      float: toKes(row.float),
      paidIn: toKes(row.paidIn),
      paidOut: toKes(row.paidOut),
      holds: toKes(row.holds),
      counted: row.counted === null ? null : toKes(row.counted),
      variance: row.variance === null ? null : toKes(row.variance),
    })),
  };
}

/** Throws till.not-found for a till that does not exist, or that a cashier may not see. */
export async function requireTouch(tx: ReadTx, actor: Pick<Actor, 'role' | 'userId'>, id: string): Promise<void> {
  const till = await tx.row<{ userId: string }>(
    'SELECT user_id AS "userId" FROM tills WHERE school_id = $1 AND id = $2',
    [tx.schoolId, id],
  );
  if (!till || !mayTouchTill(actor, till.userId)) throw tillNotFound();
}

export async function listEntries(tx: ReadTx, query: InputOf<typeof getTillMovements>): Promise<Page<TillEntry>> {
  const page = await readPage<Omit<TillEntry, 'date' | 'amount'> & { date: Date; amount: bigint }>(tx, query, {
    sql: `SELECT m.id AS sysid, m.at AS date, -p.amount AS amount, ${namesOf('u')} AS "by", st.names,
                 st.admission_number AS "admissionNumber", m.reference,
                 CASE WHEN m.kind = 'float' AND p.amount > 0 THEN 'hand-back'
                      WHEN m.kind <> 'till-close' THEN m.kind
                      WHEN o.kind = 'till-variance' THEN 'variance' ELSE 'close' END AS kind
          FROM postings p
          JOIN journal_entries m ON m.school_id = p.school_id AND m.id = p.entry_id
          LEFT JOIN postings op ON op.school_id = p.school_id AND op.entry_id = p.entry_id AND op.leg = 3 - p.leg
          LEFT JOIN accounts o ON o.school_id = op.school_id AND o.id = op.account_id
          LEFT JOIN students st ON st.school_id = m.school_id AND st.id = m.student_id
          LEFT JOIN users u ON u.school_id = m.school_id AND u.id = m.by_user
          WHERE p.school_id = $1 AND p.account_id = $2`,
    values: [tx.schoolId, query.sysid],
    searched: ['names', 'admissionNumber', 'reference', 'by', 'kind'],
    sort: '-date',
    tie: 'sysid',
  });
  return {
    total: page.total,
    rows: page.rows.map((row) => ({ ...row, date: row.date.toISOString(), amount: toKes(row.amount) })),
  };
}
