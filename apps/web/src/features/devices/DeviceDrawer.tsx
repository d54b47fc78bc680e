import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { type DeviceRow, getDevice, getDevices, updateDevice } from '@mfuko/contract/devices';
import { IconDeviceTablet, IconLink, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { useCall, useRecord } from '../../lib/queries.ts';
import { useSession } from '../../lib/session.ts';
import { RecordHistory } from '../../school/RecordHistory.tsx';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { ErrorState, Notice } from '../../ui/Notice.tsx';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { useConflict } from '../../ui/useConflict.tsx';
import { useEditDraft } from '../../ui/useEditDraft.tsx';
import { useFreshOnce } from '../../ui/useFreshOnce.ts';
import { When } from '../../ui/When.tsx';
import { DEVICE_FIELDS, DeviceFields } from './DeviceFields.tsx';
import { DeviceState } from './DeviceState.tsx';
import { DeviceStatus } from './DeviceStatus.tsx';
import { ReaderPairing } from './ReaderPairing.tsx';
import { useRevoking } from './useRevoking.ts';

interface DeviceDrawerProps {
  readonly id: string | undefined;
  readonly mode: 'view' | 'edit';
  readonly onEdit: (id: string) => void;
  readonly onClose: () => void;
}

/** Drawer of the device whose id is in the address: shows, edits, revokes and relinks it. */
export function DeviceDrawer({ id, mode, onEdit, onClose }: DeviceDrawerProps) {
  const { t } = useTranslation('devices');
  const device = useCall(getDevice, { sysid: id ?? '' }, { enabled: id !== undefined });
  const fresh = useFreshOnce(mode === 'edit', device.isFetching);
  const missing = device.error instanceof CallError && [400, 404].includes(device.error.status ?? 0);
  return (
    <DetailDrawer title={device.data?.deviceLabel ?? t('drawer.title')} opened={id !== undefined} onClose={onClose}>
      {device.data?.status === 'linked' && mode === 'edit' && fresh ? (
        <EditForm device={device.data} onClose={onClose} />
      ) : device.data && (mode === 'view' || device.data.status !== 'linked') ? (
        <Details device={device.data} onEdit={onEdit} onClose={onClose} />
      ) : missing ? (
        <Notice Icon={IconDeviceTablet} title={t('drawer.unknown')} />
      ) : device.isError ? (
        <ErrorState error={device.error} onRetry={() => void device.refetch()} />
      ) : (
        <Stack gap="sm">
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} height={28} />
          ))}
        </Stack>
      )}
      {device.data && mode === 'view' && <RecordHistory kind="device" sysid={device.data.sysid} />}
    </DetailDrawer>
  );
}

/** An enrolled device has no serial number, so its form lacks the field. */
const withoutNumber = { ...updateDevice, input: updateDevice.input.omit({ serialNumber: true }) };

interface OneDevice {
  readonly device: DeviceRow;
  readonly onClose: () => void;
}

function EditForm({ device, onClose }: OneDevice) {
  const { t } = useTranslation('devices');
  const labels = Object.fromEntries(DEVICE_FIELDS.map((name) => [name, t(`fields.${name}`)]));
  const form = useContractForm(device.enrolled ? withoutNumber : updateDevice, {
    sysid: device.sysid,
    ...valuesOf(device),
  });
  const draft = useEditDraft(form, { kind: 'device', record: device });
  const change = useRecord(updateDevice, {
    refresh: [getDevices, getDevice],
    onDone: () => {
      draft.drop();
      showDone(t('drawer.done'));
      onClose();
    },
    onError: (error) => conflict.caught(error) || showRefusal(form, error, { 'device.duplicate': 'serialNumber' }),
  });
  function save({ serialNumber, ...values }: typeof form.values, updated: string) {
    change.mutate({ ...values, ...(device.enrolled ? {} : { serialNumber }), updated });
  }
  const conflict = useConflict({
    form,
    updated: device.updated,
    labels,
    valuesOf,
    show: (name, value) => (name === 'deviceRole' ? t(`roles.${value as DeviceRow['deviceRole']}`) : String(value)),
    save,
  });
  return (
    <FormColumn
      form={form}
      labels={labels}
      onSubmit={(values) => save(values, conflict.updated)}
      buttons={
        <Button type="submit" loading={change.isPending}>
          {t('drawer.save')}
        </Button>
      }
    >
      {draft.note}
      <DeviceFields form={form} enrolled={device.enrolled} />
      {conflict.dialog}
    </FormColumn>
  );
}

function valuesOf({ serialNumber, deviceLabel, deviceRole }: DeviceRow) {
  return { serialNumber, deviceLabel, deviceRole };
}

function Details({ device, onEdit, onClose }: OneDevice & Pick<DeviceDrawerProps, 'onEdit'>) {
  const { t } = useTranslation('devices');
  const revoking = useRevoking(onClose);
  // A school may revoke its devices; only the platform sets the purposes of a device.
  const isAdmin = useSession()?.role === 'Admin';
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          [t('fields.deviceLabel'), device.deviceLabel],
          device.enrolled ? [t('fields.knownBy'), t('list.ownKey')] : [t('fields.serialNumber'), device.serialNumber],
          [t('fields.deviceRole'), t(`roles.${device.deviceRole}`)],
          [t('list.status'), <DeviceStatus key="status" status={device.status} />],
          [t('list.lastSeen'), device.lastSeen ? <When key="seen" moment={device.lastSeen} /> : t('list.never')],
          [t('state.title'), <DeviceState key="state" device={device} />],
          [t('list.created'), <When key="when" moment={device.dateCreated} />],
        ]}
      />
      {device.status === 'linked' && device.serialNumber !== '' && <ReaderPairing device={device} />}
      {device.status === 'linked' ? (
        <Group gap="sm">
          {isAdmin && (
            <Button
              leftSection={<IconPencil size={18} aria-hidden />}
              disabled={revoking.busy}
              onClick={() => onEdit(device.sysid)}
            >
              {t('drawer.edit')}
            </Button>
          )}
          <Button
            variant="default"
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={18} aria-hidden />}
            loading={revoking.busy}
            onClick={() => revoking.revoke(device)}
          >
            {t('drawer.revoke')}
          </Button>
        </Group>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            {t('drawer.refused')}
          </Text>
          <Group>
            <Button
              leftSection={<IconLink size={18} aria-hidden />}
              loading={revoking.busy}
              onClick={() => revoking.restore(device)}
            >
              {t('drawer.restore')}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}
