import { type DeviceRow, deleteDevice, getDevice, getDevices, restoreDevice } from '@mfuko/contract/devices';
import { useTranslation } from 'react-i18next';
import { useRecord } from '../../lib/queries.ts';
import { showDone, showError, showUndo } from '../../ui/notify.tsx';

/** Revoking a device, with a way back, and linking a revoked one again. `onSuccess` is left out once the screen is gone. */
export function useRevoking(onSuccess?: () => void) {
  const { t } = useTranslation('devices');
  const refresh = [getDevices, getDevice];
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
