import { Button, Group, Text } from '@mantine/core';
import { getStudents } from '@mfuko/contract/students';
import { getTill } from '@mfuko/contract/tills';
import {
  getBalances,
  getOwnPayments,
  getStatement,
  getWallet,
  TAKE_BACK_SECONDS,
  takeBack,
} from '@mfuko/contract/wallet';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { formatAmount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useMoneyRecord } from '../../school/attempts/useMoneyRecord.ts';
import { showDone, showError } from '../../ui/notify.tsx';

/** A device's clock that is further off than this tells nothing of a receipt's age. */
const FAR_MS = 5 * 60_000;

interface TakeBackProps {
  /** Of the receipt of a deposit of one's own. */
  readonly sysid: string;
  /** When it was paid in, by the server's clock. */
  readonly date: string;
  /** Takes Alt+Z too: of the receipt that was made last. */
  readonly byKey?: boolean;
  readonly onDone?: (answer: { readonly balance: number }) => void;
}

/** Takes a deposit back while its minute lasts, by button and by key; afterwards there is nothing to press. */
export function TakeBack({ sysid, date, byKey = false, onDone }: TakeBackProps) {
  const { t } = useTranslation('wallet');
  const left = useSecondsLeft(date, byKey);
  const record = useMoneyRecord(takeBack, {
    refresh: [getStatement, getWallet, getBalances, getStudents, getTill, getOwnPayments],
    onDone: (answer) => {
      showDone(t('takeBack.done', { balance: formatAmount(answer.balance) }));
      onDone?.(answer);
    },
    onError: showError,
  });
  const { mutate, isPending } = record;
  const open = (left > 0 || isPending) && !record.isSuccess;
  useEffect(() => {
    if (!byKey || !open) return;
    const press = (event: KeyboardEvent) => {
      if (!event.altKey || event.code !== 'KeyZ' || event.repeat) return;
      event.preventDefault();
      mutate({ sysid });
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [byKey, open, mutate, sysid]);
  if (!open) return null;
  return (
    <Group gap="sm">
      <Button
        size={byKey ? 'sm' : 'compact-sm'}
        variant="default"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        loading={isPending}
        aria-keyshortcuts={byKey ? 'Alt+Z' : undefined}
        onClick={() => mutate({ sysid })}
      >
        <span>
          {t('takeBack.act')}
          {/* Read out each second it would talk over everything else. */}
          <span aria-hidden>{` (${t('takeBack.left', { seconds: left })})`}</span>
        </span>
      </Button>
      {byKey && (
        <Text size="sm" c="dimmed">
          {t('takeBack.keys')}
        </Text>
      )}
    </Group>
  );
}

/** Seconds that are left, by the device's clock. One that is far beside the server's counts from when a new receipt is first shown. */
function useSecondsLeft(date: string, isNew: boolean): number {
  const [shown] = useState(() => Date.now());
  const [now, setNow] = useState(shown);
  const age = shown - Date.parse(date);
  const isBeside = age < 0 || (isNew && age > FAR_MS);
  const began = isBeside ? shown : Date.parse(date);
  const left = Math.max(0, Math.ceil(TAKE_BACK_SECONDS - (now - began) / 1_000));
  const over = left === 0;
  useEffect(() => {
    if (over) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [over]);
  return left;
}
