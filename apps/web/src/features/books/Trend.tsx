import { bookDays } from '@mfuko/contract/books';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';
import classes from './Books.module.css';
import { dayText } from './day-text.ts';

const DAYS = 30;
const NEWEST = { page: 1, pageSize: DAYS, sort: '-day' } as const;

/** What was held at the end of each of the last days, as bars; days with a difference stand out. The list beneath says the same. */
export function Trend() {
  const { t } = useTranslation('books');
  const rows = useCall(bookDays, NEWEST).data?.rows;
  if (!rows || rows.length < 2) return null;
  const days = rows.toReversed();
  const most = Math.max(1, ...days.map(({ held, owed }) => Math.max(held, owed)));
  return (
    <figure className={classes.trend}>
      <figcaption>{t('trend', { count: days.length, amount: formatAmount(most) })}</figcaption>
      <div className={classes.bars} aria-hidden>
        {days.map(({ day, held, difference, providerDifference, state }) => {
          const wrong = difference !== 0 || (providerDifference ?? 0) !== 0 || state === 'touched';
          const words = { day: dayText(day), amount: formatAmount(held) };
          return (
            <span
              key={day}
              className={wrong ? classes.barWrong : classes.barRight}
              title={t(wrong ? 'trendWrong' : 'trendDay', words)}
              style={{ height: `${Math.max(2, (Math.max(0, held) / most) * 100)}%` }}
            />
          );
        })}
      </div>
    </figure>
  );
}
