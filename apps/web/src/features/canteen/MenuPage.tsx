import { Button } from '@mantine/core';
import { deleteMenu, getMenu, type MenuItem, restoreMenu } from '@mfuko/contract/canteen';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useRecord } from '../../lib/queries.ts';
import { useBulk } from '../../school/attempts/useBulk.ts';
import { DataList } from '../../ui/DataList.tsx';
import { LinkButton } from '../../ui/links.tsx';
import type { Column } from '../../ui/list-columns.ts';
import { showDone, showError, showUndo } from '../../ui/notify.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { useAddressed } from '../../ui/useAddressed.ts';
import { MealWindows } from './MealWindows.tsx';
import { MenuItemDrawer } from './MenuItemDrawer.tsx';

const HERE = '/app/school.menu.view';

/** List of the menu items of the school. */
export function MenuPage() {
  const { t } = useTranslation('canteen');
  const [total, setTotal] = useState<number>();
  const [viewed, view] = useAddressed(HERE, 'view');
  const [edited, edit] = useAddressed(HERE, 'edit');
  const restore = useRecord(restoreMenu, {
    refresh: [getMenu],
    onDone: (item) => showDone(t('list.restored', { name: item.name })),
    onError: showError,
  });
  const remove = useRecord(deleteMenu, {
    refresh: [getMenu],
    onDone: ({ sysid, name }) => showUndo(t('list.deleted', { name }), () => restore.mutate({ sysid })),
    onError: showError,
  });
  const columns = useMemo<Column<MenuItem>[]>(
    () => [
      { field: 'name', title: t('fields.name'), value: (row) => row.name, sortable: true },
      { field: 'description', title: t('fields.description'), value: (row) => row.description, sortable: true },
      {
        field: 'quantityPerPerson',
        title: t('fields.quantityPerPerson'),
        value: (row) => row.quantityPerPerson,
        kind: 'count',
        sortable: true,
      },
      { field: 'price', title: t('fields.price'), value: (row) => row.price, kind: 'amount', sortable: true },
      { field: 'dateCreated', title: t('list.created'), value: (row) => row.dateCreated, kind: 'ago', sortable: true },
    ],
    [t],
  );
  const add = (
    <LinkButton to="/app/school.add.menu" leftSection={<IconPlus size={18} aria-hidden />}>
      {t('add.title')}
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title={t('list.title')}
        subtitle={total === undefined ? undefined : t('list.total', { count: total, shown: formatCount(total) })}
        actions={add}
      />
      <DataList
        at={HERE}
        name={t('list.title')}
        endpoint={getMenu}
        columns={columns}
        defaultSort="name"
        rowId={(row) => row.sysid}
        searchLabel={t('list.search')}
        empty={{ title: t('list.empty'), message: t('list.emptyHint'), action: add }}
        onOpen={(row) => view(row.sysid)}
        actions={(row) => (
          <RowActions
            name={row.name}
            onView={() => view(row.sysid)}
            onEdit={() => edit(row.sysid)}
            onDelete={() => remove.mutate({ sysid: row.sysid })}
          />
        )}
        bulk={(rows, done) => <DeleteMany rows={rows} done={done} />}
        onTotal={setTotal}
      />
      <MealWindows />
      <MenuItemDrawer id={viewed} mode="view" onClose={() => view(undefined)} />
      <MenuItemDrawer id={edited} mode="edit" onClose={() => edit(undefined)} />
    </>
  );
}

function DeleteMany({ rows, done }: { rows: readonly MenuItem[]; done: (left: readonly MenuItem[]) => void }) {
  const { t } = useTranslation('canteen');
  const remove = useBulk(deleteMenu, { refresh: [getMenu] });
  const restore = useBulk(restoreMenu, { refresh: [getMenu] });
  const toInput = ({ sysid }: MenuItem) => ({ sysid });
  const name = (item: MenuItem) => item.name;
  async function deleteAll() {
    const left = await remove.run(rows, toInput, {
      name,
      done: (count) => t('bulk.deleted', { count }),
      undo: (deleted) => void restore.run(deleted, toInput, { name, done: (count) => t('bulk.restored', { count }) }),
    });
    done(left);
  }
  return (
    <Button size="sm" color="red" loading={remove.busy} onClick={() => void deleteAll()}>
      {t('bulk.delete')}
    </Button>
  );
}
