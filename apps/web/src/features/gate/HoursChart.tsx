import type { checkHours } from '@mfuko/contract/campus';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Chart } from '../../ui/chart/Chart.tsx';

type Hour = AnswerOf<typeof checkHours>['hours'][number];

/** Hours of a school day, which the chart shows even where nobody passed yet. */
const FIRST = 6;
const LAST = 18;

/** Chart of today's hours: check-ins above the axis, check-outs below it. */
export function HoursChart({ hours }: { hours: readonly Hour[] }) {
  const { t } = useTranslation('campus');
  const busy = hours.filter(({ ins, outs }) => ins + outs > 0).map(({ hour }) => hour);
  const from = Math.min(FIRST, ...busy);
  const to = Math.max(LAST, ...busy);
  const shown = hours.filter(({ hour }) => hour >= from && hour <= to);
  return (
    <Chart
      title={t('hours.heading')}
      kind="bars"
      unit={t('hours.unit')}
      labelTitle={t('hours.hour')}
      labels={shown.map(({ hour }) => ({ full: clock(hour), short: hour % 2 === 0 ? clock(hour).slice(0, 2) : '' }))}
      series={[
        { name: t('hours.ins'), color: 'in', values: shown.map(({ ins }) => ins) },
        { name: t('hours.outs'), color: 'out', values: shown.map(({ outs }) => outs), down: true },
      ]}
      format={formatCount}
      whole
      empty={t('hours.empty')}
    />
  );
}

function clock(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}
