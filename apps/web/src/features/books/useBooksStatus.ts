import type { Books } from '@mfuko/contract/books';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';

export interface BooksStatusText {
  /** One sentence for each fault; empty where the books are in order. */
  readonly troubles: readonly string[];
  /** Time of the last check of the rows. */
  readonly looked: string;
  /** Sentence that the books are in order, as far as they were checked; unused where there are faults. */
  readonly calm: string;
}

/** Returns the state of the books in sentences, for the screen and for the paper. */
export function useBooksStatus({ difference, since, provider, looked }: Books): BooksStatusText {
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
  };
}
