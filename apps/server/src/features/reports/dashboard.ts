import type { AnswerOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type { dashboard } from '@mfuko/contract/reports';
import type { ReadTx } from '../../platform/database/database.ts';
import { latestChecks } from './checks.ts';

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

/** SQL for the recent income of an account of the school's own; reversals are deducted. */
function income(kind: 'canteen-income' | 'platform-fees', days: number): string {
  return `(SELECT COALESCE(sum(p.amount), 0)::bigint FROM accounts a JOIN postings p ON p.school_id = a.school_id
             AND p.account_id = a.id AND p.position IS NULL AND p.at > now() - interval '${days} days'
           WHERE a.school_id = $1 AND a.kind = '${kind}')`;
}

/**
 * SQL for the number of passages of a kind, counted from an index: a month at a large school has a hundred thousand rows. An undone
 * passage and its undoing are one row of each kind, and are both deducted.
 */
function passages(kind: 'in' | 'out'): string {
  return `(SELECT count(*)::int FROM gate_events WHERE school_id = $1 AND kind = '${kind}' AND at > now() - interval '30 days')
    - (SELECT count(*)::int FROM gate_events WHERE school_id = $1 AND undoes IS NOT NULL AND at > now() - interval '30 days')`;
}

const FIGURES = `
  SELECT s.official_name AS "schoolName",
    (SELECT count(*)::int FROM students WHERE school_id = $1 AND status = 'active' AND deleted_at IS NULL) AS students,
    (SELECT COALESCE(sum(balance), 0)::bigint FROM accounts WHERE school_id = $1 AND kind = 'wallet') AS balance,
    ${income('canteen-income', 7)} AS canteen, ${income('platform-fees', 30)} AS fees,
    ${passages('in')} AS ins, ${passages('out')} AS outs
  FROM schools s WHERE s.id = $1`;

/** Reads the school's dashboard: the sum of all balances, canteen income of 7 days, fees and passages of 30 days. */
export async function readDashboard(tx: ReadTx): Promise<AnswerOf<typeof dashboard>> {
  const [figures] = await tx.prepared<Figures>('dashboard-figures', FIGURES, [tx.schoolId]);
  if (!figures) throw new TypeError('The school of this transaction has no row in schools.');
  return {
    schoolName: figures.schoolName,
    noOfStudents: figures.students,
    studentBalance: toKes(figures.balance),
    canteenIncome: toKes(figures.canteen),
    platformFees: toKes(figures.fees),
    noOfCheckIns: figures.ins,
    noOfCheckOuts: figures.outs,
    recentCheckInCheckOut: await latestChecks(tx, LATEST),
    recentSMS: [],
  };
}
