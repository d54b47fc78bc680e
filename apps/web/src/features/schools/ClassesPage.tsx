import { type ClassRow, deleteClass, getClass, getClasses, restoreClass } from '@mfuko/contract/schools';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useRecord } from '../../lib/queries.ts';
import { DataList } from '../../ui/DataList.tsx';
import { LinkButton } from '../../ui/links.tsx';
import type { Column } from '../../ui/list-columns.ts';
import type { FiltersAt } from '../../ui/list-search.ts';
import { showDone, showError, showUndo } from '../../ui/notify.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { useAddressed } from '../../ui/useAddressed.ts';
import { ClassBulk } from './ClassBulk.tsx';
import { ClassDrawer } from './ClassDrawer.tsx';

const HERE = '/app/class.view';

/** The classes of the school. */
export function ClassesPage({ more }: { readonly more?: (sysid: string) => ReactNode }) {
  const { t } = useTranslation('schools');
  const [total, setTotal] = useState<number>();
  const [viewed, view] = useAddressed(HERE, 'view');
  const [edited, edit] = useAddressed(HERE, 'edit');
  const [shown] = useAddressed(HERE, 'deleted');
  const deleted = shown === 'true';
  const restore = useRecord(restoreClass, {
    refresh: [getClasses, getClass],
    onDone: ({ className }) => showDone(t('class.restored', { name: className })),
    onError: showError,
  });
  const remove = useRecord(deleteClass, {
    refresh: [getClasses, getClass],
    onDone: ({ sysid, className }) =>
      showUndo(t('class.deleted', { name: className }), () => restore.mutate({ sysid })),
    onError: showError,
  });
  const columns = useMemo<Column<ClassRow>[]>(
    () => [
      { field: 'className', title: t('classes.name'), value: (row) => row.className, sortable: true },
      {
        field: 'noOfStudents',
        title: t('classes.students'),
        value: (row) => row.noOfStudents,
        kind: 'count',
        sortable: true,
      },
      {
        field: 'dateCreated',
        title: t('classes.created'),
        value: (row) => row.dateCreated,
        kind: 'ago',
        sortable: true,
      },
    ],
    [t],
  );
  const filters = useMemo<FiltersAt<typeof HERE>>(
    () => [
      { field: 'deleted', label: t('class.current'), options: [{ value: 'true', label: t('schools.status.deleted') }] },
    ],
    [t],
  );
  const add = (
    <LinkButton to="/app/class.add" leftSection={<IconPlus size={18} aria-hidden />}>
      {t('addClass.add')}
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title={t('classes.title')}
        subtitle={total === undefined ? undefined : t('classes.total', { count: total, shown: formatCount(total) })}
        actions={add}
      />
      <DataList
        at={HERE}
        name={t('classes.title')}
        endpoint={getClasses}
        columns={columns}
        filters={filters}
        rowId={(row) => row.sysid}
        searchLabel={t('classes.search')}
        empty={{ title: t('classes.empty'), message: t('classes.emptyHint'), action: add }}
        onOpen={deleted ? undefined : (row) => view(row.sysid)}
        actions={(row) =>
          deleted ? (
            <RowActions name={row.className} onRestore={() => restore.mutate({ sysid: row.sysid })} />
          ) : (
            <RowActions
              name={row.className}
              onView={() => view(row.sysid)}
              onEdit={() => edit(row.sysid)}
              onDelete={() => remove.mutate({ sysid: row.sysid })}
            />
          )
        }
        bulk={(rows, done) => <ClassBulk rows={rows} deleted={deleted} done={done} />}
        onTotal={setTotal}
      />
      <ClassDrawer id={viewed} mode="view" onClose={() => view(undefined)} more={more} />
      <ClassDrawer id={edited} mode="edit" onClose={() => edit(undefined)} />
    </>
  );
}
