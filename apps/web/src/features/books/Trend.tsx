import { Paper } from '@mantine/core';
import { bookDays } from '@mfuko/contract/books';
import { formatDay, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { Chart } from '../../ui/chart/Chart.tsx';

const DAYS = 30;
const NEWEST = { page: 1, pageSize: DAYS, sort: '-day' } as const;
/** Interval in days of the labels on the axis. */
const EVERY = 7;

/** Chart of the assets at the end of each recent day; days with a difference are marked. */
export function Trend() {
  const { t } = useTranslation('books');
  const rows = useCall(bookDays, NEWEST).data?.rows;
  if (!rows || rows.length < 2) return null;
  const days = rows.toReversed().map((row) => ({
    ...row,
    wrong: row.difference !== 0 || (row.providerDifference ?? 0) !== 0 || row.state === 'touched',
  }));
  return (
    <Paper withBorder p="md" mb="md">
      <Chart
        title={t('trend', { count: days.length })}
        kind="bars"
        labelTitle={t('days.day')}
        labels={days.map(({ day, wrong }, place) => ({
          full: wrong ? t('trendWrong', { day: formatDay(day) }) : formatDay(day),
          short: (days.length - 1 - place) % EVERY === 0 ? formatDay(day).slice(0, 5) : '',
        }))}
        series={[
          {
            name: t('held'),
            color: 'in',
            values: days.map(({ held }) => held),
            wrong: days.map(({ wrong }) => wrong),
          },
        ]}
        format={formatMoney}
        empty={t('postings.empty')}
      />
    </Paper>
  );
}
