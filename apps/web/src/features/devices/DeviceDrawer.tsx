import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { type DeviceRow, getDevice, getDevices, updateDevice } from '@mfuko/contract/devices';
import { IconDeviceTablet, IconLink, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/problems.ts';
import { useCall, useRecord } from '../../lib/queries.ts';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { ErrorState, Notice } from '../../ui/Notice.tsx';
import { showDone } from '../../ui/notify.tsx';
import { RecordHistory } from '../../ui/RecordHistory.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { When } from '../../ui/When.tsx';
import { DEVICE_FIELDS, DeviceFields } from './DeviceFields.tsx';
import { DeviceStatus } from './DeviceStatus.tsx';
import { useRevoking } from './useRevoking.ts';

/** One device, by the id in the address: a linked one to be changed or revoked, a revoked one to be linked again. */
export function DeviceDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { t } = useTranslation('devices');
  const device = useCall(getDevice, { sysid: id ?? '' }, { enabled: id !== undefined });
  const missing = device.error instanceof CallError && [400, 404].includes(device.error.status ?? 0);
  return (
    <DetailDrawer title={device.data?.deviceLabel ?? t('drawer.title')} opened={id !== undefined} onClose={onClose}>
      {device.data?.status === 'linked' ? (
        <Linked device={device.data} onClose={onClose} />
      ) : device.data ? (
        <Revoked device={device.data} onClose={onClose} />
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
      {device.data && <RecordHistory kind="device" sysid={device.data.sysid} />}
    </DetailDrawer>
  );
}

interface OneDevice {
  readonly device: DeviceRow;
  readonly onClose: () => void;
}

function Linked({ device, onClose }: OneDevice) {
  const { t } = useTranslation('devices');
  const { sysid, serialNumber, deviceLabel, deviceRole } = device;
  const form = useContractForm(updateDevice, { sysid, serialNumber, deviceLabel, deviceRole });
  const revoking = useRevoking(onClose);
  const change = useRecord(updateDevice, {
    refresh: [getDevices, getDevice],
    onDone: () => {
      showDone(t('drawer.done'));
      onClose();
    },
    onError: (error) => showRefusal(form, error, { 'device.duplicate': 'serialNumber' }),
  });
  return (
    <FormColumn
      form={form}
      labels={Object.fromEntries(DEVICE_FIELDS.map((name) => [name, t(`fields.${name}`)]))}
      onSubmit={(values) => change.mutate(values)}
      buttons={
        <>
          <Button
            variant="default"
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={18} aria-hidden />}
            loading={revoking.busy}
            onClick={() => revoking.revoke(device)}
          >
            {t('drawer.revoke')}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {t('drawer.save')}
          </Button>
        </>
      }
    >
      <DeviceFields form={form} />
    </FormColumn>
  );
}

function Revoked({ device, onClose }: OneDevice) {
  const { t } = useTranslation('devices');
  const revoking = useRevoking(onClose);
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          [t('fields.deviceLabel'), device.deviceLabel],
          [t('fields.serialNumber'), device.serialNumber],
          [t('fields.deviceRole'), t(`roles.${device.deviceRole}`)],
          [t('list.status'), <DeviceStatus key="status" status={device.status} />],
          [t('list.created'), <When key="when" moment={device.dateCreated} />],
        ]}
      />
      <Text size="sm" c="dimmed">
        {t('drawer.refused')}
      </Text>
      <Button
        leftSection={<IconLink size={18} aria-hidden />}
        loading={revoking.busy}
        onClick={() => revoking.restore(device)}
      >
        {t('drawer.restore')}
      </Button>
    </Stack>
  );
}
