import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { getProviderRegistration, registerPayments } from '@mfuko/contract/payments';
import { IconPlugConnected } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { showError } from '../../ui/notify.tsx';

/** Registers a school's callback addresses with M-Pesa, and shows the state of the registration. */
export function RegisterAddresses({ schoolSYSID }: { schoolSYSID: string }) {
  const { t } = useTranslation('payments');
  const heading = useId();
  const [answer, setAnswer] = useState<string | null>(null);
  const standing = useCall(getProviderRegistration, { schoolSYSID }, { staleTime: 0 });
  const register = useSureRecord(registerPayments, {
    overlay: true,
    refresh: [getProviderRegistration],
    onDone: ({ responseCode: code, responseDescription: words }) => setAnswer(t('register.done', { code, words })),
    onError: showError,
  });
  if (!standing.data) return null;
  const { ready, registeredAt, pullsSince, pullFailure } = standing.data;
  return (
    <Stack component="section" gap="xs" aria-labelledby={heading} maw={640}>
      <Title order={2} size="h4" id={heading}>
        {t('register.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('register.hint')}
      </Text>
      <Text size="sm">
        {registeredAt ? t('register.since', { when: formatDate(registeredAt) }) : t('register.not')}
      </Text>
      {registeredAt && (
        <Text size="sm">
          {pullsSince
            ? t('register.pull', { when: formatDate(pullsSince) })
            : t('register.noPull', { why: pullFailure ?? '' })}
        </Text>
      )}
      <div role="status">{answer && <Text fw={600}>{answer}</Text>}</div>
      {ready ? (
        <Group>
          <Button
            variant="default"
            leftSection={<IconPlugConnected size={18} aria-hidden />}
            loading={register.isPending}
            onClick={() => register.mutate({ schoolSYSID })}
          >
            {t('register.act')}
          </Button>
        </Group>
      ) : (
        <Text size="sm">{t('register.notReady')}</Text>
      )}
    </Stack>
  );
}
