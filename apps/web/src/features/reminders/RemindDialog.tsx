import '@mantine/core/styles/SegmentedControl.css';
import { Button, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { getMessages, getMonth } from '@mfuko/contract/messages';
import { getPayments } from '@mfuko/contract/payments';
import {
  getReminders,
  MAX_REMINDED,
  previewReminder,
  REMINDER_WAYS,
  type ReminderWay,
  sendReminder,
} from '@mfuko/contract/reminders';
import { readTypedAmount } from '@mfuko/contract/typed-amount';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { AmountField } from '../../ui/AmountField.tsx';
import { showDone, showError } from '../../ui/notify.tsx';
import { Preview } from './Preview.tsx';

const TYPING_PAUSE_MS = 300;
const USUALLY_LOW = '200';

interface RemindDialogProps {
  readonly opened: boolean;
  readonly rows: readonly { readonly sysid: string }[];
  readonly below: string | undefined;
  readonly onClose: () => void;
  readonly done: (() => void) | undefined;
}

/** Asks for the channel, the balance limit and the amount of a reminder; shows number and cost before anything is sent. */
export function RemindDialog({ opened, rows, below: narrowed, onClose, done }: RemindDialogProps) {
  const { t } = useTranslation(['reminders', 'ui']);
  const navigate = useNavigate();
  const [way, setWay] = useState<ReminderWay>('sms');
  const [below, setBelow] = useState(narrowed ?? USUALLY_LOW);
  const [amount, setAmount] = useState('');
  const [tried, setTried] = useState(false);
  const [settled] = useDebouncedValue(below, TYPING_PAUSE_MS);
  const sysids = rows.slice(0, MAX_REMINDED).map(({ sysid }) => sysid);
  const beyond = rows.length - sysids.length;
  const asked = { sysids, way, below: settled };
  const found = useCall(previewReminder, asked, { staleTime: 0, enabled: isMoreThanZero(settled) });
  const send = useSureRecord(sendReminder, {
    refresh: [getReminders, getMessages, getMonth, getPayments, previewReminder],
    onDone: (reminder) => {
      onClose();
      done?.();
      showDone(t(`done.${way}`, { count: reminder.asked, shown: formatCount(reminder.asked) }), { keep: true });
      void navigate({ to: '/app/student.reminders', search: { view: reminder.sysid } });
    },
    onError: (error) => {
      showError(error);
      void found.refetch();
    },
  });
  const { data } = found;
  const isCurrent = below === settled && !found.isFetching && !found.isError;
  const tooDear = data?.cost != null && data.left !== null && data.cost > data.left;
  const cannotAsk = way === 'prompt' && data?.ready === false;
  const mayGo = data !== undefined && isCurrent && data.recipients > 0 && !tooDear && !cannotAsk;
  const noAmount = way === 'prompt' && !isShillings(amount);

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!mayGo || noAmount) return;
    const more = way === 'prompt' ? { amount } : {};
    send.mutate({ ...asked, ...more, recipients: data.recipients });
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t('title', { count: sysids.length, shown: formatCount(sysids.length) })}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <SegmentedControl
            aria-label={t('way')}
            value={way}
            onChange={setWay}
            data={REMINDER_WAYS.map((value) => ({ value, label: t(`ways.${value}`) }))}
            fullWidth
          />
          <AmountField
            label={t('below')}
            description={t('belowHint')}
            value={below}
            onChange={setBelow}
            error={!isMoreThanZero(below) && t('missing')}
            required
          />
          {way === 'prompt' && (
            <AmountField
              label={t('amount')}
              description={t('amountHint')}
              value={amount}
              onChange={setAmount}
              error={tried && noAmount && t('missing')}
              required
              data-autofocus
            />
          )}
          {isMoreThanZero(below) && (
            <Preview found={found} stale={!isCurrent} way={way} onRetry={() => void found.refetch()} />
          )}
          {beyond > 0 && <Text size="sm">{t('beyond', { count: beyond, shown: formatCount(beyond) })}</Text>}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('ui:cancel')}
            </Button>
            <Button type="submit" disabled={!mayGo} loading={send.isPending}>
              {t(`send.${way}`, { count: data?.groups ?? 0, shown: formatCount(data?.groups ?? 0) })}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function isMoreThanZero(text: string): boolean {
  return Number(readTypedAmount(text).wire ?? 0) > 0;
}

/** M-Pesa moves whole shillings. */
function isShillings(text: string): boolean {
  return isMoreThanZero(text) && Number.isInteger(Number(text));
}
