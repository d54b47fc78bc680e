import { Text, Title } from '@mantine/core';
import type { BookDay } from '@mfuko/contract/books';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import classes from './Books.module.css';

/** Amendments of a closed day: persons and reasons. */
export function Amendments({ amendments }: Pick<BookDay, 'amendments'>) {
  const { t } = useTranslation('books');
  return (
    <section aria-labelledby="day-amendments">
      <Title order={3} size="h4" id="day-amendments" mb="xs">
        {t('amendments.title')}
      </Title>
      <ul className={classes.findings}>
        {amendments.map(({ number, put, date, reason, proposedBy, approvedBy, seal, replaced }) => (
          <li key={number}>
            <Text fw={600} size="sm">
              {t('amendments.put', { count: put, date: formatDate(date) })}
            </Text>
            <Text size="sm">{reason}</Text>
            <Text size="sm">{t('amendments.by', { proposedBy, approvedBy })}</Text>
            <Text size="sm" c="dimmed" className={classes.seal}>
              {t('amendments.seal', { seal: seal.slice(0, 12), replaced: replaced.slice(0, 12) })}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}
