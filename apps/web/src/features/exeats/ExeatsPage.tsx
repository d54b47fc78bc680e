import { EXEAT_STATES, type Exeat, getExeats } from '@mfuko/contract/exeats';
import { IconUsers } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { DataList } from '../../ui/DataList.tsx';
import { LinkButton } from '../../ui/links.tsx';
import type { Column } from '../../ui/list-columns.ts';
import type { FiltersAt } from '../../ui/list-search.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { ExeatState } from './ExeatState.tsx';

const HERE = '/app/student.exeats';

/** Passes of the school: students who are out, overdue, or about to go. */
export function ExeatsPage() {
  const { t } = useTranslation('exeats');
  const navigate = useNavigate();
  const columns = useMemo<Column<Exeat>[]>(
    () => [
      { field: 'names', title: t('fields.names'), value: (row) => row.names, sortable: true },
      { field: 'admissionNumber', title: t('fields.number'), value: (row) => row.admissionNumber, sortable: true },
      { field: 'className', title: t('fields.className'), value: (row) => row.className, sortable: true },
      {
        field: 'state',
        title: t('fields.state'),
        value: (row) => t(`states.${row.state}`),
        render: (row) => <ExeatState state={row.state} />,
      },
      {
        field: 'leavesFrom',
        title: t('fields.leavesFrom'),
        value: (row) => row.leavesFrom,
        kind: 'date',
        sortable: true,
      },
      { field: 'returnBy', title: t('fields.returnBy'), value: (row) => row.returnBy, kind: 'date', sortable: true },
      { field: 'reason', title: t('fields.reason'), value: (row) => row.reason },
      { field: 'goesWith', title: t('fields.goesWith'), value: (row) => row.goesWith },
      { field: 'wentOut', title: t('fields.wentOut'), value: (row) => row.wentOut, kind: 'date', hidden: true },
      { field: 'returned', title: t('fields.returned'), value: (row) => row.returned, kind: 'date', hidden: true },
      { field: 'grantedBy', title: t('fields.grantedBy'), value: (row) => row.grantedBy, hidden: true },
      { field: 'cancelReason', title: t('fields.cancelReason'), value: (row) => row.cancelReason, hidden: true },
    ],
    [t],
  );
  const filters = useMemo<FiltersAt<typeof HERE>>(
    () => [
      {
        field: 'state',
        label: t('anyState'),
        options: EXEAT_STATES.map((value) => ({ value, label: t(`states.${value}`) })),
      },
    ],
    [t],
  );
  const open = ({ admissionNumber }: Exeat) =>
    void navigate({ to: '/app/student.details', search: { admissionNumber } });
  const students = (
    <LinkButton to="/app/student.view" variant="default" leftSection={<IconUsers size={18} aria-hidden />}>
      {t('page.students')}
    </LinkButton>
  );
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('page.subtitle')} actions={students} />
      <DataList
        at={HERE}
        name={t('title')}
        endpoint={getExeats}
        columns={columns}
        filters={filters}
        defaultSort="-leavesFrom"
        rowId={(row) => row.sysid}
        searchLabel={t('page.search')}
        empty={{ title: t('page.empty'), message: t('page.emptyHint'), action: students }}
        onOpen={open}
        actions={(row) => <RowActions name={row.names} onView={() => open(row)} />}
      />
    </>
  );
}
