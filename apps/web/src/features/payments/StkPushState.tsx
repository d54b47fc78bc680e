import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { getPayment, getPayments } from '@mfuko/contract/payments';
import { getStudent } from '@mfuko/contract/students';
import { getWallet } from '@mfuko/contract/wallet';
import { IconCheck, IconCircleX, IconPhoneOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { queryKey, useCall } from '../../lib/queries.ts';
import { useReason } from './words.ts';

const POLL_MS = 2_000;

export interface AskedFor {
  readonly sysid: string;
  readonly names: string;
  readonly mobileNumber: string;
  readonly amount: number;
}

interface StkPushStateProps {
  readonly asked: AskedFor;
  readonly busy: boolean;
  /** Called once the push was paid or has failed; must be a stable reference. */
  readonly onOver: () => void;
  readonly onAgain: () => void;
  readonly onAnother: () => void;
}

/** State of a request on a guardian's phone; polls until the request is over. */
export function StkPushState({ asked, busy, onOver, onAgain, onAnother }: StkPushStateProps) {
  const { t } = useTranslation('payments');
  const reasonOf = useReason();
  const client = useQueryClient();
  const state = useCall(
    getPayment,
    { sysid: asked.sysid },
    { staleTime: 0, refetchInterval: (query) => (query.state.data?.status === 'pending' ? POLL_MS : false) },
  );
  const status = state.data?.status ?? 'pending';
  const over = status !== 'pending';
  useEffect(() => {
    if (!over) return;
    onOver();
    for (const read of [getStudent, getWallet, getPayments])
      void client.invalidateQueries({ queryKey: queryKey(read) });
  }, [over, client, onOver]);
  const said = state.data ?? { code: null, reason: null };
  const number = `${asked.mobileNumber.slice(0, 4)}…${asked.mobileNumber.slice(-3)}`;
  const amount = formatMoney(asked.amount);
  return (
    <div role="status" aria-live="polite">
      {status === 'pending' ? (
        <Alert color="blue" title={t('live.pending')} icon={<Loader size={18} />}>
          <Text size="sm">{t('live.pendingHint', { number, amount })}</Text>
          {said.code !== null && <Text size="sm">{reasonOf(said)}</Text>}
          {state.isError && <Text size="sm">{t('live.lost')}</Text>}
        </Alert>
      ) : status === 'paid' ? (
        <Alert color="green" title={t('live.paid')} icon={<IconCheck aria-hidden />}>
          <Stack gap="xs">
            <Text size="sm">{t('live.paidHint', { amount, names: asked.names })}</Text>
            <Text size="sm" fw={600}>
              {t('live.receipt', { number: state.data?.receiptNumber ?? '' })}
            </Text>
          </Stack>
        </Alert>
      ) : (
        <Alert
          color={status === 'cancelled' ? 'yellow' : 'red'}
          title={t(`live.${status}`)}
          icon={status === 'cancelled' ? <IconCircleX aria-hidden /> : <IconPhoneOff aria-hidden />}
        >
          <Text size="sm">{reasonOf(said)}</Text>
        </Alert>
      )}
      {over && (
        <Group gap="sm" mt="sm">
          {state.data?.retry && (
            <Button onClick={onAgain} loading={busy}>
              {t('live.again')}
            </Button>
          )}
          <Button variant="default" onClick={onAnother}>
            {t('live.another')}
          </Button>
        </Group>
      )}
    </div>
  );
}
