import { toKes } from '@mfuko/contract/money';
import type { PaymentsError } from '../../gateways/payments/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import { notifyStaff } from '../notices/index.ts';

const ONCE_IN_S = 3600;

/** Notifies the staff, at most once an hour, that M-Pesa refuses the credentials or codes of the school's set-up. */
export async function notifyMisconfigured(tx: Tx, error: PaymentsError): Promise<void> {
  await notifyStaff(tx, {
    kind: 'payment.misconfigured',
    subject: null,
    params: { why: (error.description || error.message).slice(0, 200) },
    quietSeconds: ONCE_IN_S,
  });
}

/** Notifies the staff, once for each payment, that M-Pesa and the books disagree about it. */
export async function notifyDifference(tx: Tx, receipt: string, here: bigint, there: bigint | null): Promise<void> {
  await notifyStaff(
    tx,
    {
      kind: 'payment.difference',
      subject: null,
      params: { receipt, here: toKes(here), there: there === null ? '—' : toKes(there) },
    },
    `payment.difference:${receipt}`,
  );
}
