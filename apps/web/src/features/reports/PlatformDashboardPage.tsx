import { Skeleton, Stack } from '@mantine/core';
import { type PlatformFigures, platformFigures } from '@mfuko/contract/platform';
import {
  IconArrowsExchange,
  IconBuildingBank,
  IconCalendarStats,
  IconMessageX,
  IconPlayerPause,
  IconScale,
  IconSettingsExclamation,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import type { Destination, SearchAt } from '../../lib/routes.ts';
import { NoSchools } from '../../school/NoSchools.tsx';
import { Money } from '../../ui/Money.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { StatCard, StatCards } from '../../ui/StatCard.tsx';
import { PlatformRanks } from './PlatformRanks.tsx';
import { PLATFORM_SCHOOLS, PlatformSchoolsTable } from './PlatformSchoolsTable.tsx';
import { PlatformTroubles } from './PlatformTroubles.tsx';

const HERE = '/app/dashboard';
const REFRESH_MS = 60_000;
const DAYS = 30;

/** Figures of all schools; each figure links to its rows. */
export function PlatformDashboardPage() {
  const { t } = useTranslation('platform');
  const figures = useCall(platformFigures, {}, { refetchInterval: REFRESH_MS });
  const { data } = figures;
  const count = (name: keyof PlatformFigures) => (data ? formatCount(data[name]) : <Waiting />);
  const today = t('windows.today');
  const days = t('windows.days', { count: DAYS });
  const now = t('windows.now');
  return (
    <>
      <PageHeader title={t('title')} />
      <Stack gap="xl">
        {data?.schools === 0 && <NoSchools />}
        {figures.isError && !data ? (
          <ErrorState error={figures.error} onRetry={() => void figures.refetch()} />
        ) : (
          <StatCards>
            <StatCard Icon={IconBuildingBank} title={t('cards.schools')} window={now} link={{ to: '/app/school.view' }}>
              {count('schools')}
            </StatCard>
            <StatCard
              Icon={IconPlayerPause}
              title={t('cards.suspended')}
              window={now}
              link={{ to: '/app/school.view', search: { status: 'suspended' } }}
            >
              {count('suspendedSchools')}
            </StatCard>
            <StatCard
              Icon={IconSettingsExclamation}
              title={t('cards.noConfig')}
              window={now}
              link={{ to: '/app/school.view', search: { hasConfig: 'false' } }}
            >
              {count('schoolsWithoutConfig')}
            </StatCard>
            <StatCard Icon={IconUsers} title={t('cards.students')} window={now} link={below('-students')}>
              {count('students')}
            </StatCard>
            <StatCard Icon={IconWallet} title={t('cards.held')} window={now} unit="KES" link={below('-moneyHeld')}>
              {data ? <Money value={data.moneyHeld} /> : <Waiting />}
            </StatCard>
            <StatCard Icon={IconArrowsExchange} title={t('cards.today')} window={today} link={below('-movementsToday')}>
              {count('movementsToday')}
            </StatCard>
            <StatCard Icon={IconCalendarStats} title={t('cards.month')} window={days} link={below('-movements30Days')}>
              {count('movements30Days')}
            </StatCard>
            <StatCard
              Icon={IconMessageX}
              title={t('cards.failed')}
              window={days}
              link={{ to: '/app/message.failed', search: { days: String(DAYS) } }}
            >
              {count('failedMessages')}
            </StatCard>
            <StatCard
              Icon={IconScale}
              title={t('cards.booksWrong')}
              window={now}
              link={below('-booksDifference', { booksWrong: 'true' })}
            >
              {count('booksWrong')}
            </StatCard>
          </StatCards>
        )}
        {data?.schools !== 0 && (
          <>
            <PlatformTroubles />
            <PlatformRanks />
            <PlatformSchoolsTable />
          </>
        )}
      </Stack>
    </>
  );
}

/** Returns a link to the table below the cards, sorted by the figure. */
function below(sort: string, filter: SearchAt<typeof HERE> = {}): Destination {
  return { to: HERE, search: { sort, ...filter }, hash: PLATFORM_SCHOOLS };
}

function Waiting() {
  return <Skeleton height={30} width={100} component="span" display="inline-block" />;
}
