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
import { useEffect, useState } from 'react';
import { formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useMoneyRecord } from '../../school/attempts/useMoneyRecord.ts';
import type { PaymentNotices } from './payment-notices.ts';

/** Clock difference beyond which the device's time says nothing about a receipt's age. */
const FAR_MS = 5 * 60_000;

export interface TakeBackProps {
  /** Receipt of the user's own deposit. */
  readonly sysid: string;
  /** Time of the deposit by the server's clock. */
  readonly date: string;
  /** True for the last receipt, which Alt+Z takes back too. */
  readonly byKey?: boolean;
  readonly onDone?: (answer: { readonly balance: number }) => void;
}

/** Takes a deposit back within its minute, by a press or Alt+Z; returns null once the time is over. */
export function useTakeBack(
  { sysid, date, byKey = false, onDone }: TakeBackProps,
  notices: Pick<PaymentNotices, 'done' | 'failed'>,
) {
  const { t } = useTranslation('wallet');
  const left = useSecondsLeft(date, byKey);
  const record = useMoneyRecord(takeBack, {
    refresh: [getStatement, getWallet, getBalances, getStudents, getTill, getOwnPayments],
    onDone: (answer) => {
      notices.done(t('takeBack.done', { balance: formatMoney(answer.balance) }));
      onDone?.(answer);
    },
    onError: notices.failed,
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
  return open ? { left, busy: isPending, press: () => mutate({ sysid }) } : null;
}

/** Returns the seconds left by the device's clock. Where that clock is far off, counts from the first display of a new receipt. */
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
