import { Group } from '@mantine/core';
import type { SchoolRow } from '@mfuko/contract/schools';
import { useTranslation } from '../../lib/i18n.ts';
import { Tag } from '../../ui/Tag.tsx';

const COLOURS = { active: 'green', suspended: 'red', deleted: 'gray' } as const;

export function SchoolStatus({ status }: Pick<SchoolRow, 'status'>) {
  const { t } = useTranslation('schools');
  return <Tag color={COLOURS[status]}>{t(`schools.status.${status}`)}</Tag>;
}

export function NoConfig() {
  const { t } = useTranslation('schools');
  return <Tag color="yellow">{t('schools.noConfig')}</Tag>;
}

/** Beside a school's name in a list: only what is out of the ordinary. */
export function SchoolState({ school: { status, hasConfig } }: { school: Pick<SchoolRow, 'status' | 'hasConfig'> }) {
  return (
    <Group gap={4} component="span" display="inline-flex">
      {status !== 'active' && <SchoolStatus status={status} />}
      {!hasConfig && <NoConfig />}
    </Group>
  );
}
