import type { UserRow } from '@mfuko/contract/staff';
import { useTranslation } from 'react-i18next';
import { Tag } from '../../ui/Tag.tsx';

export function UserStatus({ status }: { status: UserRow['status'] }) {
  const { t } = useTranslation('staff');
  if (status === 'active') return t('status.active');
  return <Tag color="red">{t(`status.${status}`)}</Tag>;
}
