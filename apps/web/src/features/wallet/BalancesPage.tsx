import { Button } from '@mantine/core';
import { getClasses } from '@mfuko/contract/schools';
import { type BalanceRow, getBalances } from '@mfuko/contract/wallet';
import { IconPrinter } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';
import { DataList } from '../../ui/DataList.tsx';
import { useAddressed } from '../../ui/DetailDrawer.tsx';
import type { Column, ListFilter } from '../../ui/list-columns.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { StatementDrawer } from './StatementDrawer.tsx';

/** What each student holds, and how it came to that. */
export function BalancesPage() {
  const { t } = useTranslation('wallet');
  const [total, setTotal] = useState<number>();
  const [opened, open] = useAddressed('view');
  const { classSYSID: picked } = useSearch({ strict: false }) as { classSYSID?: string };
  const classes = useCall(getClasses, { sort: 'className' });
  const classRows = classes.data?.rows;
  const columns = useMemo<Column<BalanceRow>[]>(
    () => [
      {
        field: 'admissionNumber',
        title: t('fields.admissionNumber'),
        value: (row) => row.admissionNumber,
        sortable: true,
      },
      { field: 'names', title: t('balances.names'), value: (row) => row.names, sortable: true },
      { field: 'className', title: t('balances.class'), value: (row) => row.className, sortable: true },
      { field: 'balance', title: t('balance'), value: (row) => row.balance, kind: 'amount', sortable: true },
    ],
    [t],
  );
  const filters = useMemo<ListFilter[]>(
    () => [
      {
        field: 'classSYSID',
        label: t('balances.allClasses'),
        options: (classRows ?? []).map(({ sysid, className }) => ({ value: sysid, label: className })),
      },
    ],
    [t, classRows],
  );
  return (
    <>
      <PageHeader
        title={t('balances.title')}
        subtitle={total === undefined ? undefined : t('balances.total', { count: total, shown: formatCount(total) })}
        actions={
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden />}
            renderRoot={(props) => (
              <Link to={'/app/student.statement' as string} search={{ classSYSID: picked ?? '' } as never} {...props} />
            )}
          >
            {t('print.ofClass')}
          </Button>
        }
      />
      <DataList
        name={t('balances.title')}
        endpoint={getBalances}
        columns={columns}
        filters={filters}
        defaultSort="admissionNumber"
        rowId={(row) => row.admissionNumber}
        searchLabel={t('balances.search')}
        empty={{ title: t('balances.empty'), message: t('balances.emptyHint') }}
        onOpen={(row) => open(row.admissionNumber)}
        actions={(row) => <RowActions name={row.names} onView={() => open(row.admissionNumber)} />}
        onTotal={setTotal}
      />
      <StatementDrawer admissionNumber={opened} onClose={() => open(undefined)} />
    </>
  );
}
