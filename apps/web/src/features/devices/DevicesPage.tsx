import { Group } from '@mantine/core';
import { DEVICE_CONCERNS, ENROLLED_ROLES, getDevices } from '@mfuko/contract/devices';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useSession } from '../../lib/session.ts';
import { DataList } from '../../ui/DataList.tsx';
import { LinkButton } from '../../ui/links.tsx';
import type { FiltersAt } from '../../ui/list-search.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { useAddressed } from '../../ui/useAddressed.ts';
import { DeviceDrawer } from './DeviceDrawer.tsx';
import { DevicesBulk } from './DevicesBulk.tsx';
import { useDeviceColumns } from './device-columns.tsx';
import { MakeCodeButton } from './MakeCode.tsx';
import { useRevoking } from './useRevoking.ts';

const HERE = '/app/device.view';
/** Worst first, as in the list. */
const CONCERNS = DEVICE_CONCERNS.filter((concern) => concern !== 'none').toReversed();

/** The devices of the picked school. */
export function DevicesPage() {
  const { t } = useTranslation('devices');
  const [total, setTotal] = useState<number>();
  const [opened, open] = useAddressed(HERE, 'view');
  const [edited, edit] = useAddressed(HERE, 'edit');
  const { revoke } = useRevoking();
  const columns = useDeviceColumns();
  const filters = useMemo<FiltersAt<typeof HERE>>(
    () => [
      {
        field: 'deviceRole',
        label: t('list.allRoles'),
        options: ENROLLED_ROLES.map((value) => ({ value, label: t(`roles.${value}`) })),
      },
      {
        field: 'concern',
        label: t('state.anyConcern'),
        options: CONCERNS.map((value) => ({ value, label: t(`state.concerns.${value}`) })),
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
        defaultSort="-concern"
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
        bulk={(rows, done) => <DevicesBulk rows={rows} onDone={done} />}
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
