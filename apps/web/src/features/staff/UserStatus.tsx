import type { UserRow } from '@mfuko/contract/staff';
import { useTranslation } from '../../lib/i18n.ts';
import { Tag } from '../../ui/Tag.tsx';

export function UserStatus({ status }: { status: UserRow['status'] }) {
  const { t } = useTranslation('staff');
  if (status === 'active') return t('status.active');
  return <Tag color="red">{t(`status.${status}`)}</Tag>;
}
