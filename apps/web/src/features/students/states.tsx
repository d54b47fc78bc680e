import { Badge, Group, Text } from '@mantine/core';
import type { StudentDetails, StudentRow } from '@mfuko/contract/students';
import { IconFingerprint, IconFingerprintOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/format.ts';

export function FingerprintState({ has }: { has: boolean }) {
  const { t } = useTranslation('students');
  if (!has)
    return (
      <Badge
        color="yellow"
        variant="light"
        tt="none"
        size="lg"
        miw="max-content"
        leftSection={<IconFingerprintOff size={14} aria-hidden />}
      >
        {t('finger.hasNot')}
      </Badge>
    );
  return (
    <Group gap={6} wrap="nowrap" component="span" display="inline-flex">
      <IconFingerprint size={18} stroke={1.6} color="var(--mantine-color-success)" aria-hidden />
      <Text size="sm" span>
        {t('finger.has')}
      </Text>
    </Group>
  );
}

export function StudentStatus({ status }: { status: StudentRow['status'] }) {
  const { t } = useTranslation('students');
  if (status === 'active') return t('status.active');
  return (
    <Badge color="gray" variant="light" tt="none" size="lg" miw="max-content">
      {t(`status.${status}`)}
    </Badge>
  );
}

/** Where the books of the gate and the bus say that a student is now. */
export function Whereabouts({ student: { gate, bus } }: { student: Pick<StudentDetails, 'gate' | 'bus'> }) {
  const { t } = useTranslation('students');
  if (bus?.state === 'on') return t('page.aboard', { plate: bus.busNumberPlate, since: formatDate(bus.since) });
  if (!gate) return t('page.never');
  return gate.state === 'in'
    ? t('page.inside', { since: formatDate(gate.since) })
    : t('page.outside', { since: formatDate(gate.since) });
}
