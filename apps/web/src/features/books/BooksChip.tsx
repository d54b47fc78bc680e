import { type Books, books } from '@mfuko/contract/books';
import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { Tag } from '../../ui/Tag.tsx';
import classes from './Books.module.css';

const REFRESH_MS = 60_000;

/** Chip with the state of the books and its age; links to the books. */
export function BooksChip() {
  const { t } = useTranslation('reports');
  const { data } = useCall(books, {}, { refetchInterval: REFRESH_MS });
  const standing = useStanding(data);
  if (!standing) return null;
  const { state, text, since } = standing;
  const { color, Sign } = LOOKS[state];
  return (
    <Link to="/app/report.books" className={classes.chip} title={since}>
      <Tag long color={color} icon={<Sign size={14} aria-hidden />}>
        {t('dashboard.books.title')}: {text}
      </Tag>
    </Link>
  );
}

const LOOKS = {
  right: { color: 'green', Sign: IconCircleCheck },
  wrong: { color: 'red', Sign: IconAlertTriangle },
  unknown: { color: 'gray', Sign: IconClock },
} as const;

interface Standing {
  /** Unknown until the rows were checked, since equal sums prove little. */
  readonly state: keyof typeof LOOKS;
  readonly text: string;
  readonly since: string;
}

/** Returns the worst fault: a difference in money first, then faulty rows. */
function useStanding(data: Books | undefined): Standing | null {
  const { t } = useTranslation('reports');
  if (data?.difference === undefined) return null;
  const { difference, since, provider, looked } = data;
  const from = (moment: string | null) =>
    moment ? t('dashboard.books.since', { date: formatDate(moment) }) : t('dashboard.books.now');
  if (difference !== 0) {
    const amount = formatMoney(Math.abs(difference));
    const text = t(difference < 0 ? 'dashboard.books.missing' : 'dashboard.books.over', { amount });
    return { state: 'wrong', text, since: from(since) };
  }
  if (provider && provider.difference !== 0) {
    const amount = formatMoney(Math.abs(provider.difference));
    const key = provider.difference < 0 ? 'dashboard.books.missingAtProvider' : 'dashboard.books.overAtProvider';
    return { state: 'wrong', text: t(key, { amount }), since: from(provider.since) };
  }
  if (!looked) return { state: 'unknown', text: t('dashboard.books.notLooked'), since: t('dashboard.books.now') };
  const date = formatDate(looked.date);
  const rows = looked.findings.length;
  if (rows > 0)
    return {
      state: 'wrong',
      text: t('dashboard.books.rows', { count: rows }),
      since: t('dashboard.books.looked', { date }),
    };
  return { state: 'right', text: t('dashboard.books.inOrder', { date }), since: t('dashboard.books.looked', { date }) };
}
