import type { LimitRule, LimitScope, StudentLimits } from '@mfuko/contract/limits';
import { toKes } from '@mfuko/contract/money';
import type { ReadTx } from '../../platform/database/database.ts';
import { findCashHold, getStudentOfNumber } from '../students/index.ts';
import { findOpenApproval } from './store.ts';

interface Counting {
  rule: LimitRule;
  most: bigint;
  set_by: LimitScope;
  used: bigint;
}

/** Returns the limits in force for a student, who set them, and how much is left of each. Throws student.not-found. */
export async function limitsOfStudent(tx: ReadTx, userId: string, admissionNumber: string): Promise<StudentLimits> {
  const student = await getStudentOfNumber(tx, admissionNumber);
  const counting = await tx.rows<Counting>('SELECT rule, most, set_by, used FROM pocket_limits_of($1, $2)', [
    tx.schoolId,
    student.id,
  ]);
  const gate = await tx.row<{ inside: boolean }>('SELECT is_checked_in($1, $2) AS inside', [tx.schoolId, student.id]);
  const hold = await findCashHold(tx, student.id);
  const checkedIn = gate?.inside ?? false;
  const leftOf = ({ most, used }: Counting) => (used >= most ? 0n : most - used);
  const left = (rules: readonly LimitRule[]) =>
    counting.filter(({ rule }) => rules.includes(rule)).map((each) => leftOf(each));
  const stopped = counting.some(
    (each) =>
      each.rule === 'no-cash' ||
      (each.rule === 'on-campus' && !checkedIn) ||
      (each.rule === 'cash-outs' && leftOf(each) === 0n),
  );
  return {
    admissionNumber,
    rules: counting.map((each) => {
      const shown = each.rule === 'cash-outs' ? Number : toKes;
      return { rule: each.rule, limit: shown(each.most), left: shown(leftOf(each)), setBy: each.set_by };
    }),
    cashLeft: stopped ? 0 : leastOf(left(['cash-out', 'day', 'week'])),
    spendingLeft: leastOf(left(['spending'])),
    checkedIn,
    hold: hold && { until: hold.until.toISOString(), changed: hold.changed },
    approval: await findOpenApproval(tx, userId, student.id),
  };
}

function leastOf(cents: readonly bigint[]): number | null {
  if (cents.length === 0) return null;
  return toKes(cents.reduce((least, each) => (each < least ? each : least)));
}
