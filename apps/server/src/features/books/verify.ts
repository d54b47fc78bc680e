import { exactly } from '../../platform/audit-chain.ts';
import type { Tx } from '../../platform/database.ts';
import type { House } from '../../platform/house.ts';
import { checkDays } from './check-days.ts';
import { CHECKS, type Check } from './checks.ts';
import { PATIENTLY } from './close.ts';
import type { Finding } from './finding.ts';

/** Rows that are named for each question; where more are wrong, something else is. */
const NAMED = 100;

export interface Verdict {
  readonly movements: number;
  readonly postings: number;
  readonly days: number;
  /** Empty where the books are in order. */
  readonly findings: readonly Finding[];
}

/**
 * Looks at every row of a school's books: each movement, statement, wallet and receipt, what meals, items and payments claim,
 * and the closed days with their chain. Only reads.
 */
export async function verifyBooks({ db, keys }: Pick<House, 'db' | 'keys'>, schoolId: string): Promise<Verdict> {
  const findings: Finding[] = [];
  for (const check of CHECKS.filter(({ asked }) => asked !== 'hourly')) {
    findings.push(...(await db.inSchool(schoolId, (tx) => askCheck(tx, check, null))));
  }
  const { days, findings: touched } = await checkDays({ db, keys }, schoolId);
  findings.push(...touched);
  const counted = await db.inSchool(schoolId, async (tx) => {
    await tx.row(PATIENTLY);
    return tx.row<{ movements: number; postings: number }>(
      `SELECT (SELECT count(*)::int FROM movements WHERE school_id = $1) AS movements,
              (SELECT count(*)::int FROM postings WHERE school_id = $1) AS postings`,
      [schoolId],
    );
  });
  return { movements: counted?.movements ?? 0, postings: counted?.postings ?? 0, days, findings: once(findings) };
}

/** The light look: what happened since the newest closed day, each wallet's newest posting, and the equation. */
export async function lookAtOpenDay({ db }: Pick<House, 'db'>, schoolId: string): Promise<Finding[]> {
  const open = await db.inSchool(schoolId, (tx) =>
    tx.row<{ since: string | null }>(`SELECT ${exactly('max(ends)')} AS since FROM book_days WHERE school_id = $1`, [
      schoolId,
    ]),
  );
  const findings: Finding[] = [];
  for (const check of CHECKS.filter(({ asked }) => asked !== 'whole')) {
    findings.push(...(await db.inSchool(schoolId, (tx) => askCheck(tx, check, open?.since ?? '-infinity'))));
  }
  return once(findings);
}

async function askCheck(tx: Tx, { reads, sql }: Check, since: string | null): Promise<Finding[]> {
  await tx.row(PATIENTLY);
  const there = await tx.row<{ all: boolean }>(
    'SELECT coalesce(bool_and(to_regclass(name) IS NOT NULL), true) AS all FROM unnest($1::text[]) AS name',
    [reads],
  );
  if (!there?.all) return [];
  const text = sql((moment) => (since === null ? 'true' : `${moment} >= $2::timestamptz`));
  const values = text.includes('$2') ? [tx.schoolId, since] : [tx.schoolId];
  const rows = await tx.rows<Omit<Finding, 'day'>>(
    `SELECT f.check, f.movement AS "movementSYSID", s.admission_number AS "admissionNumber", f.says, f.should
     FROM (${text} LIMIT ${NAMED}) AS f LEFT JOIN students s ON s.school_id = $1 AND s.id = f.student`,
    values,
  );
  return rows.map((row) => ({ ...row, day: null }));
}

/** Two questions may find the same row wrong in the same way. */
function once(findings: readonly Finding[]): Finding[] {
  const seen = new Map(
    findings.map((each) => [JSON.stringify([each.check, each.movementSYSID, each.admissionNumber, each.day]), each]),
  );
  return [...seen.values()];
}
