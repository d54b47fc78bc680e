import type { ReplyTo } from '../../gateways/payments/index.ts';
import type { ReadTx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { paymentAccountOf, type SchoolAccount } from '../schools/index.ts';

/** With account: what the transaction's school collects and pays with; null where that has not been set up. */
export function withAccount(context: AppContext, tx: ReadTx): Promise<SchoolAccount | null> {
  return paymentAccountOf(tx, context);
}

/**
 * Reply: where the provider is to answer a request. What arrives there goes to the handler of `purpose` (lower-case
 * letters and hyphens, and none of M-Pesa's forbidden words) with this `id`.
 */
export function replyTo(context: AppContext, account: SchoolAccount, purpose: string, id: string): ReplyTo {
  const here = hookUrl(context, `result/${account.hookSecret}/${purpose}/${id}`);
  return { resultUrl: `${here}/r`, timeoutUrl: `${here}/t` };
}

/** An address of ours for the provider. */
export function hookUrl(context: AppContext, path: string): string {
  return `${context.config.publicUrl.replace(/\/+$/, '')}/hooks/${path}`;
}
