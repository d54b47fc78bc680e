import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { LinkButton } from '../../ui/links.tsx';
import { useProviderRegistration } from './useProviderRegistration.ts';

interface GapAlertProps {
  /** True to add a link to the import. */
  readonly linked?: boolean;
}

/** Alert: M-Pesa was unreachable for longer than it lists payments, so only its statement covers that time. */
export function GapAlert({ linked = false }: GapAlertProps) {
  const { t } = useTranslation('payments');
  const gap = useProviderRegistration()?.gap;
  if (!gap) return null;
  return (
    <Alert color="red" mb="md" icon={<IconAlertTriangle aria-hidden />}>
      <Text size="sm">{t('statements.gap', { from: formatDate(gap.from), until: formatDate(gap.until) })}</Text>
      {linked && (
        <LinkButton to="/app/payments.statements" mt="xs" size="compact-md">
          {t('statements.open')}
        </LinkButton>
      )}
    </Alert>
  );
}
