import { cashOutFingerprint, cashOutPin, deposit, getDepositRoom, getWallet, type Moved } from '@mfuko/contract/wallet';
import type { PaymentNotices } from './payment-notices.ts';
import type { Paid } from './Receipt.tsx';
import { usePayment } from './usePayment.ts';

/** Proof of a cash-out; null for a deposit, which has none. */
type Method = Paid['method'];

interface DeskPaymentsOptions {
  readonly notices: PaymentNotices;
  readonly onPaid: (paid: Paid) => void;
  readonly onFailed: (method: Method, error: unknown, aboutAmount: boolean) => void;
  readonly onRefused: (method: Method) => void;
}

/** The three payments of the cash desk: cash out by finger, cash out by PIN, and a deposit of cash. */
export function useDeskPayments({ notices, onPaid, onFailed, onRefused }: DeskPaymentsOptions) {
  const after = (method: Method) => ({
    refresh: method ? [getWallet] : [getWallet, getDepositRoom],
    doneText: () => null,
    onDone: (moved: Moved, student: { admissionNumber: string; names: string }) =>
      onPaid({ kind: method ? 'cashOut' : 'deposit', moved, ...student, method, ...(!method && { channel: 'cash' }) }),
    onFailed: (error: unknown, aboutAmount: boolean) => onFailed(method, error, aboutAmount),
    onRefused: () => onRefused(method),
  });
  const pay = {
    finger: usePayment(cashOutFingerprint, after('fingerprint'), notices),
    pin: usePayment(cashOutPin, after('pin'), notices),
    in: usePayment(deposit, after(null), notices),
  };
  return { ...pay, busy: pay.finger.busy || pay.pin.busy || pay.in.busy };
}
