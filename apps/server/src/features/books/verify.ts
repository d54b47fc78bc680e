import { exactly } from '../../platform/audit/chain.ts';
import type { ReadTx } from '../../platform/database/database.ts';
import { type BooksParts, checkDays } from './check-days.ts';
import { CHECKS_OF_THE_TRAIL } from './check-trail.ts';
import { CHECKS, type Check, OF_ALL, SINCE } from './checks.ts';
import { CHECKS_OF_PARTS } from './checks-of-parts.ts';
import { PATIENTLY } from './close.ts';
import type { Finding } from './finding.ts';

/** Most findings that one check reports; with more wrong rows the cause is elsewhere. */
const NAMED = 100;
const QUESTIONS = [...CHECKS, ...CHECKS_OF_PARTS, ...CHECKS_OF_THE_TRAIL];

interface Verdict {
  readonly movements: number;
  readonly postings: number;
  readonly days: number;
  /** Empty if the books are in order. */
  readonly findings: readonly Finding[];
}

/**
 * Checks every row of a school's books: journal entries, statements, wallets and receipts, the claims of meals, items and payments, the
 * audit trail, and the closed days with their hash chain. Only reads.
 */
export async function verifyBooks({ db, keys }: BooksParts, schoolId: string): Promise<Verdict> {
  const asked = await db.readSchool(schoolId, async (tx) => {
    const findings = await ask(
      tx,
      QUESTIONS.filter((check) => check.asked !== 'hourly'),
      null,
    );
    const counted = await tx.row<{ movements: number; postings: number }>(
      `SELECT (SELECT count(*)::int FROM journal_entries WHERE school_id = $1) AS movements,
              (SELECT count(*)::int FROM postings WHERE school_id = $1) AS postings`,
      [schoolId],
    );
    return { movements: counted?.movements ?? 0, postings: counted?.postings ?? 0, findings };
  });
  const { days, findings: touched } = await checkDays({ db, keys }, schoolId);
  return { ...asked, days, findings: once([...asked.findings, ...touched]) };
}

/** Light check: the rows since the newest closed day, each wallet's newest posting, and the equation. */
export async function checkOpenDay(tx: ReadTx): Promise<Finding[]> {
  const open = await tx.row<{ since: string | null }>(
    `SELECT ${exactly('max(ends)')} AS since FROM book_days WHERE school_id = $1`,
    [tx.schoolId],
  );
  const hourly = QUESTIONS.filter((check) => check.asked === 'hourly' || check.asked === 'both');
  return once(await ask(tx, hourly, open?.since ?? '-infinity'));
}

/**
 * Nightly check from a day before the last full check on: all checks that a time can restrict, and the closed days of that period with
 * their hash chain. Earlier seals are trusted until the next full check.
 */
export async function verifyRecent({ db, keys }: BooksParts, schoolId: string): Promise<Finding[]> {
  const { since, findings } = await db.readSchool(schoolId, async (tx) => {
    const state = await tx.row<{ since: string | null }>(
      `SELECT ${exactly("(whole_at - interval '1 day')")} AS since FROM book_states WHERE school_id = $1`,
      [tx.schoolId],
    );
    const from = state?.since ?? '-infinity';
    const nightly = QUESTIONS.filter((check) => check.asked !== 'whole');
    return { since: from, findings: await ask(tx, nightly, from) };
  });
  const { findings: touched } = await checkDays({ db, keys }, schoolId, since);
  return once([...findings, ...touched]);
}

/** Each statement sees one snapshot, so that an entry that commits in the meantime is seen with all its rows or not at all. */
async function ask(tx: ReadTx, checks: readonly Check[], since: string | null): Promise<Finding[]> {
  await tx.row(PATIENTLY);
  const there = await tx.rows<{ name: string }>(
    'SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NOT NULL',
    [[...new Set(checks.flatMap(({ reads }) => reads))]],
  );
  const tables = new Set(there.map(({ name }) => name));
  const findings: Finding[] = [];
  for (const { reads, sql } of checks) {
    if (!reads.every((name) => tables.has(name))) continue;
    const text = sql(since === null ? OF_ALL : SINCE);
    const rows = await tx.rows<Omit<Finding, 'day'>>(
      `SELECT f.check, f.movement AS "movementSYSID", s.admission_number AS "admissionNumber", f.says, f.should
       FROM (${text} LIMIT ${NAMED}) AS f LEFT JOIN students s ON s.school_id = $1 AND s.id = f.student`,
      text.includes('$2') ? [tx.schoolId, since] : [tx.schoolId],
    );
    findings.push(...rows.map((row) => ({ ...row, day: null })));
  }
  return findings;
}

/** Removes duplicates: two checks may find the same row wrong in the same way. */
function once(findings: readonly Finding[]): Finding[] {
  const seen = new Map(
    findings.map((each) => [JSON.stringify([each.check, each.movementSYSID, each.admissionNumber, each.day]), each]),
  );
  return [...seen.values()];
}
