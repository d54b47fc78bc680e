import { Badge } from '@mantine/core';
import type { DeviceRow } from '@mfuko/contract/devices';
import { useTranslation } from 'react-i18next';

export function DeviceStatus({ status }: { status: DeviceRow['status'] }) {
  const { t } = useTranslation('devices');
  if (status === 'linked') return t('status.linked');
  return (
    <Badge color="red" variant="light" tt="none" size="lg" miw="max-content">
      {t('status.revoked')}
    </Badge>
  );
}
