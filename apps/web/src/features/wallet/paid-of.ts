import type { OwnPayment } from '@mfuko/contract/wallet';
import type { Paid } from './Receipt.tsx';

/** Receipt that is shown in place of the last payments. */
export interface Shown {
  readonly paid: Paid;
  readonly copy: boolean;
  readonly print: boolean;
  /** Time at which the receipt was opened, which distinguishes two openings. */
  readonly at: number;
}

/** Returns the receipt of a listed payment; always a copy, since the first print may have been handed out. */
export function shownOf(row: OwnPayment, print: boolean): Shown {
  const { admissionNumber, names, method, channel, reference } = row;
  const paid: Paid = {
    kind: row.kind === 'deposit' ? 'deposit' : 'cashOut',
    moved: row,
    ...{ admissionNumber, names, method },
    ...(channel && { channel }),
    ...(reference && { reference }),
  };
  return { paid, copy: true, print, at: Date.now() };
}
