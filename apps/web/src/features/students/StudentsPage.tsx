import { Anchor } from '@mantine/core';
import { getStudents, STUDENT_STATUS, type StudentRow } from '@mfuko/contract/students';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useFirstAnswers } from '../../lib/first-answers.ts';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useClassOptions } from '../../school/useClassOptions.ts';
import { DataList } from '../../ui/DataList.tsx';
import { FirstStep } from '../../ui/FirstStep.tsx';
import { lateDialog } from '../../ui/late-dialog.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { LinkButton } from '../../ui/links.tsx';
import type { FiltersAt } from '../../ui/list-search.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { useAddressed } from '../../ui/useAddressed.ts';
import { MakePins } from './MakePins.tsx';
import { useManyStudents, useStudentChanges } from './useChanges.ts';
import { useColumns } from './useColumns.tsx';

const HERE = '/app/student.view';
const StudentDrawer = lateDialog(
  async () => (await import('./StudentDrawer.tsx')).StudentDrawer,
  ({ admissionNumber }) => admissionNumber !== undefined,
);
const StudentsBulk = latePart(async () => (await import('./StudentsBulk.tsx')).StudentsBulk);

interface StudentsPageProps {
  readonly more: (rows: readonly StudentRow[], done: (left: readonly StudentRow[]) => void) => ReactNode;
}

/** List of the school's students; `more` adds actions on the selected ones. */
export function StudentsPage({ more }: StudentsPageProps) {
  const { t } = useTranslation('students');
  const [total, setTotal] = useState<number>();
  const [viewed, view] = useAddressed(HERE, 'view');
  const [edited, edit] = useAddressed(HERE, 'edit');
  const [shown, show] = useAddressed(HERE, 'status');
  const { remove } = useStudentChanges();
  const many = useManyStudents();
  const classes = useClassOptions(useFirstAnswers());
  const columns = useColumns();
  const filters = useMemo<FiltersAt<typeof HERE>>(
    () => [
      {
        field: 'classSYSID',
        label: t('list.allClasses'),
        options: classes,
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
        field: 'hasPin',
        label: t('list.anyPin'),
        options: [
          { value: 'true', label: t('pin.has') },
          { value: 'false', label: t('pin.hasNot') },
        ],
      },
      {
        field: 'status',
        label: t('list.anyStatus'),
        options: STUDENT_STATUS.map((value) => ({ value, label: t(`status.${value}`) })),
        initial: 'active',
      },
    ],
    [t, classes],
  );
  // Stable between renders, so that opening one row does not render all others again.
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
    <LinkButton to="/app/student.add" leftSection={<IconPlus size={18} aria-hidden />}>
      {t('list.add')}
    </LinkButton>
  );
  const first = (
    <>
      {add}
      <FirstStep to="/app/student.upload" screen="studentUpload" />
    </>
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
        actions={
          <>
            <MakePins of="all" label={t('pins.allAct')} />
            {add}
          </>
        }
      />
      <DataList
        at={HERE}
        name={t('list.title')}
        endpoint={getStudents}
        columns={columns}
        filters={filters}
        defaultSort="admissionNumber"
        rowId={(row) => row.sysid}
        searchLabel={t('list.search')}
        empty={{ title: t('list.empty'), message: t('list.emptyHint'), action: first }}
        onOpen={viewRow}
        actions={actions}
        bulk={(rows, done) => <StudentsBulk rows={rows} many={many} done={done} more={more(rows, done)} />}
        onTotal={setTotal}
      />
      <StudentDrawer admissionNumber={viewed} mode="view" onClose={() => view(undefined)} />
      <StudentDrawer key={edited} admissionNumber={edited} mode="edit" onClose={() => edit(undefined)} />
    </>
  );
}
