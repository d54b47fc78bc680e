import type { BookPart, Books } from '@mfuko/contract/books';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';

export interface BooksStatusText {
  /** One sentence for each fault; empty where the books are in order. */
  readonly troubles: readonly string[];
  /** Time of the last check of the rows. */
  readonly looked: string;
  /** Sentence that the books are in order, as far as they were checked; unused where there are faults. */
  readonly calm: string;
  /** One sentence for each place of money from which more was taken than was recorded into it. */
  readonly belowZero: readonly string[];
}

/** Money that a school also holds for itself, which the books do not know: a first till starts with some of it. */
const ALSO_OWN: readonly BookPart[] = ['cash-desk', 'bank'];

/** Returns the state of the books in sentences, for the screen and for the paper. */
export function useBooksStatus({ difference, since, provider, looked, held }: Books): BooksStatusText {
  const { t } = useTranslation('books');
  const troubles: string[] = [];
  const told = (
    key: 'missing' | 'over' | 'missingAtProvider' | 'overAtProvider',
    amount: number,
    from: string | null,
  ) =>
    t(key, {
      amount: formatMoney(Math.abs(amount)),
      since: from ? t('since', { date: formatDate(from) }) : '',
    }).trim();
  if (difference !== 0) troubles.push(told(difference < 0 ? 'missing' : 'over', difference, since));
  if (provider && provider.difference !== 0)
    troubles.push(
      told(provider.difference < 0 ? 'missingAtProvider' : 'overAtProvider', provider.difference, provider.since),
    );
  if (looked && looked.findings.length > 0) troubles.push(t('rowsWrong', { count: looked.findings.length }));
  return {
    troubles,
    calm: t(looked ? 'inOrder' : 'unknown'),
    looked: looked ? t('looked', { date: formatDate(looked.date), whole: formatDate(looked.whole) }) : t('notLooked'),
    belowZero: held
      .filter(({ part, amount }) => amount < 0 && ALSO_OWN.includes(part))
      .map(({ part }) => t('belowZero', { part: t(`parts.${part}`) })),
  };
}
