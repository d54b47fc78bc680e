import '@mantine/core/styles/SegmentedControl.css';
import { Alert, Paper, SegmentedControl, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { checkHours, getExceptions } from '@mfuko/contract/campus';
import { onCampus } from '@mfuko/contract/gate';
import { getChecks } from '@mfuko/contract/reports';
import { IconAlertTriangle, IconDoorEnter, IconDoorExit, IconUsersGroup, IconZoomQuestion } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { queryKey, useCall } from '../../lib/queries.ts';
import { useSignedIn } from '../../lib/session.ts';
import { LinkAnchor } from '../../ui/links.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { StatCard } from '../../ui/StatCard.tsx';
import { ExceptionsList } from './ExceptionsList.tsx';
import { GRAVE } from './exception-words.ts';
import { HoursChart } from './HoursChart.tsx';
import { OnCampusList } from './OnCampusList.tsx';

const HERE = '/app/check.dash';
const REFRESH_MS = 10_000;
const OPEN = { settled: false, page: 1, pageSize: 1 } as const;
const GRAVELY_OPEN = { ...OPEN, kind: GRAVE } as const;

type Tab = 'here' | 'latest' | 'odd';

interface CheckDashboardPageProps {
  /** Every passage, newest first. */
  readonly latest: ReactNode;
}

/** Presence: who is in school, how the day went by the hour, and what somebody has to look at. */
export function CheckDashboardPage({ latest }: CheckDashboardPageProps) {
  const { t } = useTranslation('campus');
  const staff = useSignedIn().role !== 'CheckAgent';
  const today = useCall(checkHours, {}, { refetchInterval: REFRESH_MS, staleTime: 0 });
  const open = useCall(getExceptions, OPEN, { enabled: staff, refetchInterval: REFRESH_MS, staleTime: 0 });
  const grave = useCall(getExceptions, GRAVELY_OPEN, { enabled: staff, refetchInterval: REFRESH_MS, staleTime: 0 });
  const [tab, show] = useTab(staff);
  const { data } = today;
  useFreshLists(`${data?.ins} ${data?.outs} ${data?.onCampus} ${open.data?.total}`);
  const gravely = grave.data?.total ?? 0;
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <Stack gap="lg">
        {gravely > 0 && (
          <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />}>
            {t('grave', { count: gravely })}{' '}
            <LinkAnchor to="/app/check.dash" search={{ tab: 'odd', kind: GRAVE }} fw={600} c="inherit" td="underline">
              {t('graveLook')}
            </LinkAnchor>
          </Alert>
        )}
        {today.isError && !data ? (
          <ErrorState error={today.error} onRetry={() => void today.refetch()} />
        ) : (
          <>
            <SimpleGrid cols={{ base: 2, lg: staff ? 4 : 3 }} spacing="md">
              <StatCard Icon={IconUsersGroup} title={t('cards.here')} window={t('cards.now')}>
                <Figure value={data?.onCampus} />
              </StatCard>
              <StatCard Icon={IconDoorEnter} title={t('cards.ins')} window={t('cards.today')}>
                <Figure value={data?.ins} />
              </StatCard>
              <StatCard Icon={IconDoorExit} title={t('cards.outs')} window={t('cards.today')}>
                <Figure value={data?.outs} />
              </StatCard>
              {staff && (
                <StatCard Icon={IconZoomQuestion} title={t('cards.odd')} window={t('cards.open')}>
                  <Figure value={open.data?.total} />
                </StatCard>
              )}
            </SimpleGrid>
            <Paper withBorder p="md">
              {data ? <HoursChart hours={data.hours} /> : <Skeleton height={270} />}
            </Paper>
          </>
        )}
        {staff && (
          <SegmentedControl
            value={tab}
            onChange={(next) => show(next as Tab)}
            data={(['here', 'latest', 'odd'] as const).map((value) => ({ value, label: t(`tabs.${value}`) }))}
            aria-label={t('tabs.label')}
          />
        )}
        {tab === 'latest' ? latest : tab === 'odd' ? <ExceptionsList /> : <OnCampusList />}
      </Stack>
    </>
  );
}

/**
 * Returns which list is shown. The address holds the choice; changing the list resets its filters, since the filters of all lists share
 * their names.
 */
function useTab(staff: boolean): [Tab, (next: Tab) => void] {
  const { tab, view } = useSearch({ from: HERE });
  const navigate = useNavigate();
  // Only the list of exceptions has views of its own, so an address with a view and no tab means that list.
  const wanted = tab ?? (view === undefined ? 'here' : 'odd');
  const known = staff && (wanted === 'latest' || wanted === 'odd') ? wanted : 'here';
  return [known, (next) => void navigate({ to: HERE, resetScroll: false, search: { tab: next } })];
}

/** Invalidates the lists as soon as a figure has changed, since their rows are out of date from then on. */
function useFreshLists(figures: string): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the figures are what it waits for
  useEffect(() => {
    for (const list of [onCampus, getChecks, getExceptions])
      void client.invalidateQueries({ queryKey: queryKey(list) });
  }, [client, figures]);
}

function Figure({ value }: { value: number | undefined }) {
  return value === undefined ? (
    <Skeleton height={30} width={80} component="span" display="inline-block" />
  ) : (
    formatCount(value)
  );
}
