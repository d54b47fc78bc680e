import { Button, Skeleton, Stack } from '@mantine/core';
import { type BusRow, deleteBus, getBus, getBuses, restoreBus } from '@mfuko/contract/bus';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall, useRecord } from '../../lib/queries.ts';
import { RecordHistory } from '../../school/RecordHistory.tsx';
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
import { BusCard } from './BusCard.tsx';
import { BusForm } from './BusForm.tsx';
import { BusPermit } from './BusPermit.tsx';
import { LastDay } from './LastDay.tsx';

const HERE = '/app/school.bus.view';
const NEW = 'new';

/** The buses of the school. */
export function BusesPage() {
  const { t } = useTranslation('bus');
  const [total, setTotal] = useState<number>();
  const [edited, edit] = useAddressed(HERE, 'edit');
  const [leaving, setLeaving] = useState<BusRow | null>(null);
  const restore = useRecord(restoreBus, {
    refresh: [getBuses],
    onDone: () => showDone(t('buses.restored')),
    onError: showError,
  });
  const remove = useRecord(deleteBus, {
    refresh: [getBuses],
    onDone: ({ sysid }) => showUndo(t('buses.removed'), () => restore.mutate({ sysid })),
    onError: showError,
  });
  const columns = useMemo<Column<BusRow>[]>(
    () => [
      {
        field: 'busNumberPlate',
        title: t('fields.busNumberPlate'),
        value: (row) => row.busNumberPlate,
        sortable: true,
      },
      { field: 'label', title: t('fields.label'), value: (row) => row.label, sortable: true },
      { field: 'aboard', title: t('buses.aboard'), value: (row) => row.aboard, kind: 'count', sortable: true },
      {
        field: 'inspectedUntil',
        title: t('fields.inspectedUntil'),
        value: (row) => row.inspectedUntil,
        render: (row) => <LastDay day={row.inspectedUntil} />,
        sortable: true,
      },
      {
        field: 'insuredUntil',
        title: t('fields.insuredUntil'),
        value: (row) => row.insuredUntil,
        render: (row) => <LastDay day={row.insuredUntil} />,
        sortable: true,
      },
      { field: 'dateCreated', title: t('buses.created'), value: (row) => row.dateCreated, kind: 'ago', sortable: true },
    ],
    [t],
  );
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => edit(NEW)}>
      {t('buses.add')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('buses.title')}
        subtitle={total === undefined ? undefined : t('buses.total', { count: total, shown: formatCount(total) })}
        actions={add}
      />
      <DataList
        at={HERE}
        name={t('buses.title')}
        endpoint={getBuses}
        columns={columns}
        rowId={(row) => row.sysid}
        searchLabel={t('buses.search')}
        empty={{ title: t('buses.empty'), message: t('buses.emptyHint'), action: add }}
        actions={(row) => (
          <RowActions name={row.busNumberPlate} onEdit={() => edit(row.sysid)} onDelete={() => setLeaving(row)} />
        )}
        onTotal={setTotal}
      />
      <DetailDrawer
        title={edited === NEW ? t('buses.add') : t('buses.edit')}
        opened={edited !== undefined}
        onClose={() => edit(undefined)}
      >
        {edited === NEW && <BusForm bus={null} onDone={() => edit(undefined)} />}
        {edited !== undefined && edited !== NEW && <EditedBus sysid={edited} onDone={() => edit(undefined)} />}
      </DetailDrawer>
      <ConfirmDialog
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        question={t('buses.removeQuestion', { plate: leaving?.busNumberPlate })}
        consequence={t('buses.removeConsequence')}
        act={t('buses.remove')}
        onConfirm={() => leaving && remove.mutate({ sysid: leaving.sysid })}
      />
    </>
  );
}

function EditedBus({ sysid, onDone }: { sysid: string; onDone: () => void }) {
  const bus = useCall(getBus, { sysid }, { staleTime: 0 });
  const fresh = useFreshOnce(true, bus.isFetching);
  if (bus.data && fresh) {
    return (
      <>
        <BusPermit bus={bus.data} />
        <BusForm key={sysid} bus={bus.data} onDone={onDone} />
        <BusCard sysid={sysid} />
        <RecordHistory kind="bus" sysid={sysid} />
      </>
    );
  }
  if (bus.isError) return <ErrorState error={bus.error} onRetry={() => void bus.refetch()} />;
  return (
    <Stack gap="md">
      <Skeleton height={60} />
      <Skeleton height={60} />
    </Stack>
  );
}
