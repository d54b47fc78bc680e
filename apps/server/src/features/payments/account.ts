import type { ReplyTo } from '../../gateways/payments/index.ts';
import type { ReadTx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { paymentAccountOf, type SchoolAccount } from '../schools/index.ts';

/** Returns the account by which the transaction's school collects and pays; null where none has been set up. */
export function withAccount(context: AppContext, tx: ReadTx): Promise<SchoolAccount | null> {
  return paymentAccountOf(tx, context);
}

/**
 * Returns the addresses to which the provider sends its answer to a request. The answer reaches the handler of `purpose` (lower-case
 * letters and hyphens, none of M-Pesa's forbidden words) with this `id`.
 */
export function replyTo(context: AppContext, account: SchoolAccount, purpose: string, id: string): ReplyTo {
  const here = hookUrl(context, `result/${account.hookSecret}/${purpose}/${id}`);
  return { resultUrl: `${here}/r`, timeoutUrl: `${here}/t` };
}

/** Returns the full address of a callback path, for the provider. */
export function hookUrl(context: AppContext, path: string): string {
  return `${context.config.publicUrl.replace(/\/+$/, '')}/hooks/${path}`;
}
