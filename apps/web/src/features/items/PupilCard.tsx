import { Group, Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Money } from '../../ui/Money.tsx';
import type { Pupil } from './usePupil.ts';

/** Who the number names, and what is in the wallet. */
export function PupilCard({ pupil }: { pupil: Pupil | null }) {
  const { t } = useTranslation('items');
  return (
    <div role="status">
      {pupil && (
        <Paper withBorder p="sm">
          <Group justify="space-between" gap="xs">
            <div>
              <Text fw={600}>{pupil.names}</Text>
              <Text size="sm" c="dimmed">
                {pupil.className}
              </Text>
            </div>
            <div>
              <Text size="sm" c="dimmed" ta="right">
                {t('balance')}
              </Text>
              <Text fw={700} size="lg" ta="right">
                <Money value={pupil.balance} />
              </Text>
            </div>
          </Group>
        </Paper>
      )}
    </div>
  );
}
