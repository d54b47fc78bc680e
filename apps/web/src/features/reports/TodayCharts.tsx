import { Paper, Skeleton } from '@mantine/core';
import { today } from '@mfuko/contract/today';
import { useCall } from '../../lib/queries.ts';
import { ErrorState } from '../../ui/Notice.tsx';
import { CanteenSales } from './CanteenSales.tsx';
import { MoneyChart } from './MoneyChart.tsx';
import { PresenceChart } from './PresenceChart.tsx';
import classes from './Today.module.css';

const REFRESH_MS = 120_000;

/** Charts of the school's last days. */
export function TodayCharts() {
  const { data, isError, error, refetch } = useCall(today, {}, { refetchInterval: REFRESH_MS });
  if (isError && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div className={classes.charts}>
      <Paper withBorder p="md">
        {data?.money ? <MoneyChart days={data.money} /> : <Skeleton height={290} />}
      </Paper>
      <Paper withBorder p="md">
        {data?.presence ? <PresenceChart presence={data.presence} /> : <Skeleton height={290} />}
      </Paper>
      <Paper withBorder p="md">
        {data?.canteen ? <CanteenSales canteen={data.canteen} /> : <Skeleton height={290} />}
      </Paper>
    </div>
  );
}
