import { type Books, books } from '@mfuko/contract/books';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatAmount, formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { Tag } from '../../ui/Tag.tsx';
import classes from './Books.module.css';

const REFRESH_MS = 60_000;

/** Books in a chip: whether they are in order, in a few words that lead to them. */
export function BooksChip() {
  const { t } = useTranslation('reports');
  const { data } = useCall(books, {}, { refetchInterval: REFRESH_MS });
  const standing = useStanding(data);
  if (!standing) return null;
  const { right, text, since } = standing;
  const Sign = right ? IconCircleCheck : IconAlertTriangle;
  return (
    <Link to="/app/report.books" className={classes.chip} title={since}>
      <Tag color={right ? 'green' : 'red'} icon={<Sign size={14} aria-hidden />}>
        {t('dashboard.books.title')}: {text}
      </Tag>
    </Link>
  );
}

interface Standing {
  readonly right: boolean;
  readonly text: string;
  readonly since: string;
}

/** The worst comes first: shillings, then rows. */
function useStanding(data: Books | undefined): Standing | null {
  const { t } = useTranslation('reports');
  if (data?.difference === undefined) return null;
  const { difference, since, provider, looked } = data;
  const from = (moment: string | null) =>
    moment ? t('dashboard.books.since', { date: formatDate(moment) }) : t('dashboard.books.now');
  if (difference !== 0) {
    const amount = formatAmount(Math.abs(difference));
    const text = t(difference < 0 ? 'dashboard.books.missing' : 'dashboard.books.over', { amount });
    return { right: false, text, since: from(since) };
  }
  if (provider && provider.difference !== 0) {
    const amount = formatAmount(Math.abs(provider.difference));
    const key = provider.difference < 0 ? 'dashboard.books.missingAtProvider' : 'dashboard.books.overAtProvider';
    return { right: false, text: t(key, { amount }), since: from(provider.since) };
  }
  const at = looked ? t('dashboard.books.looked', { date: formatDate(looked.date) }) : t('dashboard.books.now');
  const rows = looked?.findings.length ?? 0;
  const text = rows > 0 ? t('dashboard.books.rows', { count: rows }) : t('dashboard.books.inOrder');
  return { right: rows === 0, text, since: at };
}
