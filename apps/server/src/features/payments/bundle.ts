import { type BundlePart, bundlePart } from '../../platform/records/bundle.ts';
import { openPayer, shownPhone } from './payer.ts';

interface Paid {
  readonly receipt: string;
  readonly payerSealed: Buffer | null;
}

/**
 * Bundle of this feature: payments by M-Pesa, and STK pushes to guardians. The payer is another person, so only the ends of the phone
 * number are included.
 */
export const PAYMENT_BUNDLE: readonly BundlePart[] = [
  {
    name: 'payments',
    tables: ['payments'],
    async read(tx, context, { id }) {
      const rows = await tx.rows<Paid>(
        `SELECT receipt, paid_at AS date, amount, account, state AS "paymentState", settled_at AS settled, payer_sealed AS "payerSealed"
         FROM payments WHERE school_id = $1 AND student_id = $2 ORDER BY paid_at, id`,
        [tx.schoolId, id],
      );
      const told = [];
      for (const { payerSealed, ...row } of rows)
        told.push({ ...row, mobileNumber: shownPhone(await openPayer(tx, context, row.receipt, payerSealed)) });
      return told;
    },
  },
  bundlePart(
    'requests',
    ['stk_pushes'],
    `SELECT requested_at AS date, amount, phone_masked AS "mobileNumber", status AS "requestState", reference, receipt, asked_by AS by
     FROM stk_pushes WHERE school_id = $1 AND student_id = $2 ORDER BY requested_at, id`,
  ),
];
