import { Alert, Button, Text } from '@mantine/core';
import type { OfflineOutcome } from '@mfuko/contract/offline';
import { IconShieldQuestion } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import { LateRides } from './LateRides.tsx';

interface RideNewsProps {
  readonly outcomes: readonly OfflineOutcome[];
  readonly onRead: () => void;
}

/** Offline rides that the server refused or that contradict its records, shown on the console's screens until a user has read them. */
export function RideNews({ outcomes, onRead }: RideNewsProps) {
  const { t } = useTranslation('bus');
  if (outcomes.length === 0) return null;
  return (
    <Alert
      mb="md"
      color="red"
      variant="light"
      icon={<IconShieldQuestion aria-hidden />}
      title={t('offline.news', { count: outcomes.length })}
    >
      <Text component="div" size="sm" mb="sm">
        <LateRides outcomes={outcomes} />
      </Text>
      <Button variant="default" onClick={onRead}>
        {t('offline.read')}
      </Button>
    </Alert>
  );
}
