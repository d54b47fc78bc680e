import type { Endpoint } from '@mfuko/contract/endpoint';
import type { Problem } from '@mfuko/contract/problem';
import { getTill } from '@mfuko/contract/tills';
import {
  type cashOutFingerprint,
  type cashOutPin,
  type deposit,
  getStatement,
  type Moved,
} from '@mfuko/contract/wallet';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../lib/format.ts';
import { askLocation } from '../../lib/location.ts';
import { CallError, describe } from '../../lib/problems.ts';
import { useRecord } from '../../lib/queries.ts';
import type { Sent } from '../../lib/request.ts';
import { hideNotices, showDone, showError, showNotice } from '../../ui/notify.tsx';
import type { WalletOf } from './useWalletOf.ts';

type Payment = typeof cashOutFingerprint | typeof cashOutPin | typeof deposit;

const ABOUT_AMOUNT: readonly Problem[] = [
  'wallet.insufficient-funds',
  'wallet.over-limit',
  'wallet.over-cash-out-limit',
  'wallet.over-day-limit',
  'wallet.over-week-limit',
  'wallet.needs-approval',
  'till.not-enough-cash',
];

interface Who {
  readonly admissionNumber: string;
  readonly names: string;
}

interface PaymentOptions {
  readonly refresh: readonly Endpoint[];
  readonly onDone: (moved: Moved, student: Who) => void;
  /** The server said no; the money is where it was. */
  readonly onRefused?: () => void;
  /** What the notification says in place of the cash-out's. */
  readonly doneText?: (moved: Moved) => string;
}

/** Sends a payment once however often the button is pressed, and says what came of it. */
export function usePayment<E extends Payment>(endpoint: E, options: PaymentOptions) {
  const { t } = useTranslation('wallet');
  const student = useRef<Who>({ admissionNumber: '', names: '' });
  const [amountError, setAmountError] = useState<string | null>(null);
  const [refusals, setRefusals] = useState(0);
  const record = useRecord(endpoint as Payment, {
    overlay: true,
    refresh: [...options.refresh, getStatement, getTill],
    onDone: (moved) => {
      // What was wrong with the tries before is settled now.
      hideNotices();
      showDone(options.doneText?.(moved) ?? t('cashOut.done', { balance: formatAmount(moved.balance) }));
      options.onDone(moved, student.current);
    },
    onError: (error) => {
      const wrongAmount = error instanceof CallError && (error.fields.amount ?? aboutAmount(error));
      if (wrongAmount) setAmountError(wrongAmount);
      else showError(error);
      if (error instanceof CallError && !error.unsure) {
        setRefusals((before) => before + 1);
        options.onRefused?.();
      }
    },
  });
  return {
    busy: record.isPending,
    amountError,
    refusals,
    /** Whether all that the desk types is there; says what is missing otherwise. */
    ready(wallet: WalletOf, amount: string): boolean {
      setAmountError(null);
      if (wallet.number === '') {
        showNotice(t('missing.title'), t('missing.admissionNumber'));
        return false;
      }
      if (!(Number(amount) > 0)) {
        setAmountError(t('missing.amount'));
        return false;
      }
      return !record.isPending && wallet.error === null;
    },
    send(wallet: WalletOf, input: Sent<E>): void {
      student.current = { admissionNumber: wallet.number, names: wallet.found?.names ?? '' };
      // Where the payment is made goes along if the device knows it; no payment waits for it.
      void askLocation().catch(() => undefined);
      record.mutate(input as Sent<Payment>);
    },
  };
}

function aboutAmount(error: CallError): string | undefined {
  return error.problem && ABOUT_AMOUNT.includes(error.problem) ? describe(error).message : undefined;
}
