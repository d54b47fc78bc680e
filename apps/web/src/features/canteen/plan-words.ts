import type { MealSubsidy } from '@mfuko/contract/canteen-subsidies';
import { formatMoney } from '../../lib/format.ts';
import type { Say } from '../../lib/i18n.ts';

/** Returns the text that says who pays for a student's meals. */
export function planInWords(
  t: Say<'subsidies'>,
  { kind, percent, pays }: Pick<MealSubsidy, 'kind' | 'percent' | 'pays'>,
): string {
  return t(`kinds.${kind}`, { percent, pays: formatMoney(pays ?? 0) });
}
