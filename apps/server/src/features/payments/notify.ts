import { toKes } from '@mfuko/contract/money';
import type { PaymentsError } from '../../gateways/payments/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import { notifyStaff } from '../notices/index.ts';

const ONCE_IN_S = 3600;

/** Tells the staff, at most once an hour, that M-Pesa does not accept what the school was set up with. */
export async function notifyMisconfigured(tx: Tx, error: PaymentsError): Promise<void> {
  await notifyStaff(tx, {
    kind: 'payment.misconfigured',
    subject: null,
    params: { why: (error.description || error.message).slice(0, 200) },
    quietSeconds: ONCE_IN_S,
  });
}

/** Tells once of each payment on which M-Pesa and the books do not agree. */
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
