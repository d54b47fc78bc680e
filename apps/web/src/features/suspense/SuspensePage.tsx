import { getSuspense, SUSPENSE_STATES, type SuspenseItem } from '@mfuko/contract/suspense';
import { useMemo } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { DataList } from '../../ui/DataList.tsx';
import type { Column } from '../../ui/list-columns.ts';
import type { FiltersAt } from '../../ui/list-search.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { useAddressed } from '../../ui/useAddressed.ts';
import { useNextRow } from '../../ui/useNextRow.ts';
import { SuspenseDrawer } from './SuspenseDrawer.tsx';
import { SuspenseStateTag } from './SuspenseStateTag.tsx';

const HERE = '/app/suspense.view';

/** List of payments without a wallet: age, amount, payer, the account that the payer typed, and likely students. */
export function SuspensePage() {
  const { t } = useTranslation('suspense');
  const [viewed, view] = useAddressed(HERE, 'view');
  const { list, dealt } = useNextRow(viewed !== undefined);
  const columns = useMemo<Column<SuspenseItem>[]>(
    () => [
      { field: 'datePaid', title: t('fields.paid'), value: (row) => row.datePaid, kind: 'ago', sortable: true },
      { field: 'amount', title: t('fields.amount'), value: (row) => row.amount, kind: 'amount', sortable: true },
      { field: 'account', title: t('fields.account'), value: (row) => row.account, sortable: true },
      { field: 'payer', title: t('fields.payer'), value: (row) => row.payer },
      {
        field: 'likeliest',
        title: t('fields.likeliest'),
        value: ({ proposal, suggestions: [first] }) => {
          if (proposal) return studentOf(proposal.student);
          return first ? t('fields.perhaps', { student: studentOf(first) }) : null;
        },
      },
      {
        field: 'state',
        title: t('fields.state'),
        value: (row) => t(`states.${row.state}`),
        render: (row) => <SuspenseStateTag state={row.state} />,
      },
      { field: 'why', title: t('fields.why'), value: (row) => t(`why.${row.why}`), hidden: true },
      { field: 'receipt', title: t('fields.receipt'), value: (row) => row.receipt, sortable: true },
    ],
    [t],
  );
  const filters = useMemo<FiltersAt<typeof HERE>>(
    () => [
      {
        field: 'state',
        label: t('fields.state'),
        options: SUSPENSE_STATES.map((state) => ({ value: state, label: t(`states.${state}`) })),
      },
    ],
    [t],
  );
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <div ref={list}>
        <DataList
          at={HERE}
          name={t('title')}
          endpoint={getSuspense}
          columns={columns}
          filters={filters}
          rowId={(row) => row.sysid}
          sumWords={t('sum')}
          isMoving={(row) => row.state === 'returning'}
          searchLabel={t('search')}
          empty={{ title: t('empty'), message: t('emptyHint') }}
          onOpen={(row) => view(row.sysid)}
          actions={(row) => <RowActions name={row.receipt ?? t(`why.${row.why}`)} onView={() => view(row.sysid)} />}
        />
      </div>
      <SuspenseDrawer id={viewed} onClose={() => view(undefined)} onDealt={dealt} />
    </>
  );
}

function studentOf(student: { readonly admissionNumber: string; readonly names: string } | null): string | null {
  return student && `${student.admissionNumber} · ${student.names}`;
}
