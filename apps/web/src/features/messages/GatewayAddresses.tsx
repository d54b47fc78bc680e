import { Alert, Stack, Text, Title } from '@mantine/core';
import { getMessageGateway } from '@mfuko/contract/messages';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useId } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { Copied } from '../../ui/Copied.tsx';

/** Addresses at which the SMS provider reports deliveries; an Admin copies them into the provider's console. */
export function GatewayAddresses() {
  const { t } = useTranslation('messages');
  const heading = useId();
  const { data } = useCall(getMessageGateway, {});
  if (!data) return null;
  const { provider, stopped, second, hooks } = data;
  const failover = second?.bySecond;
  return (
    <Stack component="section" gap="sm" aria-labelledby={heading} maw={640}>
      <Title order={2} size="h4" id={heading}>
        {t('gateway.title')}
      </Title>
      {stopped !== null && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
          {t('gateway.stopped', { why: stopped })}
        </Alert>
      )}
      {failover && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
          {t('gateway.bySecond', { since: formatDate(failover.since), why: failover.why })}
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        {t(provider === 'outbox' ? 'gateway.outbox' : 'gateway.hint')}
      </Text>
      {provider !== 'outbox' && (
        <>
          <Copied name={t('gateway.deliveryReports')} value={hooks.deliveryReports} />
          <Copied name={t('gateway.optOut')} value={hooks.optOut} />
        </>
      )}
    </Stack>
  );
}
