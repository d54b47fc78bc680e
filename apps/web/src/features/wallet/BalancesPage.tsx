import { type BalanceRow, getBalances } from '@mfuko/contract/wallet';
import { IconPrinter } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { useClassOptions } from '../../school/useClassOptions.ts';
import { DataList } from '../../ui/DataList.tsx';
import { useAddressed } from '../../ui/DetailDrawer.tsx';
import { LinkButton } from '../../ui/links.tsx';
import type { Column } from '../../ui/list-columns.ts';
import type { FiltersAt } from '../../ui/list-search.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { StatementDrawer } from './StatementDrawer.tsx';

const HERE = '/app/student.balances';

/** Balances page: what each student holds, and how it came to that. */
export function BalancesPage() {
  const { t } = useTranslation('wallet');
  const [total, setTotal] = useState<number>();
  const [opened, open] = useAddressed(HERE, 'view');
  const { classSYSID: picked } = useSearch({ from: HERE });
  const classes = useClassOptions();
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
  const filters = useMemo<FiltersAt<typeof HERE>>(
    () => [
      {
        field: 'classSYSID',
        label: t('balances.allClasses'),
        options: classes,
      },
    ],
    [t, classes],
  );
  return (
    <>
      <PageHeader
        title={t('balances.title')}
        subtitle={total === undefined ? undefined : t('balances.total', { count: total, shown: formatCount(total) })}
        actions={
          <LinkButton
            to="/app/student.statement"
            search={{ classSYSID: picked ?? '' }}
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden />}
          >
            {t('print.ofClass')}
          </LinkButton>
        }
      />
      <DataList
        at={HERE}
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
