import { Skeleton } from '@mantine/core';
import { type Books, books } from '@mfuko/contract/books';
import { IconScale } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatAmount, formatDate } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';
import { StatCard } from './StatCard.tsx';

const REFRESH_MS = 60_000;
const BOOKS: LinkProps = { to: '/app/report.books' as never };

/** Whether the books are in order, and how much is missing where. */
export function BooksCard() {
  const { t } = useTranslation('reports');
  const { data, isError } = useCall(books, {}, { refetchInterval: REFRESH_MS });
  const { text, since } = useStanding(data);
  if (isError && !data) return null;
  return (
    <StatCard Icon={IconScale} title={t('dashboard.books.title')} window={since} link={BOOKS}>
      {data ? text : <Skeleton height={30} width={140} component="span" display="inline-block" />}
    </StatCard>
  );
}

/** What is worst comes first: shillings, then rows. */
function useStanding(data: Books | undefined): { text: string; since: string } {
  const { t } = useTranslation('reports');
  if (!data) return { text: '', since: t('dashboard.books.now') };
  const { difference, since, provider, looked } = data;
  const from = (moment: string | null) =>
    moment ? t('dashboard.books.since', { date: formatDate(moment) }) : t('dashboard.books.now');
  if (difference !== 0) {
    const amount = formatAmount(Math.abs(difference));
    return {
      text: t(difference < 0 ? 'dashboard.books.missing' : 'dashboard.books.over', { amount }),
      since: from(since),
    };
  }
  if (provider && provider.difference !== 0) {
    const amount = formatAmount(Math.abs(provider.difference));
    const key = provider.difference < 0 ? 'dashboard.books.missingAtProvider' : 'dashboard.books.overAtProvider';
    return { text: t(key, { amount }), since: from(provider.since) };
  }
  const at = looked ? t('dashboard.books.looked', { date: formatDate(looked.date) }) : t('dashboard.books.now');
  const rows = looked?.findings.length ?? 0;
  return { text: rows > 0 ? t('dashboard.books.rows', { count: rows }) : t('dashboard.books.inOrder'), since: at };
}
