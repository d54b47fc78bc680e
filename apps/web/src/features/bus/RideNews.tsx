import '@mantine/core/styles/List.css';
import { Alert, Button, List, Text } from '@mantine/core';
import type { OfflineOutcome } from '@mfuko/contract/offline';
import { IconShieldQuestion } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import { whyOf } from './why-of.ts';

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
      <List size="sm" mb="sm">
        {outcomes.map((outcome) => (
          <News key={outcome.key} outcome={outcome} />
        ))}
      </List>
      <Button variant="default" onClick={onRead}>
        {t('offline.read')}
      </Button>
    </Alert>
  );
}

function News({ outcome }: { outcome: OfflineOutcome }) {
  const { t } = useTranslation('bus');
  const { admissionNumber, studentName, kind, status } = outcome;
  return (
    <List.Item>
      <Text span inherit fw={600}>
        {admissionNumber} {studentName}
      </Text>{' '}
      {t(`offline.${kind ?? 'on'}`)} · {t(status === 'refused' ? 'offline.refused' : 'offline.recorded')} ·{' '}
      {t(`offline.why.${whyOf(outcome)}`)}
    </List.Item>
  );
}
