import type { OwnPayment } from '@mfuko/contract/wallet';
import type { Paid } from './Receipt.tsx';

/** A receipt that is shown in place of the last payments. */
export interface Shown {
  readonly paid: Paid;
  readonly copy: boolean;
  readonly print: boolean;
  /** Tells one showing from the next. */
  readonly at: number;
}

/** A payment of the list as its receipt tells it: it may have been handed out already, so it is a copy. */
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
