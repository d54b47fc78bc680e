import type { GivenSubsidy, MealSubsidy, mealSubsidies } from '@mfuko/contract/canteen-subsidies';
import type { InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';
import { stamped } from '../../platform/records/stamp.ts';
import { getStudentById, type Student } from '../students/index.ts';
import type { Subsidy } from './subsidy-rules.ts';

const NONE: Subsidy = { kind: 'none', percent: null, pays: null };

/** Reads a student's meal subsidy. */
export async function subsidyOf(tx: ReadTx, studentId: string): Promise<Subsidy> {
  const [found] = await tx.prepared<Subsidy>(
    'meal-subsidy-of',
    'SELECT kind, percent, pays FROM meal_subsidies WHERE school_id = $1 AND student_id = $2',
    [tx.schoolId, studentId],
  );
  return found ?? NONE;
}

/** Reads a student's meal subsidy with the open proposal, as seen by a user. Throws student.not-found. */
export async function readSubsidy(tx: ReadTx, studentId: string, askedBy: string | null): Promise<MealSubsidy> {
  const student = await getStudentById(tx, studentId);
  return asSubsidy(student, await subsidyOf(tx, studentId), await readProposal(tx, studentId, askedBy));
}

type WaitingPlan = NonNullable<MealSubsidy['proposal']>;

async function readProposal(tx: ReadTx, studentId: string, askedBy: string | null): Promise<WaitingPlan | null> {
  const found = await tx.row<Omit<WaitingPlan, 'date' | 'pays'> & { date: Date; pays: bigint | null }>(
    `SELECT p.id AS sysid, p.kind, p.percent, p.pays, COALESCE(u.first_name || ' ' || u.last_names, 'Platform') AS "by",
            p.at AS date, COALESCE(p.by_user = $3::uuid, false) AS own
     FROM meal_subsidy_proposals p LEFT JOIN users u ON u.id = p.by_user
     WHERE p.school_id = $1 AND p.student_id = $2 AND p.decision IS NULL`,
    [tx.schoolId, studentId, askedBy],
  );
  return found
    ? { ...found, date: found.date.toISOString(), pays: found.pays === null ? null : toKes(found.pays) }
    : null;
}

/** Stores a subsidy that two persons have agreed on. */
export async function writeSubsidy(
  tx: Tx,
  studentId: string,
  proposedBy: string,
  { kind, percent, pays }: Subsidy,
): Promise<void> {
  if (kind === 'none') {
    await tx.row('DELETE FROM meal_subsidies WHERE school_id = $1 AND student_id = $2', [tx.schoolId, studentId]);
    return;
  }
  await tx.row(
    `INSERT INTO meal_subsidies (school_id, student_id, kind, percent, pays, by_user) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (school_id, student_id) DO UPDATE SET kind = $3, percent = $4, pays = $5, by_user = $6, at = clock_timestamp()`,
    [tx.schoolId, studentId, kind, percent, pays, proposedBy],
  );
}

type Listed = Omit<GivenSubsidy, 'pays' | 'given' | 'since'> & {
  pays: bigint | null;
  given: bigint;
  since: Date | null;
};

/** Lists the students with a subsidy now or in the given period, with the portions and the sum that the school paid. */
export async function listSubsidies(tx: ReadTx, query: InputOf<typeof mealSubsidies>): Promise<Page<GivenSubsidy>> {
  const page = await readPage<Listed>(tx, query, {
    sql: `SELECT s.id AS sysid, s.admission_number AS "admissionNumber", s.names, c.name AS class,
                 COALESCE(p.kind, 'none') AS kind, p.percent, p.pays, p.at AS since,
                 COALESCE(g.portions, 0)::int AS portions, COALESCE(g.given, 0)::bigint AS given, w.id IS NOT NULL AS waiting
          FROM students s
          JOIN classes c ON c.school_id = s.school_id AND c.id = s.class_id
          LEFT JOIN meal_subsidies p ON p.school_id = s.school_id AND p.student_id = s.id
          LEFT JOIN meal_subsidy_proposals w ON w.school_id = s.school_id AND w.student_id = s.id AND w.decision IS NULL
          LEFT JOIN (
            SELECT m.student_id, sum(m.portions) AS portions, sum(m.subsidy) AS given FROM meals m
            WHERE m.school_id = $1 AND m.subsidy > 0 AND ($2::timestamptz IS NULL OR m.at >= $2) AND ($3::timestamptz IS NULL OR m.at < $3)
              AND NOT EXISTS (SELECT 1 FROM journal_entries r WHERE r.school_id = m.school_id AND r.reverses = COALESCE(m.sale_id, m.entry_id))
            GROUP BY m.student_id
          ) AS g ON g.student_id = s.id
          WHERE s.school_id = $1 AND s.erased_at IS NULL AND s.deleted_at IS NULL AND (w.id IS NOT NULL OR NOT $4 AND (p.student_id IS NOT NULL OR g.given > 0))`,
    values: [tx.schoolId, query.from ?? null, query.to ?? null, query.waiting],
    searched: ['admissionNumber', 'names', 'class'],
    sort: 'names',
    digits: ['admissionNumber'],
    natural: ['class'],
    tie: 'sysid',
  });
  return {
    total: page.total,
    rows: page.rows.map((row) => ({
      ...row,
      pays: row.pays === null ? null : toKes(row.pays),
      given: toKes(row.given),
      since: row.since?.toISOString() ?? null,
    })),
  };
}

function asSubsidy(
  { id, admissionNumber, names }: Student,
  { kind, percent, pays }: Subsidy,
  proposal: WaitingPlan | null,
): MealSubsidy {
  const plan = { kind, percent, pays: pays === null ? null : toKes(pays) };
  return stamped({ sysid: id, admissionNumber, names, ...plan, proposal }, ['proposal']);
}
