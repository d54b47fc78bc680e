import { type DeviceRow, deleteDevice, getDevice, getDevices, restoreDevice } from '@mfuko/contract/devices';
import { useTranslation } from '../../lib/i18n.ts';
import { useRecord } from '../../lib/queries.ts';
import { useBulk } from '../../school/attempts/useBulk.ts';
import { showDone, showError, showUndo } from '../../ui/notify.tsx';

const refresh = [getDevices, getDevice];

/** Revokes a device, with an undo, and relinks a revoked one. `onSuccess` is not called once the screen is gone. */
export function useRevoking(onSuccess?: () => void) {
  const { t } = useTranslation('devices');
  const restore = useRecord(restoreDevice, {
    refresh,
    onDone: ({ deviceLabel }) => showDone(t('restored', { name: deviceLabel })),
    onError: showError,
  });
  const revoke = useRecord(deleteDevice, {
    refresh,
    onDone: ({ sysid, deviceLabel }) => {
      showUndo(t('revoked', { name: deviceLabel }), () => restore.mutate({ sysid }));
    },
    onError: showError,
  });
  return {
    busy: revoke.isPending || restore.isPending,
    revoke: ({ sysid }: DeviceRow) => revoke.mutate({ sysid }, { onSuccess }),
    restore: ({ sysid }: DeviceRow) => restore.mutate({ sysid }, { onSuccess }),
  };
}

/** Revokes or relinks many devices at once. */
export function useRevokingMany() {
  const { t } = useTranslation('devices');
  const linking = useBulk(restoreDevice, { refresh });
  const revoking = useBulk(deleteDevice, { refresh });
  const toInput = ({ sysid }: DeviceRow) => ({ sysid });
  const name = ({ deviceLabel }: DeviceRow) => deviceLabel;
  const restore = (devices: readonly DeviceRow[]) =>
    linking.run(devices, toInput, { name, done: (count) => t('restoredMany', { count }) });
  const revoke = (devices: readonly DeviceRow[]) =>
    revoking.run(devices, toInput, {
      name,
      done: (count) => t('revokedMany', { count }),
      undo: (rows) => void restore(rows),
    });
  return { busy: linking.busy || revoking.busy, revoke, restore };
}
