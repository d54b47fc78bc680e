import type { MealSubsidy } from '@mfuko/contract/canteen-subsidies';
import { formatAmount } from '../../lib/format.ts';
import type { Say } from '../../lib/i18n.ts';

/** Plan in words: who pays for the meals of a student. */
export function planInWords(
  t: Say<'subsidies'>,
  { kind, percent, pays }: Pick<MealSubsidy, 'kind' | 'percent' | 'pays'>,
): string {
  return t(`kinds.${kind}`, { percent, pays: formatAmount(pays ?? 0) });
}
