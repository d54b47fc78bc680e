import { Badge } from '@mantine/core';
import type { SchoolRow } from '@mfuko/contract/schools';
import { useTranslation } from 'react-i18next';

const COLOURS = { active: 'green', suspended: 'red', deleted: 'gray' } as const;

export function SchoolStatus({ status }: Pick<SchoolRow, 'status'>) {
  const { t } = useTranslation('schools');
  return (
    <Badge color={COLOURS[status]} variant="light" tt="none" size="lg" miw="max-content">
      {t(`schools.status.${status}`)}
    </Badge>
  );
}

export function NoConfig() {
  const { t } = useTranslation('schools');
  return (
    <Badge color="yellow" variant="light" tt="none" size="lg" miw="max-content">
      {t('schools.noConfig')}
    </Badge>
  );
}
