import { Anchor } from '@mantine/core';
import { runningTrips } from '@mfuko/contract/bus-trips';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { queryKey } from '../../lib/queries.ts';
import { DataList } from '../../ui/DataList.tsx';
import { FirstStep } from '../../ui/FirstStep.tsx';
import type { Column } from '../../ui/list-columns.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { When } from '../../ui/When.tsx';
import { busName } from './bus-name.ts';
import { LiveMap } from './LiveMap.tsx';
import { isStale, serverNow, useAgeOfPosition } from './position-age.ts';
import { papersInWords, type Running, stateInWords } from './running-words.ts';

/** Polling interval: the office watches this page while a bus is late. */
const AGAIN_MS = 5_000;

/** List of all open trips, headed by closed trips on which a child was left aboard; refreshes itself. */
export function RunningTripsPage() {
  const { t } = useTranslation('bus');
  const [total, setTotal] = useState<number>();
  const client = useQueryClient();
  const age = useAgeOfPosition();
  useEffect(() => {
    // Polls even an empty list, since a trip may be opened meanwhile.
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: queryKey(runningTrips) }), AGAIN_MS);
    return () => clearInterval(timer);
  }, [client]);
  const columns = useMemo<Column<Running>[]>(
    () => [
      {
        field: 'busNumberPlate',
        title: t('fields.busNumberPlate'),
        value: (row) => row.busNumberPlate,
        sortable: true,
        // The trip's desk belongs to the lean entry, so a plain link leads there.
        render: (row) => (
          <>
            <Anchor href={`/app/check.trip?bus=${encodeURIComponent(row.busNumberPlate)}`}>{busName(row)}</Anchor>
            {row.closed && (
              <div>
                <Sign color="red">{t('running.left', { count: row.aboard, shown: formatCount(row.aboard) })}</Sign>
              </div>
            )}
          </>
        ),
      },
      {
        field: 'routeName',
        title: t('trip.route'),
        value: (row) => row.routeName ?? t('running.anyRoute'),
        sortable: true,
      },
      { field: 'direction', title: t('trip.direction'), value: (row) => t(`trip.directions.${row.direction}`) },
      {
        field: 'opened',
        title: t('running.since'),
        value: (row) => row.opened,
        kind: 'date',
        sortable: true,
        render: (row) => <When moment={row.opened} />,
      },
      { field: 'attendant', title: t('running.attendant'), value: (row) => row.attendant, sortable: true },
      { field: 'aboard', title: t('buses.aboard'), value: (row) => row.aboard, kind: 'count', sortable: true },
      {
        field: 'position',
        title: t('positions.title'),
        value: ({ position }) => (position ? age(position, serverNow()) : t('positions.none')),
        render: ({ position }) =>
          position && isStale(position, serverNow()) ? (
            <Sign color="red">{age(position, serverNow())}</Sign>
          ) : position ? (
            age(position, serverNow())
          ) : (
            t('positions.none')
          ),
      },
      {
        field: 'late',
        title: t('running.state'),
        value: (row) => [stateInWords(t, row), ...papersInWords(t, row.papers)].join(' · '),
        render: (row) => (
          <>
            {row.closed ? (
              stateInWords(t, row)
            ) : row.late ? (
              <Sign color="red">{t('running.late')}</Sign>
            ) : (
              t('running.inTime')
            )}
            {row.papers && (
              <div>
                <Sign color={row.papers.permittedBy ? 'yellow' : 'red'}>{papersInWords(t, row.papers)[0]}</Sign>{' '}
                {papersInWords(t, row.papers)[1]}
              </div>
            )}
          </>
        ),
      },
    ],
    [t, age],
  );
  return (
    <>
      <PageHeader
        title={t('running.title')}
        subtitle={total === undefined ? undefined : t('running.total', { count: total, shown: formatCount(total) })}
      />
      <LiveMap />
      <DataList
        at="/app/school.bus.running"
        name={t('running.title')}
        endpoint={runningTrips}
        columns={columns}
        defaultSort="opened"
        rowId={(row) => row.sysid}
        searchLabel={t('running.search')}
        empty={{
          title: t('running.empty'),
          message: t('running.emptyHint'),
          action: <FirstStep to="/app/school.bus.view" screen="busView" />,
        }}
        onTotal={setTotal}
      />
    </>
  );
}

function Sign({ color, children }: { color: 'red' | 'yellow'; children: ReactNode }) {
  return (
    <Tag color={color} icon={<IconAlertTriangle size={14} aria-hidden />}>
      {children}
    </Tag>
  );
}
