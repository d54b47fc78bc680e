import type { Today } from '@mfuko/contract/today';
import { formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Chart } from '../../ui/chart/Chart.tsx';
import { LinkAnchor } from '../../ui/links.tsx';

/** Interval in days of the labels on the axis. */
const EVERY = 7;

/** Chart of each day's pocket money: deposits above the axis, withdrawals below it. */
export function MoneyChart({ days }: { days: Today['money'] }) {
  const { t } = useTranslation(['today', 'shell']);
  const newest = days.length - 1;
  const labels = days.map(({ day }, place) => {
    const [year, month, date] = day.split('-');
    const weekday = t(`weekdays.${new Date(`${day}T12:00:00Z`).getUTCDay() as 0 | 1 | 2 | 3 | 4 | 5 | 6}`);
    const short = (newest - place) % EVERY === 0 ? `${date}/${month}` : '';
    return { full: `${weekday} ${date}/${month}/${year}`, short };
  });
  return (
    <Chart
      title={t('money.title', { count: days.length })}
      kind="bars"
      unit="KES"
      labelTitle={t('money.day')}
      labels={labels}
      series={[
        { name: t('money.in'), color: 'in', values: days.map((day) => day.in) },
        { name: t('money.cash'), color: 'out', values: days.map((day) => day.cash), down: true },
        { name: t('money.spent'), color: 'spent', values: days.map((day) => day.spent), down: true },
      ]}
      format={formatMoney}
      empty={
        <>
          {t('money.empty')}{' '}
          <LinkAnchor to="/app/student.upload.money" td="underline">
            {t('shell:screens.uploadMoney')}
          </LinkAnchor>
        </>
      }
    />
  );
}
