import type { Endpoint } from '@mfuko/contract/endpoint';
import type { Problem } from '@mfuko/contract/problem';
import { getTill } from '@mfuko/contract/tills';
import {
  type cashOutFingerprint,
  type cashOutPin,
  type deposit,
  getOwnPayments,
  getStatement,
  type Moved,
} from '@mfuko/contract/wallet';
import { useRef, useState } from 'react';
import { formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { askLocation } from '../../lib/location.ts';
import { CallError, describe } from '../../lib/problems.ts';
import type { Sent } from '../../lib/request.ts';
import { useMoneyRecord } from '../../school/attempts/useMoneyRecord.ts';
import { amountOf } from '../../ui/amount-typing.ts';
import { fieldWords } from '../../ui/field-words.ts';
import type { PaymentNotices } from './payment-notices.ts';
import type { WalletOf } from './useWalletOf.ts';

type Payment = typeof cashOutFingerprint | typeof cashOutPin | typeof deposit;

const ABOUT_AMOUNT: readonly Problem[] = [
  'wallet.insufficient-funds',
  'wallet.over-limit',
  'wallet.over-cash-out-limit',
  'wallet.over-day-limit',
  'wallet.over-week-limit',
  'wallet.pin-needed',
  'wallet.own-pin-needed',
  'wallet.needs-approval',
  'wallet.hold',
  'till.not-enough-cash',
];

interface Who {
  readonly admissionNumber: string;
  readonly names: string;
}

interface PaymentOptions {
  readonly refresh: readonly Endpoint[];
  readonly onDone: (moved: Moved, student: Who) => void;
  /** Called after a refusal; no money has moved. */
  readonly onRefused?: (refusal: CallError) => void;
  /** Refusals that the screen itself shows. */
  readonly shown?: readonly Problem[];
  /** Text of the notification instead of the cash-out's; null where the screen reports the payment itself. */
  readonly doneText?: (moved: Moved) => string | null;
  /** Called on each failure instead of the notification; `aboutAmount` where the amount field shows the error. */
  readonly onFailed?: (error: unknown, aboutAmount: boolean) => void;
}

/** Sends a payment once however often the button is pressed, and reports the outcome. */
export function usePayment<E extends Payment>(endpoint: E, options: PaymentOptions, notices: PaymentNotices) {
  const { t } = useTranslation('wallet');
  const student = useRef<Who>({ admissionNumber: '', names: '' });
  const [amountError, setAmountError] = useState<string | null>(null);
  const [refusals, setRefusals] = useState(0);
  /** True from the press on, since the mutation's own state follows a moment later. */
  const [sending, setSending] = useState(false);
  const record = useMoneyRecord(endpoint as Payment, {
    overlay: true,
    refresh: [...options.refresh, getStatement, getTill, getOwnPayments],
    onDone: (moved) => {
      setSending(false);
      // Errors of earlier tries are settled now.
      notices.hide();
      const text = options.doneText
        ? options.doneText(moved)
        : t('cashOut.done', { balance: formatMoney(moved.balance) });
      if (text !== null) notices.done(text);
      options.onDone(moved, student.current);
    },
    onError: (error) => {
      setSending(false);
      const wrongAmount = error instanceof CallError && (fieldWords(error).amount ?? aboutAmount(error));
      if (wrongAmount) setAmountError(wrongAmount);
      if (isShown(error)) notices.hide();
      else if (options.onFailed) options.onFailed(error, Boolean(wrongAmount));
      else if (!wrongAmount) notices.failed(error);
      if (error instanceof CallError && !error.unsure) {
        setRefusals((before) => before + 1);
        options.onRefused?.(error);
      }
    },
  });
  function isShown(error: unknown): boolean {
    return error instanceof CallError && error.problem !== null && (options.shown?.includes(error.problem) ?? false);
  }
  return {
    busy: record.isPending || sending,
    amountError,
    refusals,
    /** Returns true where all typed fields are filled in; otherwise shows the missing ones. */
    ready(wallet: WalletOf, amount: string): boolean {
      setAmountError(null);
      if (wallet.number === '') {
        notices.missing.number();
        return false;
      }
      if (amountOf(amount) === 0) {
        setAmountError(t('missing.amount'));
        return false;
      }
      return !record.isPending && wallet.error === null;
    },
    send(wallet: WalletOf, input: Sent<E>): void {
      student.current = { admissionNumber: wallet.number, names: wallet.found?.names ?? '' };
      // The location is sent along if the device knows it; the payment does not wait for it.
      void askLocation().catch(() => undefined);
      setSending(true);
      record.mutate(input as Sent<Payment>);
    },
  };
}

function aboutAmount(error: CallError): string | undefined {
  return error.problem && ABOUT_AMOUNT.includes(error.problem) ? describe(error).message : undefined;
}
