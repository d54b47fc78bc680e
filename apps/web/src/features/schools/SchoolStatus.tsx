import { Group } from '@mantine/core';
import type { SchoolRow } from '@mfuko/contract/schools';
import { useTranslation } from '../../lib/i18n.ts';
import { Tag } from '../../ui/Tag.tsx';

const COLOURS = { active: 'green', suspended: 'red', moving: 'yellow', deleted: 'gray' } as const;

/** Status of a school. A school that moves away is suspended too; the move is shown, since it says more. */
export function SchoolStatus({ school: { status, isMoving } }: { school: Pick<SchoolRow, 'status' | 'isMoving'> }) {
  const { t } = useTranslation('schools');
  const shown = isMoving && status === 'suspended' ? 'moving' : status;
  return <Tag color={COLOURS[shown]}>{t(`schools.status.${shown}`)}</Tag>;
}

export function NoConfig() {
  const { t } = useTranslation('schools');
  return <Tag color="yellow">{t('schools.noConfig')}</Tag>;
}

/** Badges beside a school's name in a list: only deviations from the normal state. */
export function SchoolState({ school }: { school: Pick<SchoolRow, 'status' | 'isMoving' | 'hasConfig'> }) {
  return (
    <Group gap={4} component="span" display="inline-flex">
      {school.status !== 'active' && <SchoolStatus school={school} />}
      {!school.hasConfig && <NoConfig />}
    </Group>
  );
}
