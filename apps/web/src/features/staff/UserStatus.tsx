import { Badge } from '@mantine/core';
import type { UserRow } from '@mfuko/contract/staff';
import { useTranslation } from 'react-i18next';

export function UserStatus({ status }: { status: UserRow['status'] }) {
  const { t } = useTranslation('staff');
  if (status === 'active') return t('status.active');
  return (
    <Badge color="red" variant="light" tt="none" size="lg" miw="max-content">
      {t(`status.${status}`)}
    </Badge>
  );
}
