import { toKes } from '@mfuko/contract/money';
import type { Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { moveSchoolMoney } from '../ledger/index.ts';
import { notifyStaff } from '../notices/index.ts';
import { payerDigest, sealPayer } from './payers.ts';

export interface ParkedPayment {
  /** The provider's receipt number. */
  readonly receipt: string;
  /** Cents. */
  readonly amount: bigint;
  readonly paidAt: Date;
  /** Account as typed by the payer. */
  readonly account: string;
  readonly payerName: string | null;
  /** SHA-256 of the payer's number (2547…), in hexadecimal. */
  readonly payerHash: string | null;
  readonly why: 'unknown-account' | 'left' | 'reversed';
}

const MAX_ACCOUNT_LENGTH = 100;

/**
 * Puts a payment without a wallet into suspense and notifies the staff: suspense owes the money, M-Pesa holds it. A payment that is in
 * suspense already stays as it is. Of two simultaneous calls for one receipt the second throws; its retry finds the payment in suspense.
 */
export async function park(tx: Tx, context: AppContext, payment: ParkedPayment): Promise<{ id: string }> {
  const { receipt, amount, paidAt, payerName, payerHash, why } = payment;
  const parked = await tx.row<{ id: string }>(
    `SELECT id FROM suspense_items WHERE school_id = $1 AND receipt = $2 AND why <> 'reversed'`,
    [tx.schoolId, receipt],
  );
  if (parked) return parked;
  const id = newId();
  const entryId = newId();
  const account = payment.account.slice(0, MAX_ACCOUNT_LENGTH);
  await moveSchoolMoney(tx, [
    { id: entryId, kind: 'unclaimed', gains: 'suspense', loses: 'm-pesa', amount, by: null, reference: receipt },
  ]);
  await tx.row(
    `INSERT INTO suspense_items (school_id, id, receipt, why, amount, paid_at, account, payer_sealed, payer_digest, entry_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      tx.schoolId,
      id,
      receipt,
      why,
      amount,
      paidAt,
      account,
      await sealPayer(tx, context, receipt, { name: payerName, hash: payerHash }),
      payerHash === null ? null : payerDigest(context, tx.schoolId, payerHash),
      entryId,
    ],
  );
  await notifyStaff(
    tx,
    { kind: 'suspense.parked', subject: { kind: 'suspense', id }, params: { amount: toKes(amount), account } },
    id,
  );
  return { id };
}
