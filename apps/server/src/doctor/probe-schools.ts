import { VERIFIED_AT } from '../features/books/index.ts';
import { inSchoolOf, type ReadTx } from '../platform/database/database.ts';
import type { SchoolFacts } from './facts.ts';

/** Returns the active schools with the state of their books and payment configuration. */
export async function readSchools(tx: ReadTx): Promise<SchoolFacts[]> {
  const rows = await tx.rows<SchoolRow>(
    `SELECT s.id, s.short_name AS name, s.created_at AS "createdAt", p.updated_at AS "changedAt",
            k.started_at AS "startedAt", k.outcome, k.passed_at AS "passedAt",
            (SELECT k.finished_at + (step #>> '{detail,days}')::int * interval '1 day' FROM jsonb_array_elements(k.steps) AS step
             WHERE step ->> 'step' = 'password' AND step ->> 'state' = 'passed') AS "passwordEnds",
            coalesce(b.findings, 0) AS findings, coalesce(b.difference, 0) AS difference, ${VERIFIED_AT} AS "verifiedAt"
     FROM schools s LEFT JOIN book_states b ON b.school_id = s.id LEFT JOIN payment_configs p ON p.school_id = s.id
       LEFT JOIN payment_checks k ON k.school_id = s.id
     WHERE s.status = 'active' AND s.deleted_at IS NULL ORDER BY s.short_name`,
  );
  const facts: SchoolFacts[] = [];
  for (const { id, ...row } of rows)
    facts.push({ ...factsOf(row), fingersUnlimited: await inSchoolOf(tx, id, hasUnlimitedFingers) });
  return facts;
}

/** Runs inside the school, because row-level security shows fingers and limits to their own school only. */
async function hasUnlimitedFingers(tx: ReadTx): Promise<boolean> {
  const found = await tx.row<{ unlimited: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM fingerprints WHERE school_id = $1) AND NOT EXISTS (
       SELECT 1 FROM pocket_limits WHERE school_id = $1 AND scope = 'school' AND finger_alone IS NOT NULL) AS unlimited`,
    [tx.schoolId],
  );
  return found?.unlimited ?? false;
}

interface SchoolRow {
  id: string;
  name: string;
  createdAt: Date;
  changedAt: Date | null;
  startedAt: Date | null;
  outcome: 'passed' | 'partly' | 'failed' | null;
  passedAt: Date | null;
  passwordEnds: Date | null;
  findings: number;
  difference: bigint;
  verifiedAt: Date | null;
}

function factsOf({
  createdAt,
  verifiedAt,
  changedAt,
  startedAt,
  outcome,
  passedAt,
  passwordEnds,
  ...school
}: Omit<SchoolRow, 'id'>): Omit<SchoolFacts, 'fingersUnlimited'> {
  const time = (moment: Date | null) => moment?.getTime() ?? null;
  const check =
    startedAt === null
      ? null
      : { startedAt: startedAt.getTime(), outcome, passedAt: time(passedAt), passwordEnds: time(passwordEnds) };
  return {
    ...school,
    createdAt: createdAt.getTime(),
    verifiedAt: time(verifiedAt),
    collection: changedAt === null ? null : { changedAt: changedAt.getTime(), check },
  };
}
