import { Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { Till } from '@mfuko/contract/tills';
import { IconArrowsExchange, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { Money } from '../../ui/Money.tsx';
import { CarryDialog } from './CarryDialog.tsx';
import { TillEntries } from './TillMovements.tsx';
import { TillSums } from './TillSums.tsx';
import { XReport } from './XReport.tsx';

/** Open till: its balance, how the balance came about, and the actions. */
export function OpenedTill({ till, onClose }: { till: Till; onClose: () => void }) {
  const { t } = useTranslation('tills');
  const [carrying, setCarrying] = useState(false);
  return (
    <Stack gap="xl">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Stack gap="md">
          <Paper withBorder p="md" component="section" aria-labelledby="till-holds">
            <Text size="sm" c="dimmed" id="till-holds">
              {t('till.holds')}
            </Text>
            <Text fw={700} fz={32} role="status">
              KES <Money value={till.holds} />
            </Text>
          </Paper>
          <Group gap="sm">
            <Button
              variant="default"
              leftSection={<IconArrowsExchange size={18} aria-hidden />}
              onClick={() => setCarrying(true)}
            >
              {t('carry.open')}
            </Button>
            <XReport sysid={till.sysid} />
            <Button leftSection={<IconLock size={18} aria-hidden />} onClick={onClose}>
              {t('close.open')}
            </Button>
          </Group>
        </Stack>
        <section aria-labelledby="till-sums">
          <Title order={2} size="h3" id="till-sums" mb="xs">
            {t('sums.title')}
          </Title>
          <TillSums till={till} />
        </section>
      </SimpleGrid>
      <section>
        <Title order={2} size="h3" mb="sm">
          {t('movements.title')}
        </Title>
        <TillEntries sysid={till.sysid} />
      </section>
      {carrying && <CarryDialog onClose={() => setCarrying(false)} />}
    </Stack>
  );
}
