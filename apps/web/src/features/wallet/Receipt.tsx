import type { Channel } from '@mfuko/contract/channels';
import type { Moved } from '@mfuko/contract/wallet';
import { type ReactNode, Suspense } from 'react';
import { latePart } from '../../ui/late-part.tsx';

/** Payment as a receipt shows it: amount, student and proof. */
export interface Paid {
  readonly kind: 'cashOut' | 'deposit';
  readonly moved: Moved;
  readonly admissionNumber: string;
  readonly names: string;
  readonly method: 'fingerprint' | 'pin' | null;
  /** Channel and typed reference of a deposit. */
  readonly channel?: Channel;
  readonly reference?: string;
  /** Balance after the reversal, for a deposit that was taken back. */
  readonly takenBack?: number;
}

export interface ReceiptProps {
  readonly paid: Paid;
  readonly onDone: () => void;
  /** Actions on the payment, placed between the slip and its buttons. */
  readonly acts?: ReactNode;
  /** True for a receipt that was handed out before: it is marked as a copy. */
  readonly copy?: boolean;
  /** True to print as soon as the receipt has rendered. */
  readonly atOnce?: boolean;
}

const load = () => import('./ReceiptSlip.tsx').then((it) => it.ReceiptSlip);
const Slip = latePart(load);
// Prefetched with the screen: after the first payment there may be no network.
void load().catch(() => undefined);

/** Receipt of a payment that was just made, with its buttons. */
export function Receipt(props: ReceiptProps) {
  return (
    <Suspense>
      <Slip {...props} />
    </Suspense>
  );
}
