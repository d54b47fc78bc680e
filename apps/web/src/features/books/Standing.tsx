import { Paper, Text } from '@mantine/core';
import type { Books } from '@mfuko/contract/books';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { formatAmount, formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import classes from './Books.module.css';

/** In one sentence: whether the books are in order, and where they are not. */
export function Standing({ books }: { books: Books }) {
  const { t } = useTranslation('books');
  const wrong = useTroubles(books);
  const Icon = wrong.length > 0 ? IconAlertTriangle : IconCircleCheck;
  const looked = books.looked
    ? t('looked', { date: formatDate(books.looked.date), whole: formatDate(books.looked.whole) })
    : t('notLooked');
  return (
    <Paper withBorder p="md" className={wrong.length > 0 ? classes.wrong : classes.right} role="status">
      <div className={classes.standing}>
        <Icon size={28} aria-hidden />
        <div>
          {wrong.length === 0 && (
            <Text fw={700} size="lg">
              {t('inOrder')}
            </Text>
          )}
          {wrong.map((text) => (
            <Text key={text} fw={700} size="lg">
              {text}
            </Text>
          ))}
          <Text size="sm">{looked}</Text>
        </div>
      </div>
    </Paper>
  );
}

function useTroubles({ difference, since, provider, looked }: Books): string[] {
  const { t } = useTranslation('books');
  const troubles: string[] = [];
  const told = (
    key: 'missing' | 'over' | 'missingAtProvider' | 'overAtProvider',
    amount: number,
    from: string | null,
  ) =>
    t(key, {
      amount: formatAmount(Math.abs(amount)),
      since: from ? t('since', { date: formatDate(from) }) : '',
    }).trim();
  if (difference !== 0) troubles.push(told(difference < 0 ? 'missing' : 'over', difference, since));
  if (provider && provider.difference !== 0)
    troubles.push(
      told(provider.difference < 0 ? 'missingAtProvider' : 'overAtProvider', provider.difference, provider.since),
    );
  if (looked && looked.findings.length > 0) troubles.push(t('rowsWrong', { count: looked.findings.length }));
  return troubles;
}
