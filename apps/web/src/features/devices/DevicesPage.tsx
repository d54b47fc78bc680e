import { Button, Group } from '@mantine/core';
import { type DeviceRow, ENROLLED_ROLES, getDevices } from '@mfuko/contract/devices';
import { IconLink, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useSession } from '../../lib/session.ts';
import { DataList } from '../../ui/DataList.tsx';
import { LinkButton } from '../../ui/links.tsx';
import type { Column } from '../../ui/list-columns.ts';
import type { FiltersAt } from '../../ui/list-search.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { useAddressed } from '../../ui/useAddressed.ts';
import { DeviceDrawer } from './DeviceDrawer.tsx';
import { DeviceStatus } from './DeviceStatus.tsx';
import { MakeCodeButton } from './MakeCode.tsx';
import { useRevoking, useRevokingMany } from './useRevoking.ts';

const HERE = '/app/device.view';

/** The devices of the picked school. */
export function DevicesPage() {
  const { t } = useTranslation('devices');
  const [total, setTotal] = useState<number>();
  const [opened, open] = useAddressed(HERE, 'view');
  const [edited, edit] = useAddressed(HERE, 'edit');
  const { revoke } = useRevoking();
  const many = useRevokingMany();
  const columns = useMemo<Column<DeviceRow>[]>(
    () => [
      { field: 'deviceLabel', title: t('fields.deviceLabel'), value: (row) => row.deviceLabel, sortable: true },
      {
        field: 'serialNumber',
        title: t('fields.serialNumber'),
        value: (row) => (row.enrolled ? t('list.ownKey') : row.serialNumber),
        sortable: true,
      },
      {
        field: 'deviceRole',
        title: t('fields.deviceRole'),
        value: (row) => t(`roles.${row.deviceRole}`),
        sortable: true,
      },
      {
        field: 'status',
        title: t('list.status'),
        value: (row) => t(`status.${row.status}`),
        render: (row) => <DeviceStatus status={row.status} />,
      },
      { field: 'lastSeen', title: t('list.lastSeen'), value: (row) => row.lastSeen, kind: 'ago' },
      { field: 'dateCreated', title: t('list.created'), value: (row) => row.dateCreated, kind: 'ago', sortable: true },
    ],
    [t],
  );
  const filters = useMemo<FiltersAt<typeof HERE>>(
    () => [
      {
        field: 'deviceRole',
        label: t('list.allRoles'),
        options: ENROLLED_ROLES.map((value) => ({ value, label: t(`roles.${value}`) })),
      },
      { field: 'revoked', label: t('status.linked'), options: [{ value: 'true', label: t('status.revoked') }] },
    ],
    [t],
  );
  const isAdmin = useSession()?.role === 'Admin';
  const add = (
    <Group gap="sm">
      <MakeCodeButton filled={!isAdmin} />
      {isAdmin && (
        <LinkButton to="/app/device.add" leftSection={<IconPlus size={18} aria-hidden />}>
          {t('add.act')}
        </LinkButton>
      )}
    </Group>
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
        endpoint={getDevices}
        columns={columns}
        filters={filters}
        rowId={(row) => row.sysid}
        searchLabel={t('list.search')}
        empty={{ title: t('list.empty'), message: t('list.emptyHint'), action: add }}
        onOpen={(row) => open(row.sysid)}
        actions={(row) => (
          <RowActions
            name={row.deviceLabel}
            onView={() => open(row.sysid)}
            onEdit={isAdmin && row.status === 'linked' ? () => edit(row.sysid) : undefined}
            onDelete={row.status === 'linked' ? () => revoke(row) : undefined}
          />
        )}
        bulk={(rows, done) => {
          const linked = rows.filter(({ status }) => status === 'linked');
          const revoked = rows.filter(({ status }) => status === 'revoked');
          return (
            <>
              {linked.length > 0 && (
                <Button
                  variant="default"
                  c="var(--mantine-color-error)"
                  leftSection={<IconTrash size={18} aria-hidden />}
                  loading={many.busy}
                  onClick={() => void many.revoke(linked).then(done)}
                >
                  {t('list.revoke', { count: linked.length })}
                </Button>
              )}
              {revoked.length > 0 && (
                <Button
                  variant="default"
                  leftSection={<IconLink size={18} aria-hidden />}
                  loading={many.busy}
                  onClick={() => void many.restore(revoked).then(done)}
                >
                  {t('list.restore', { count: revoked.length })}
                </Button>
              )}
            </>
          );
        }}
        onTotal={setTotal}
      />
      <DeviceDrawer
        key={edited ?? opened}
        id={edited ?? opened}
        mode={edited ? 'edit' : 'view'}
        onEdit={edit}
        onClose={() => (edited ? edit(undefined) : open(undefined))}
      />
    </>
  );
}
