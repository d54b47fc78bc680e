import { Alert, Button, Text } from '@mantine/core';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import type { getPaymentStanding } from '@mfuko/contract/payments';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/format.ts';

interface GapAlertProps {
  readonly gap: NonNullable<AnswerOf<typeof getPaymentStanding>['gap']>;
  /** With the way to the import. */
  readonly linked?: boolean;
}

/** M-Pesa was away for longer than it lists payments: only its statement tells of that time. */
export function GapAlert({ gap, linked = false }: GapAlertProps) {
  const { t } = useTranslation('payments');
  return (
    <Alert color="red" mb="md" icon={<IconAlertTriangle aria-hidden />}>
      <Text size="sm">{t('statements.gap', { from: formatDate(gap.from), until: formatDate(gap.until) })}</Text>
      {linked && (
        <Button mt="xs" size="compact-md" renderRoot={(props) => <Link to="/app/payments.statements" {...props} />}>
          {t('statements.open')}
        </Button>
      )}
    </Alert>
  );
}
