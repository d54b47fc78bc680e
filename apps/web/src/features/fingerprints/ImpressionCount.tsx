import { Group, Text } from '@mantine/core';
import { MAX_IMPRESSIONS } from '@mfuko/contract/fingerprints';
import { IconFingerprint } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';

const PLACES = Array.from({ length: MAX_IMPRESSIONS }, (_, place) => place + 1);

/** Number of impressions of a finger; more impressions make the finger easier to recognise. */
export function ImpressionCount({ count, finger }: { count: number; finger: string }) {
  const { t } = useTranslation('fingerprints');
  return (
    <Group gap="sm" role="status">
      <Group gap={4} aria-hidden wrap="nowrap">
        {PLACES.map((place) => (
          <IconFingerprint
            key={place}
            size={22}
            stroke={place <= count ? 2 : 1.2}
            color={place <= count ? 'var(--mantine-color-success)' : 'var(--mantine-color-dimmed)'}
          />
        ))}
      </Group>
      <Text size="sm">{t('impressions', { shown: count, most: MAX_IMPRESSIONS, finger })}</Text>
    </Group>
  );
}
