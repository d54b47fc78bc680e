import { Anchor, Button } from '@mantine/core';
import { getClasses } from '@mfuko/contract/schools';
import { getStudents, STUDENT_STATUS, type StudentRow } from '@mfuko/contract/students';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';
import { DataList } from '../../ui/DataList.tsx';
import { useAddressed } from '../../ui/DetailDrawer.tsx';
import type { Column, ListFilter } from '../../ui/list-columns.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { StudentDrawer } from './StudentDrawer.tsx';
import { StudentsBulk } from './StudentsBulk.tsx';
import { FingerprintState, StudentStatus } from './states.tsx';
import { useManyStudents, useStudentChanges } from './useChanges.ts';

/** The students of the school; `more` are further things that can be done with the selected ones. */
export function StudentsPage({ more }: { readonly more: (rows: readonly StudentRow[]) => ReactNode }) {
  const { t } = useTranslation('students');
  const [total, setTotal] = useState<number>();
  const [viewed, view] = useAddressed('view');
  const [edited, edit] = useAddressed('edit');
  const [shown, show] = useAddressed('status');
  const { remove } = useStudentChanges();
  const many = useManyStudents();
  const classes = useCall(getClasses, { sort: 'className' });
  const classRows = classes.data?.rows;
  const columns = useMemo<Column<StudentRow>[]>(
    () => [
      { field: 'admissionNumber', title: t('list.admission'), value: (row) => row.admissionNumber, sortable: true },
      { field: 'names', title: t('fields.names'), value: (row) => row.names, sortable: true },
      { field: 'className', title: t('fields.classSYSID'), value: (row) => row.className, sortable: true },
      { field: 'balance', title: t('list.balance'), value: (row) => row.balance, kind: 'amount', sortable: true },
      {
        field: 'hasFingerprint',
        title: t('list.fingerprint'),
        value: (row) => (row.hasFingerprint ? t('finger.has') : t('finger.hasNot')),
        render: (row) => <FingerprintState has={row.hasFingerprint} />,
      },
      {
        field: 'status',
        title: t('list.status'),
        value: (row) => t(`status.${row.status}`),
        render: (row) => <StudentStatus status={row.status} />,
      },
      {
        field: 'dateCreated',
        title: t('list.created'),
        value: (row) => row.dateCreated,
        kind: 'ago',
        sortable: true,
        hidden: true,
      },
    ],
    [t],
  );
  const filters = useMemo<ListFilter[]>(
    () => [
      {
        field: 'classSYSID',
        label: t('list.allClasses'),
        options: (classRows ?? []).map(({ sysid, className }) => ({ value: sysid, label: className })),
      },
      {
        field: 'hasFingerprint',
        label: t('list.anyFingerprint'),
        options: [
          { value: 'true', label: t('finger.has') },
          { value: 'false', label: t('finger.hasNot') },
        ],
      },
      {
        field: 'status',
        label: t('list.anyStatus'),
        options: STUDENT_STATUS.map((value) => ({ value, label: t(`status.${value}`) })),
        initial: 'active',
      },
    ],
    [t, classRows],
  );
  // The same from one time to the next, so that opening one row does not draw all the others again.
  const viewRow = useCallback((row: StudentRow) => view(row.admissionNumber), [view]);
  const actions = useCallback(
    (row: StudentRow) => (
      <RowActions
        name={row.names}
        onView={() => view(row.admissionNumber)}
        onEdit={() => edit(row.admissionNumber)}
        onDelete={() => remove(row.sysid)}
      />
    ),
    [view, edit, remove],
  );
  const add = (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      renderRoot={(props) => <Link to="/app/student.add" {...props} />}
    >
      {t('list.add')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('list.title')}
        subtitle={
          <>
            {total !== undefined && `${t('list.total', { count: total, shown: formatCount(total) })} `}
            {shown === undefined && (
              <>
                {`· ${t('list.onlyActive')} `}
                <Anchor component="button" type="button" inherit onClick={() => show('')}>
                  {t('list.showAll')}
                </Anchor>
              </>
            )}
          </>
        }
        actions={add}
      />
      <DataList
        name={t('list.title')}
        endpoint={getStudents}
        columns={columns}
        filters={filters}
        defaultSort="admissionNumber"
        rowId={(row) => row.sysid}
        searchLabel={t('list.search')}
        empty={{ title: t('list.empty'), message: t('list.emptyHint'), action: add }}
        onOpen={viewRow}
        actions={actions}
        bulk={(rows, done) => <StudentsBulk rows={rows} many={many} done={done} more={more(rows)} />}
        onTotal={setTotal}
      />
      <StudentDrawer admissionNumber={viewed} mode="view" onClose={() => view(undefined)} />
      <StudentDrawer key={edited} admissionNumber={edited} mode="edit" onClose={() => edit(undefined)} />
    </>
  );
}
