import { formatDate, formatMoney } from '../../lib/format.ts';
import type { Say } from '../../lib/i18n.ts';
import { schoolAtWork } from '../../lib/school.ts';
import type { Attempt } from './attempts.ts';
import { kindOf } from './kind.ts';

/** Returns a line about an attempt: kind of money, amount, student and time; also the school, where another one is the current school. */
export function aboutAttempt(attempt: Attempt, t: Say<'school'>): string {
  const { admissionNumber, amount, at, school, schoolName } = attempt;
  const parts = [
    t(kindOf(attempt)),
    amount !== null && `KES ${formatMoney(Number(amount))}`,
    admissionNumber !== null && t('attempts.student', { admissionNumber }),
    school !== schoolAtWork() && schoolName,
    formatDate(at),
  ];
  return parts.filter(Boolean).join(', ');
}
