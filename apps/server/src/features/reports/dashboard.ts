import type { AnswerOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type { CheckRow, dashboard } from '@mfuko/contract/reports';
import type { Tx } from '../../platform/database.ts';
import type { Page } from '../../platform/http/call.ts';
import { type ListQuery, readPage } from '../../platform/lists.ts';

const LATEST = 20;

interface Figures {
  schoolName: string;
  students: number;
  balance: bigint;
  canteen: bigint;
  fees: bigint;
  ins: number;
  outs: number;
}

/** The school at a glance: pocket money of all time, canteen income of 7 days, fees and check counts of 30 days. */
export async function readDashboard(tx: Tx): Promise<AnswerOf<typeof dashboard>> {
  const figures = await tx.row<Figures>(
    `SELECT s.official_name AS "schoolName",
       (SELECT count(*)::int FROM students WHERE school_id = s.id AND status = 'active' AND deleted_at IS NULL) AS students,
       (SELECT COALESCE(sum(balance), 0)::bigint FROM accounts WHERE school_id = s.id AND kind = 'wallet') AS balance,
       (SELECT COALESCE(sum(p.amount), 0)::bigint FROM accounts a JOIN postings p ON p.school_id = a.school_id
          AND p.account_id = a.id AND p.position IS NULL AND p.at > now() - interval '7 days'
        WHERE a.school_id = s.id AND a.kind = 'canteen-income') AS canteen,
       (SELECT COALESCE(sum(p.amount), 0)::bigint FROM accounts a JOIN postings p ON p.school_id = a.school_id
          AND p.account_id = a.id AND p.position IS NULL AND p.at > now() - interval '30 days'
        WHERE a.school_id = s.id AND a.kind = 'platform-fees') AS fees,
       g.ins, g.outs
     FROM schools s
     CROSS JOIN (SELECT count(*) FILTER (WHERE kind = 'in')::int AS ins, count(*) FILTER (WHERE kind = 'out')::int AS outs
                 FROM gate_events WHERE school_id = $1 AND at > now() - interval '30 days') AS g
     WHERE s.id = $1`,
    [tx.schoolId],
  );
  const recent = await listChecks(tx, { page: 1, pageSize: LATEST });
  return {
    schoolName: figures?.schoolName ?? '',
    noOfStudents: figures?.students ?? 0,
    studentBalance: toKes(figures?.balance ?? 0n),
    canteenIncome: toKes(figures?.canteen ?? 0n),
    platformFees: toKes(figures?.fees ?? 0n),
    noOfCheckIns: figures?.ins ?? 0,
    noOfCheckOuts: figures?.outs ?? 0,
    recentCheckInCheckOut: [...recent.rows],
    recentSMS: [],
  };
}

export interface ChecksQuery extends ListQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly checkTypeSYSID?: '1' | '2' | undefined;
}

type Listed = Omit<CheckRow, 'date'> & { date: Date };

/** Who passed the gate, the newest first. */
export async function listChecks(tx: Tx, query: ChecksQuery): Promise<Page<CheckRow>> {
  const page = await readPage<Listed>(tx, query, {
    sql: `SELECT e.id, e.at AS date, s.admission_number AS "admissionNumber", s.names AS "studentName", c.name AS class,
                 CASE e.kind WHEN 'in' THEN 1 ELSE 2 END AS "checkTypeSYSID",
                 COALESCE(u.first_name || ' ' || u.last_names, 'Platform') AS "checkedBy"
          FROM gate_events e
          JOIN students s ON s.school_id = e.school_id AND s.id = e.student_id
          JOIN classes c ON c.school_id = s.school_id AND c.id = s.class_id
          LEFT JOIN users u ON u.school_id = e.school_id AND u.id = e.recorded_by
          WHERE e.school_id = $1 AND ($2::timestamptz IS NULL OR e.at >= $2) AND ($3::timestamptz IS NULL OR e.at < $3)
            AND ($4::text IS NULL OR e.kind = $4)`,
    values: [tx.schoolId, query.from ?? null, query.to ?? null, kindOf(query.checkTypeSYSID)],
    searched: ['admissionNumber', 'studentName', 'class', 'checkedBy'],
    sort: '-date',
    tie: 'id',
  });
  return { total: page.total, rows: page.rows.map((row) => ({ ...row, date: row.date.toISOString() })) };
}

function kindOf(checkType: '1' | '2' | undefined): 'in' | 'out' | null {
  if (checkType === undefined) return null;
  return checkType === '1' ? 'in' : 'out';
}
