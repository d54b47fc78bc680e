import { Paper } from '@mantine/core';
import { getMenu, type MealRow, menuTracking } from '@mfuko/contract/canteen';
import { Suspense, useMemo, useState } from 'react';
import { daysAgo } from '../../lib/days-ago.ts';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { DataList } from '../../ui/DataList.tsx';
import { FirstStep } from '../../ui/FirstStep.tsx';
import { latePart } from '../../ui/late-part.tsx';
import type { Column } from '../../ui/list-columns.ts';
import type { FiltersAt } from '../../ui/list-search.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';

// Lazy chunk: the list loads first.
const Plates = latePart(() => import('./Plates.tsx').then((it) => it.Plates));

const HERE = '/app/report.menu';
const DAYS = [1, 7, 30] as const;
const BY_NAME = { sort: 'name' } as const;

/** List of portions: student, item, time and the user who handed the portion out. */
export function MenuTrackingPage() {
  const { t } = useTranslation('canteen');
  const { t: tSchool } = useTranslation('school');
  const [total, setTotal] = useState<number>();
  const menu = useCall(getMenu, BY_NAME);
  const items = menu.data?.rows;
  const columns = useMemo<Column<MealRow>[]>(
    () => [
      { field: 'date', title: t('tracking.date'), value: (row) => row.date, kind: 'date', sortable: true },
      {
        field: 'admissionNumber',
        title: tSchool('student.number'),
        value: (row) => row.admissionNumber,
        sortable: true,
      },
      { field: 'studentName', title: t('served.student'), value: (row) => row.studentName, sortable: true },
      { field: 'class', title: t('tracking.class'), value: (row) => row.class, sortable: true },
      { field: 'menuItem', title: t('served.item'), value: (row) => row.menuItem, sortable: true },
      { field: 'quantity', title: t('tracking.quantity'), value: (row) => row.quantity, kind: 'count' },
      { field: 'amount', title: t('tracking.amount'), value: (row) => row.amount, kind: 'amount', sortable: true },
      { field: 'method', title: t('tracking.method'), value: (row) => t(`methods.${row.method}`), hidden: true },
      { field: 'window', title: t('tracking.window'), value: (row) => row.window, hidden: true },
      { field: 'servedBy', title: t('tracking.by'), value: (row) => row.servedBy, sortable: true, hidden: true },
      { field: 'override', title: t('tracking.override'), value: (row) => row.override, hidden: true },
      {
        field: 'reversed',
        title: t('tracking.state'),
        value: (row) => t(row.reversed ? 'tracking.reversed' : 'tracking.standing'),
      },
    ],
    [t, tSchool],
  );
  const filters = useMemo<FiltersAt<typeof HERE>>(
    () => [
      {
        field: 'from',
        label: t('tracking.anyTime'),
        options: DAYS.map((count) => ({ value: daysAgo(count - 1), label: t('tracking.days', { count }) })),
      },
      {
        field: 'menuItemSYSID',
        label: t('tracking.anyItem'),
        options: (items ?? []).map(({ sysid, name }) => ({ value: sysid, label: name })),
      },
      {
        field: 'method',
        label: t('tracking.anyMethod'),
        options: (['fingerprint', 'pin'] as const).map((value) => ({ value, label: t(`methods.${value}`) })),
      },
    ],
    [t, items],
  );
  return (
    <>
      <PageHeader
        title={t('tracking.title')}
        subtitle={total === undefined ? undefined : t('tracking.total', { count: total, shown: formatCount(total) })}
      />
      <DataList
        at={HERE}
        name={t('tracking.title')}
        endpoint={menuTracking}
        columns={columns}
        filters={filters}
        defaultSort="-date"
        rowId={(row) => row.sysid}
        searchLabel={t('tracking.search')}
        empty={{
          title: t('tracking.empty'),
          message: t('tracking.emptyHint'),
          action: <FirstStep to="/app/school.menu.view" screen="menuView" />,
        }}
        onTotal={setTotal}
        sumWords={t('tracking.sum')}
      />
      <Paper withBorder p="md" mt="xl">
        <Suspense>
          <Plates names />
        </Suspense>
      </Paper>
    </>
  );
}
