import { APPROVAL_STATES, type Approval, getApprovals } from '@mfuko/contract/limits';
import { useMemo } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { DataList } from '../../ui/DataList.tsx';
import { FirstStep } from '../../ui/FirstStep.tsx';
import type { Column } from '../../ui/list-columns.ts';
import type { FiltersAt } from '../../ui/list-search.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { useAddressed } from '../../ui/useAddressed.ts';
import { useNextRow } from '../../ui/useNextRow.ts';
import { ApprovalDrawer } from './ApprovalDrawer.tsx';
import { ApprovalState } from './ApprovalState.tsx';

const HERE = '/app/cashout.approvals';

/** List of the cash-outs that await a second person, and of the decided ones. */
export function ApprovalsPage() {
  const { t } = useTranslation('limits');
  const [viewed, view] = useAddressed(HERE, 'view');
  const { list, dealt } = useNextRow(viewed !== undefined);
  const columns = useMemo<Column<Approval>[]>(
    () => [
      { field: 'names', title: t('approvals.student'), value: (row) => row.names, sortable: true },
      { field: 'admissionNumber', title: t('approvals.number'), value: (row) => row.admissionNumber },
      { field: 'className', title: t('approvals.class'), value: (row) => row.className, hidden: true },
      { field: 'amount', title: t('approvals.amount'), value: (row) => row.amount, kind: 'amount', sortable: true },
      { field: 'reason', title: t('approvals.reason'), value: (row) => row.reason },
      { field: 'reference', title: t('approvals.reference'), value: (row) => row.reference },
      {
        field: 'state',
        title: t('approvals.state'),
        value: (row) => t(`approvals.states.${row.state}`),
        render: (row) => <ApprovalState state={row.state} />,
      },
      { field: 'askedBy', title: t('approvals.askedBy'), value: (row) => row.askedBy, sortable: true },
      { field: 'date', title: t('approvals.date'), value: (row) => row.date, kind: 'ago', sortable: true },
      { field: 'decidedBy', title: t('approvals.decidedBy'), value: (row) => row.decidedBy },
    ],
    [t],
  );
  const filters = useMemo<FiltersAt<typeof HERE>>(
    () => [
      {
        field: 'state',
        label: t('approvals.state'),
        options: APPROVAL_STATES.map((state) => ({ value: state, label: t(`approvals.states.${state}`) })),
      },
    ],
    [t],
  );
  return (
    <>
      <PageHeader title={t('approvals.title')} subtitle={t('approvals.subtitle')} />
      <div ref={list}>
        <DataList
          at={HERE}
          name={t('approvals.list')}
          endpoint={getApprovals}
          columns={columns}
          filters={filters}
          rowId={(row) => row.sysid}
          searchLabel={t('approvals.search')}
          empty={{
            title: t('approvals.empty'),
            message: t('approvals.emptyHint'),
            action: <FirstStep to="/app/school.rules" screen="schoolRules" />,
          }}
          onOpen={(row) => view(row.sysid)}
          actions={(row) => <RowActions name={row.names} onView={() => view(row.sysid)} />}
        />
      </div>
      <ApprovalDrawer
        id={viewed}
        onClose={() => view(undefined)}
        onDecided={() => {
          dealt();
          view(undefined);
        }}
      />
    </>
  );
}
