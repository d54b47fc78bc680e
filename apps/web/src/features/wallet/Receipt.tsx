import type { Channel } from '@mfuko/contract/channels';
import type { Moved } from '@mfuko/contract/wallet';
import { type ReactNode, Suspense } from 'react';
import { latePart } from '../../ui/late-part.tsx';

/** Paid: what was paid, to whom, and how they were proven. */
export interface Paid {
  readonly kind: 'cashOut' | 'deposit';
  readonly moved: Moved;
  readonly admissionNumber: string;
  readonly names: string;
  readonly method: 'fingerprint' | 'pin' | null;
  /** Of a deposit: how it was handed in, and the reference that was typed. */
  readonly channel?: Channel;
  readonly reference?: string;
  /** Balance once it was taken back. */
  readonly takenBack?: number;
}

export interface ReceiptProps {
  readonly paid: Paid;
  readonly onDone: () => void;
  /** Acts: what can be done about the payment, between the slip and its buttons. */
  readonly acts?: ReactNode;
  /** True if it has left the desk before: it says so. */
  readonly copy?: boolean;
  /** Prints as soon as it is there. */
  readonly atOnce?: boolean;
}

const load = () => import('./ReceiptSlip.tsx').then((it) => it.ReceiptSlip);
const Slip = latePart(load);
// Fetched with the screen and not with the first payment, after which there may be no network.
void load().catch(() => undefined);

/** Receipt of a payment that was just made. */
export function Receipt(props: ReceiptProps) {
  return (
    <Suspense>
      <Slip {...props} />
    </Suspense>
  );
}
