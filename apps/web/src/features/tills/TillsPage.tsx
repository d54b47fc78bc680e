import { Button } from '@mantine/core';
import { getTills, TILL_STATES, type TillRow } from '@mfuko/contract/tills';
import { IconAdjustments } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatCount, formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useSignedIn } from '../../lib/session.ts';
import { DataList } from '../../ui/DataList.tsx';
import { LinkButton } from '../../ui/links.tsx';
import type { Column } from '../../ui/list-columns.ts';
import type { FiltersAt } from '../../ui/list-search.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { useAddressed } from '../../ui/useAddressed.ts';
import { LimitDialog } from './LimitDialog.tsx';
import { TillDrawer } from './TillDrawer.tsx';

const HERE = '/app/till.view';
const COLOURS = { open: 'blue', closed: 'yellow', confirmed: 'green' } as const;

/** List of the school's tills by day: float, result and the responsible users. */
export function TillsPage() {
  const { t } = useTranslation('tills');
  const { role } = useSignedIn();
  const [total, setTotal] = useState<number>();
  const [setting, setSetting] = useState(false);
  const [opened, open] = useAddressed(HERE, 'view');
  const columns = useMemo<Column<TillRow>[]>(
    () => [
      { field: 'names', title: t('list.names'), value: (row) => row.names, sortable: true },
      { field: 'openedAt', title: t('list.opened'), value: (row) => row.openedAt, kind: 'date', sortable: true },
      {
        field: 'closedAt',
        title: t('list.closed'),
        value: (row) => row.closedAt,
        kind: 'date',
        sortable: true,
        hidden: true,
      },
      {
        field: 'status',
        title: t('list.status'),
        value: (row) => t(`states.${row.status}`),
        render: (row) => <Tag color={COLOURS[row.status]}>{t(`states.${row.status}`)}</Tag>,
      },
      {
        field: 'float',
        title: t('list.float'),
        value: (row) => row.float,
        kind: 'amount',
        sortable: true,
        hidden: true,
      },
      {
        field: 'paidIn',
        title: t('list.paidIn'),
        value: (row) => row.paidIn,
        kind: 'amount',
        sortable: true,
        hidden: true,
      },
      { field: 'paidOut', title: t('list.paidOut'), value: (row) => row.paidOut, kind: 'amount', sortable: true },
      { field: 'holds', title: t('list.holds'), value: (row) => row.holds, kind: 'amount' },
      { field: 'counted', title: t('list.counted'), value: (row) => row.counted, kind: 'amount', hidden: true },
      { field: 'variance', title: t('list.variance'), value: (row) => row.variance, kind: 'amount', sortable: true },
      { field: 'closedBy', title: t('list.closedBy'), value: (row) => row.closedBy, hidden: true },
      { field: 'confirmedBy', title: t('list.confirmedBy'), value: (row) => row.confirmedBy, hidden: true },
    ],
    [t],
  );
  const filters = useMemo<FiltersAt<typeof HERE>>(
    () => [
      {
        field: 'status',
        label: t('list.all'),
        options: TILL_STATES.map((value) => ({ value, label: t(`states.${value}`) })),
      },
    ],
    [t],
  );
  return (
    <>
      <PageHeader
        title={t('list.title')}
        subtitle={total === undefined ? undefined : t('list.total', { count: total, shown: formatCount(total) })}
        actions={
          role === 'Admin' && (
            <Button
              variant="default"
              leftSection={<IconAdjustments size={18} aria-hidden />}
              onClick={() => setSetting(true)}
            >
              {t('limit.open')}
            </Button>
          )
        }
      />
      <DataList
        at={HERE}
        name={t('list.title')}
        endpoint={getTills}
        columns={columns}
        filters={filters}
        rowId={(row) => row.sysid}
        searchLabel={t('list.search')}
        empty={{
          title: t('list.empty'),
          message: t('list.emptyHint'),
          action: (
            <LinkButton to="/app/till" variant="default" mt="xs">
              {t('banner.toOpen')}
            </LinkButton>
          ),
        }}
        onOpen={(row) => open(row.sysid)}
        actions={(row) => (
          <RowActions
            name={t('list.one', { names: row.names, date: formatDate(row.openedAt) })}
            onView={() => open(row.sysid)}
          />
        )}
        onTotal={setTotal}
      />
      <TillDrawer sysid={opened} onClose={() => open(undefined)} />
      {setting && <LimitDialog onClose={() => setSetting(false)} />}
    </>
  );
}
