import { Anchor } from '@mantine/core';
import type { Today } from '@mfuko/contract/today';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Chart } from '../../ui/chart/Chart.tsx';

/** Hours of a school day, which the chart shows even where nobody has come yet. */
const FIRST = 5;
const LAST = 19;

/** Number of students in school by hour, compared with the same weekday of last week. */
export function PresenceChart({ presence }: { presence: Today['presence'] }) {
  const { t } = useTranslation(['today', 'shell']);
  const { hours, now, before } = presence;
  const reached = hours.findLast(({ today }) => today !== null)?.hour ?? 0;
  const shown = hours.filter(({ hour }) => hour >= Math.min(FIRST, reached) && hour <= Math.max(LAST, reached));
  const [year, month, date] = before.split('-');
  return (
    <Chart
      title={t('presence.title', { count: now, shown: formatCount(now) })}
      kind="lines"
      unit={t('presence.unit')}
      labelTitle={t('presence.hour')}
      labels={shown.map(({ hour }) => ({
        full: `${String(hour).padStart(2, '0')}:59`,
        short: hour % 3 === 0 ? `${String(hour).padStart(2, '0')}` : '',
      }))}
      series={[
        { name: t('presence.today'), color: 'in', values: shown.map(({ today }) => today) },
        {
          name: t('presence.before', { date: `${date}/${month}/${year}` }),
          color: 'muted',
          values: shown.map((each) => each.before),
        },
      ]}
      format={formatCount}
      whole
      empty={
        <>
          {t('presence.empty')}{' '}
          <Anchor href="/app/checkin.fingerprint" td="underline">
            {t('shell:screens.checkInFingerprint')}
          </Anchor>
        </>
      }
      start={shown.findIndex(({ hour }) => hour === reached)}
    />
  );
}
