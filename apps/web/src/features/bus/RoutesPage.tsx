import { Button, Skeleton, Stack } from '@mantine/core';
import { deleteRoute, getRoute, getRoutes, type RouteRow, restoreRoute } from '@mfuko/contract/bus-routes';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall, useRecord } from '../../lib/queries.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DataList } from '../../ui/DataList.tsx';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import type { Column } from '../../ui/list-columns.ts';
import { ErrorState } from '../../ui/Notice.tsx';
import { showDone, showError, showUndo } from '../../ui/notify.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { useAddressed } from '../../ui/useAddressed.ts';
import { useFreshOnce } from '../../ui/useFreshOnce.ts';
import { RouteForm } from './RouteForm.tsx';
import { RouteStudents } from './RouteStudents.tsx';

const HERE = '/app/school.bus.routes';
const NEW = 'new';

/** List of the school's routes with their stops and assigned students. */
export function RoutesPage() {
  const { t } = useTranslation(['bus', 'school']);
  const [total, setTotal] = useState<number>();
  const [edited, edit] = useAddressed(HERE, 'edit');
  const [leaving, setLeaving] = useState<RouteRow | null>(null);
  const restore = useRecord(restoreRoute, {
    refresh: [getRoutes],
    onDone: () => showDone(t('routes.restored')),
    onError: showError,
  });
  const remove = useRecord(deleteRoute, {
    refresh: [getRoutes],
    onDone: ({ sysid }) => showUndo(t('routes.removed'), () => restore.mutate({ sysid })),
    onError: showError,
  });
  const columns = useMemo<Column<RouteRow>[]>(
    () => [
      { field: 'name', title: t('routes.name'), value: (row) => row.name, sortable: true },
      {
        field: 'busNumberPlate',
        title: t('fields.busNumberPlate'),
        value: (row) => row.busNumberPlate,
        sortable: true,
      },
      { field: 'stops', title: t('routes.stops'), value: (row) => row.stops.length, kind: 'count' },
      { field: 'students', title: t('trips.students'), value: (row) => row.students, kind: 'count', sortable: true },
    ],
    [t],
  );
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => edit(NEW)}>
      {t('routes.add')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('routes.title')}
        subtitle={total === undefined ? undefined : t('routes.total', { count: total, shown: formatCount(total) })}
        actions={add}
      />
      <DataList
        at={HERE}
        name={t('routes.title')}
        endpoint={getRoutes}
        columns={columns}
        rowId={(row) => row.sysid}
        searchLabel={t('routes.search')}
        empty={{ title: t('routes.empty'), message: t('routes.emptyHint'), action: add }}
        actions={(row) => (
          <RowActions name={row.name} onEdit={() => edit(row.sysid)} onDelete={() => setLeaving(row)} />
        )}
        onTotal={setTotal}
      />
      <DetailDrawer
        title={edited === NEW ? t('routes.add') : t('routes.edit')}
        opened={edited !== undefined}
        onClose={() => edit(undefined)}
      >
        {edited === NEW && <RouteForm route={null} onDone={() => edit(undefined)} />}
        {edited !== undefined && edited !== NEW && <EditedRoute sysid={edited} onDone={() => edit(undefined)} />}
      </DetailDrawer>
      <ConfirmDialog
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        question={t('routes.removeQuestion', { name: leaving?.name })}
        consequence={t('routes.removeConsequence')}
        act={t('routes.remove')}
        onConfirm={() => leaving && remove.mutate({ sysid: leaving.sysid })}
      />
    </>
  );
}

function EditedRoute({ sysid, onDone }: { sysid: string; onDone: () => void }) {
  const route = useCall(getRoute, { sysid }, { staleTime: 0 });
  const fresh = useFreshOnce(true, route.isFetching);
  if (route.data && fresh)
    return (
      <>
        <RouteForm key={sysid} route={route.data} onDone={onDone} />
        <RouteStudents route={route.data} />
      </>
    );
  if (route.isError) return <ErrorState error={route.error} onRetry={() => void route.refetch()} />;
  return (
    <Stack gap="md">
      <Skeleton height={60} />
      <Skeleton height={60} />
    </Stack>
  );
}
