import type { DeviceRow } from '@mfuko/contract/devices';
import { useTranslation } from '../../lib/i18n.ts';
import { Tag } from '../../ui/Tag.tsx';

export function DeviceStatus({ status }: { status: DeviceRow['status'] }) {
  const { t } = useTranslation('devices');
  if (status === 'linked') return t('status.linked');
  return <Tag color="red">{t('status.revoked')}</Tag>;
}
