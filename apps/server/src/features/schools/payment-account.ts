import type { PaymentSecret } from '@mfuko/contract/schools';
import type { PaymentAccount } from '../../gateways/payments/index.ts';
import { openWith } from '../../platform/crypto/keys.ts';
import type { ReadTx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { secretContext } from './payment-config.ts';

export interface SchoolAccount extends PaymentAccount {
  /** Part of the addresses that the provider calls. */
  readonly hookSecret: string;
  /** Mobile number of the contact for the paybill. */
  readonly contactNumber: string;
}

/**
 * Returns the account by which the transaction's school collects, with its secrets opened; null where none has been set up. Keep the
 * secrets no longer than one call of the gateway, and never write them anywhere.
 */
export async function paymentAccountOf(tx: ReadTx, context: AppContext): Promise<SchoolAccount | null> {
  const config = await tx.row<{
    contact_number: string;
    short_code: string;
    lnm_short_code: string;
    initiator: string;
    hook_secret: string;
  }>('SELECT * FROM payment_configs WHERE school_id = $1', [tx.schoolId]);
  if (!config) return null;
  const key = await context.keys.ofSchool(tx);
  const sealed = await tx.rows<{ name: PaymentSecret; sealed: Buffer }>(
    'SELECT name, sealed FROM payment_secrets WHERE school_id = $1',
    [tx.schoolId],
  );
  const secrets = new Map(
    sealed.map((row) => [row.name, openWith(key, secretContext(tx.schoolId, row.name), row.sealed).toString('utf8')]),
  );
  const consumerKey = secrets.get('consumerKey');
  const consumerSecret = secrets.get('consumerSecret');
  if (!consumerKey || !consumerSecret) return null;
  return {
    shortCode: config.short_code,
    lnmShortCode: config.lnm_short_code,
    lnmPassWord: secrets.get('lnmPassWord') ?? '',
    consumerKey,
    consumerSecret,
    initiator: config.initiator,
    securityCredential: secrets.get('securityCredential') ?? '',
    hookSecret: config.hook_secret,
    contactNumber: config.contact_number,
  };
}
