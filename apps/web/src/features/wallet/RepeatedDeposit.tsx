import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../lib/i18n.ts';

interface RepeatedDepositProps {
  /** Sentence of the refusal: the first deposit and its time. */
  readonly why: string;
  readonly busy: boolean;
  readonly onAgain: () => void;
}

/** Shown where the user has paid in the same a few minutes ago: asks if it was handed in once more. */
export function RepeatedDeposit({ why, busy, onAgain }: RepeatedDepositProps) {
  const { t } = useTranslation('wallet');
  const alert = useRef<HTMLDivElement>(null);
  // After Enter in the amount, the alert can be below the fold.
  useEffect(() => {
    alert.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Alert ref={alert} color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />} title={why} role="alert">
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t('deposit.repeated')}</Text>
        <Button variant="default" loading={busy} onClick={onAgain}>
          {t('deposit.again')}
        </Button>
      </Group>
    </Alert>
  );
}
