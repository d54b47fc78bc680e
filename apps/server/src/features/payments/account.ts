import type { ReplyTo } from '../../gateways/payments/index.ts';
import type { Tx } from '../../platform/database.ts';
import type { House } from '../../platform/house.ts';
import { paymentAccountOf, type SchoolAccount } from '../schools/index.ts';

/** What the transaction's school collects and pays with; null where that has not been set up. */
export function withAccount(house: House, tx: Tx): Promise<SchoolAccount | null> {
  return paymentAccountOf(tx, house);
}

/**
 * Where the provider is to answer a request. What arrives there goes to the handler of `purpose` (lower-case letters and
 * hyphens, and none of M-Pesa's forbidden words) with this `id`.
 */
export function replyTo(house: House, account: SchoolAccount, purpose: string, id: string): ReplyTo {
  const here = hookUrl(house, `result/${account.hookSecret}/${purpose}/${id}`);
  return { resultUrl: `${here}/r`, timeoutUrl: `${here}/t` };
}

/** An address of ours for the provider. */
export function hookUrl(house: House, path: string): string {
  return `${house.config.publicUrl.replace(/\/+$/, '')}/hooks/${path}`;
}
