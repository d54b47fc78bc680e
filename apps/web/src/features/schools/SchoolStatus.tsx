import { Badge, Group, Text } from '@mantine/core';
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

/** What a person has to know of a school in a list: only what is out of the ordinary stands out. */
export function SchoolState({ school: { status, hasConfig } }: { school: Pick<SchoolRow, 'status' | 'hasConfig'> }) {
  const { t } = useTranslation('schools');
  if (status === 'active' && hasConfig)
    return (
      <Text size="sm" c="dimmed" span>
        {t('schools.status.active')}
      </Text>
    );
  return (
    <Group gap={4} component="span" display="inline-flex">
      {status !== 'active' && <SchoolStatus status={status} />}
      {!hasConfig && <NoConfig />}
    </Group>
  );
}
