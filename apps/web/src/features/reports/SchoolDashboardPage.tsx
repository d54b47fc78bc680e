import { Group, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { dashboard } from '@mfuko/contract/reports';
import { IconDoorEnter, IconReceipt2, IconToolsKitchen2, IconWallet } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { useSchool } from '../../lib/school.ts';
import { Money } from '../../ui/Money.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { StatCard, StatCards } from '../../ui/StatCard.tsx';
import { ChecksTable } from './ChecksTable.tsx';
import { SetupList } from './SetupList.tsx';
import { TodayCharts } from './TodayCharts.tsx';
import { TodoPanel } from './TodoPanel.tsx';

const CANTEEN_DAYS = 7;
const LONG_DAYS = 30;
const REFRESH_MS = 30_000;

interface SchoolDashboardPageProps {
  /** Chip with the state of the books. */
  readonly books: ReactNode;
}

/** Dashboard of the school: balances, pending work and the last days. The title shows the school's name and its number of students. */
export function SchoolDashboardPage({ books }: SchoolDashboardPageProps) {
  const { t } = useTranslation('reports');
  const school = useSchool();
  const figures = useCall(dashboard, {}, { refetchInterval: REFRESH_MS });
  const { data } = figures;
  const allTime = t('dashboard.windows.allTime');
  const days = (count: number) => t('dashboard.windows.days', { count });
  return (
    <>
      <PageHeader
        title={t('dashboard.title', { school: data?.schoolName ?? school?.shortName ?? '' })}
        subtitle={
          <Group gap="sm">
            {data && t('dashboard.students', { count: data.noOfStudents, shown: formatCount(data.noOfStudents) })}
            {books}
          </Group>
        }
      />
      <Stack gap="xl">
        {figures.isError && !data ? (
          <ErrorState error={figures.error} onRetry={() => void figures.refetch()} />
        ) : (
          <StatCards>
            <StatCard Icon={IconWallet} title={t('dashboard.cards.balance')} window={allTime} unit="KES">
              {data ? <Money dashes value={data.studentBalance} /> : <Waiting />}
            </StatCard>
            <StatCard
              Icon={IconToolsKitchen2}
              title={t('dashboard.cards.canteen')}
              window={days(CANTEEN_DAYS)}
              unit="KES"
            >
              {data ? <Money dashes value={data.canteenIncome} /> : <Waiting />}
            </StatCard>
            <StatCard Icon={IconReceipt2} title={t('dashboard.cards.fees')} window={days(LONG_DAYS)} unit="KES">
              {data ? <Money dashes value={data.platformFees} /> : <Waiting />}
            </StatCard>
            <StatCard Icon={IconDoorEnter} title={t('dashboard.cards.checks')} window={days(LONG_DAYS)}>
              {data ? <Checks ins={data.noOfCheckIns} outs={data.noOfCheckOuts} /> : <Waiting />}
            </StatCard>
          </StatCards>
        )}
        <TodoPanel />
        <SetupList />
        <TodayCharts />
        <ChecksTable at="/app/school.dash" />
      </Stack>
    </>
  );
}

function Checks({ ins, outs }: { ins: number; outs: number }) {
  const { t } = useTranslation('reports');
  const shown = { ins: formatCount(ins), outs: formatCount(outs) };
  return (
    <>
      <span aria-hidden>
        {shown.ins}/{shown.outs}
      </span>
      <VisuallyHidden>{t('dashboard.checksSpoken', shown)}</VisuallyHidden>
    </>
  );
}

function Waiting() {
  return <Skeleton height={30} width={140} component="span" display="inline-block" />;
}
