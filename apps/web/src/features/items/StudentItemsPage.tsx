import { Button } from '@mantine/core';
import {
  deleteItem,
  handOutItem,
  ITEM_STATES,
  restoreItem,
  type StudentItem,
  studentItems,
} from '@mfuko/contract/items';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { daysAgo } from '../../lib/days-ago.ts';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useRecord } from '../../lib/queries.ts';
import { useBulk } from '../../school/attempts/useBulk.ts';
import { useClassOptions } from '../../school/useClassOptions.ts';
import { DataList } from '../../ui/DataList.tsx';
import { LinkButton } from '../../ui/links.tsx';
import type { FiltersAt } from '../../ui/list-search.ts';
import { showDone, showError, showUndo } from '../../ui/notify.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { useAddressed } from '../../ui/useAddressed.ts';
import { useItemColumns } from './columns.tsx';
import { ItemDrawer } from './ItemDrawer.tsx';

const HERE = '/app/student.items';
const DAYS = [1, 7, 30, 90] as const;

/** Report of all items sold or issued, with the place of their pieces. */
export function StudentItemsPage() {
  const { t } = useTranslation('items');
  const [total, setTotal] = useState<number>();
  const [viewed, view] = useAddressed(HERE, 'view');
  const [edited, edit] = useAddressed(HERE, 'edit');
  const columns = useItemColumns();
  const filters = useFilters();
  const restore = useRecord(restoreItem, {
    refresh: [studentItems],
    onDone: ({ itemName }) => showDone(t('list.restored', { name: itemName })),
    onError: showError,
  });
  const remove = useRecord(deleteItem, {
    refresh: [studentItems],
    onDone: ({ sysid, itemName }) => showUndo(t('list.deleted', { name: itemName }), () => restore.mutate({ sysid })),
    onError: showError,
  });
  const add = (
    <LinkButton to="/app/student.add.item" leftSection={<IconPlus size={18} aria-hidden />}>
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
        endpoint={studentItems}
        columns={columns}
        filters={filters}
        defaultSort="-dateCreated"
        rowId={(row) => row.sysid}
        searchLabel={t('list.search')}
        empty={{ title: t('list.empty'), message: t('list.emptyHint'), action: add }}
        onOpen={(row) => view(row.sysid)}
        actions={(row) => (
          <RowActions
            name={nameOf(row)}
            onView={() => view(row.sysid)}
            onEdit={() => edit(row.sysid)}
            onDelete={() => remove.mutate({ sysid: row.sysid })}
          />
        )}
        bulk={(rows, done) => <Bulk rows={rows} done={done} />}
        onTotal={setTotal}
      />
      <ItemDrawer id={viewed} mode="view" onClose={() => view(undefined)} />
      <ItemDrawer id={edited} mode="edit" onClose={() => edit(undefined)} />
    </>
  );
}

/** Hands out all waiting pieces of the selected rows on the user's own word, as when a class comes for its books. */
function Bulk({ rows, done }: { rows: readonly StudentItem[]; done: (left: readonly StudentItem[]) => void }) {
  const { t } = useTranslation('items');
  const out = useBulk(handOutItem, { refresh: [studentItems] });
  const remove = useBulk(deleteItem, { refresh: [studentItems] });
  const restore = useBulk(restoreItem, { refresh: [studentItems] });
  const waiting = rows.filter((row) => row.waiting > 0);
  const busy = out.busy || remove.busy;
  async function handOut() {
    const left = await out.run(waiting, ({ sysid, waiting: quantity }) => ({ sysid, quantity }), {
      name: nameOf,
      done: (count) => t('bulk.handedOut', { count }),
    });
    done(left);
  }
  async function deleteAll() {
    const left = await remove.run(rows, ({ sysid }) => ({ sysid }), {
      name: nameOf,
      done: (count) => t('bulk.deleted', { count }),
      undo: (deleted) =>
        void restore.run(deleted, ({ sysid }) => ({ sysid }), {
          name: nameOf,
          done: (count) => t('bulk.restored', { count }),
        }),
    });
    done(left);
  }
  return (
    <>
      <Button size="sm" loading={busy} disabled={waiting.length === 0} onClick={() => void handOut()}>
        {t('bulk.handOut', { count: waiting.length })}
      </Button>
      <Button size="sm" variant="default" loading={busy} onClick={() => void deleteAll()}>
        {t('bulk.delete')}
      </Button>
    </>
  );
}

function nameOf({ itemName, studentName }: StudentItem): string {
  return `${itemName} (${studentName})`;
}

function useFilters(): FiltersAt<typeof HERE> {
  const { t } = useTranslation('items');
  const classes = useClassOptions();
  return useMemo(
    () => [
      {
        field: 'state',
        label: t('list.anyState'),
        options: ITEM_STATES.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      {
        field: 'classSYSID',
        label: t('list.allClasses'),
        options: classes,
      },
      {
        field: 'from',
        label: t('list.anyTime'),
        options: DAYS.map((count) => ({ value: daysAgo(count - 1), label: t('list.days', { count }) })),
      },
    ],
    [t, classes],
  );
}
