import { busTrips, getBuses } from '@mfuko/contract/bus';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import { useMemo, useState } from 'react';
import { daysAgo } from '../../lib/days-ago.ts';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { DataList } from '../../ui/DataList.tsx';
import { FirstStep } from '../../ui/FirstStep.tsx';
import type { Column } from '../../ui/list-columns.ts';
import type { FiltersAt } from '../../ui/list-search.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { When } from '../../ui/When.tsx';
import { busName } from './bus-name.ts';

const HERE = '/app/report.trips';

type Trip = AnswerOf<typeof busTrips>;

const DAYS = [1, 7, 30] as const;
const BY_LABEL = { sort: 'label' } as const;

/** List of each bus's trips: start, last alighting and number of riders. */
export function TripsPage() {
  const { t } = useTranslation('bus');
  const [total, setTotal] = useState<number>();
  const buses = useCall(getBuses, BY_LABEL).data?.rows;
  const columns = useMemo<Column<Trip>[]>(
    () => [
      { field: 'startDate', title: t('trips.start'), value: (row) => row.startDate, kind: 'date', sortable: true },
      {
        field: 'busNumberPlate',
        title: t('fields.busNumberPlate'),
        value: (row) => row.busNumberPlate,
        sortable: true,
      },
      { field: 'label', title: t('fields.label'), value: (row) => row.label, sortable: true },
      {
        field: 'endDate',
        title: t('trips.end'),
        value: (row) => row.endDate,
        kind: 'date',
        render: (row) => (row.endDate === null ? t('trips.underWay') : <When moment={row.endDate} />),
      },
      { field: 'students', title: t('trips.students'), value: (row) => row.students, kind: 'count', sortable: true },
      { field: 'aboard', title: t('trips.aboard'), value: (row) => row.aboard, kind: 'count' },
    ],
    [t],
  );
  const filters = useMemo<FiltersAt<typeof HERE>>(
    () => [
      {
        field: 'from',
        label: t('trips.anyTime'),
        options: DAYS.map((count) => ({ value: daysAgo(count - 1), label: t('trips.days', { count }) })),
      },
      {
        field: 'busSYSID',
        label: t('trips.anyBus'),
        options: (buses ?? []).map(({ sysid, busNumberPlate, label }) => ({
          value: sysid,
          label: busName({ busNumberPlate, label }),
        })),
      },
    ],
    [t, buses],
  );
  return (
    <>
      <PageHeader
        title={t('trips.title')}
        subtitle={total === undefined ? undefined : t('trips.total', { count: total, shown: formatCount(total) })}
      />
      <DataList
        at={HERE}
        name={t('trips.title')}
        endpoint={busTrips}
        columns={columns}
        filters={filters}
        defaultSort="-startDate"
        rowId={(row) => row.sysid}
        searchLabel={t('trips.search')}
        empty={{
          title: t('trips.empty'),
          message: t('route.emptyHint'),
          action: <FirstStep to="/app/school.bus.view" screen="busView" />,
        }}
        onTotal={setTotal}
      />
    </>
  );
}
