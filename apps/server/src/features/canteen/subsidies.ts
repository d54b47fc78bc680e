import type { GivenSubsidy, MealSubsidy, mealSubsidies, setMealSubsidy } from '@mfuko/contract/canteen-subsidies';
import type { InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import { audit } from '../../platform/audit/audit.ts';
import { changesOf } from '../../platform/audit/changes.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Call, Page } from '../../platform/http/call.ts';
import { requireUnchanged, stamped } from '../../platform/records/stamp.ts';
import { getStudentById, type Student } from '../students/index.ts';
import type { Subsidy } from './subsidy-rules.ts';

const NONE: Subsidy = { kind: 'none', percent: null, pays: null };

/** Subsidy of a student: who pays for the meals. */
export async function subsidyOf(tx: ReadTx, studentId: string): Promise<Subsidy> {
  const [found] = await tx.prepared<Subsidy>(
    'meal-subsidy-of',
    'SELECT kind, percent, pays FROM meal_subsidies WHERE school_id = $1 AND student_id = $2',
    [tx.schoolId, studentId],
  );
  return found ?? NONE;
}

export async function readSubsidy(tx: ReadTx, studentId: string): Promise<MealSubsidy> {
  return asSubsidy(await getStudentById(tx, studentId), await subsidyOf(tx, studentId));
}

/** Sets who pays for the portions from now on. Throws student.not-found and record.changed. */
export function setSubsidy(
  call: Call,
  { sysid, kind, percent, pays, updated }: InputOf<typeof setMealSubsidy>,
): Promise<MealSubsidy> {
  return call.record(async (tx) => {
    // One at a time, or two people's changes would both fit what they saw.
    await tx.row('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`meal-subsidy:${sysid}`]);
    const student = await getStudentById(tx, sysid);
    const before = await subsidyOf(tx, sysid);
    await requireUnchanged(updated, async () => asSubsidy(student, before));
    const after: Subsidy = {
      kind,
      percent: kind === 'percent' ? (percent ?? null) : null,
      pays: kind === 'fixed' ? (pays ?? null) : null,
    };
    await write(tx, call, sysid, after);
    const changes = changesOf(told(before), told(after));
    if (Object.keys(changes).length > 0)
      await audit(tx, call, {
        action: 'canteen.subsidy',
        subjectKind: 'student',
        subjectId: sysid,
        detail: { changes },
      });
    return asSubsidy(student, after);
  });
}

async function write(tx: Tx, call: Call, studentId: string, { kind, percent, pays }: Subsidy): Promise<void> {
  if (kind === 'none') {
    await tx.row('DELETE FROM meal_subsidies WHERE school_id = $1 AND student_id = $2', [tx.schoolId, studentId]);
    return;
  }
  await tx.row(
    `INSERT INTO meal_subsidies (school_id, student_id, kind, percent, pays, by_user) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (school_id, student_id) DO UPDATE SET kind = $3, percent = $4, pays = $5, by_user = $6, at = clock_timestamp()`,
    [tx.schoolId, studentId, kind, percent, pays, call.actor.userId],
  );
}

type Listed = Omit<GivenSubsidy, 'pays' | 'given' | 'since'> & {
  pays: bigint | null;
  given: bigint;
  since: Date | null;
};

/** Subsidies: who pays less than the menu says, and whoever did in that time, with what the school gave. */
export async function listSubsidies(tx: ReadTx, query: InputOf<typeof mealSubsidies>): Promise<Page<GivenSubsidy>> {
  const page = await readPage<Listed>(tx, query, {
    sql: `SELECT s.id AS sysid, s.admission_number AS "admissionNumber", s.names, c.name AS class,
                 COALESCE(p.kind, 'none') AS kind, p.percent, p.pays, p.at AS since,
                 COALESCE(g.portions, 0)::int AS portions, COALESCE(g.given, 0)::bigint AS given
          FROM students s
          JOIN classes c ON c.school_id = s.school_id AND c.id = s.class_id
          LEFT JOIN meal_subsidies p ON p.school_id = s.school_id AND p.student_id = s.id
          LEFT JOIN (
            SELECT m.student_id, sum(m.portions) AS portions, sum(m.subsidy) AS given FROM meals m
            WHERE m.school_id = $1 AND m.subsidy > 0 AND ($2::timestamptz IS NULL OR m.at >= $2) AND ($3::timestamptz IS NULL OR m.at < $3)
              AND NOT EXISTS (SELECT 1 FROM journal_entries r WHERE r.school_id = m.school_id AND r.reverses = COALESCE(m.sale_id, m.entry_id))
            GROUP BY m.student_id
          ) AS g ON g.student_id = s.id
          WHERE s.school_id = $1 AND s.erased_at IS NULL AND s.deleted_at IS NULL AND (p.student_id IS NOT NULL OR g.given > 0)`,
    values: [tx.schoolId, query.from ?? null, query.to ?? null],
    searched: ['admissionNumber', 'names', 'class'],
    sort: 'names',
    digits: ['admissionNumber'],
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

function asSubsidy({ id, admissionNumber, names }: Student, { kind, percent, pays }: Subsidy): MealSubsidy {
  return stamped({ sysid: id, admissionNumber, names, kind, percent, pays: pays === null ? null : toKes(pays) });
}

/** As the trail tells it. */
function told({ kind, percent, pays }: Subsidy) {
  return { mealSubsidy: kind, percent: percent ?? '', pays: pays === null ? '' : toKes(pays) };
}
