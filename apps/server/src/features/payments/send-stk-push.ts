import { PaymentsError, type PaymentsGateway } from '../../gateways/payments/index.ts';
import { openWith } from '../../platform/crypto/keys.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { hookUrl, withAccount } from './account.ts';
import { stkPushContext } from './book.ts';
import { notifyMisconfigured } from './notify.ts';
import { takeTurn } from './queued-stk-push.ts';
import { secondsToNextQuery } from './rules.ts';
import {
  changeStkPush,
  enqueuePaymentJob,
  lockStkPush,
  QUERY_STK_PUSH,
  SEND_STK_PUSH,
  type StkPushChange,
} from './store.ts';

const MAX_TRIES = 3;

/**
 * Sends an STK push that has not been sent. The status `sending` is committed first: if the server dies in between, it is unknown if the
 * guardian was asked, and the push is not sent again.
 */
export async function sendStkPush(
  context: AppContext,
  gateway: PaymentsGateway,
  schoolId: string,
  id: string,
  queued = false,
): Promise<void> {
  const ready = await context.db.inSchool(schoolId, async (tx) => {
    const push = await lockStkPush(tx, id);
    if (push?.status === 'sending') {
      await changeStkPush(tx, id, { status: 'unsettled', code: null });
      await enqueuePaymentJob(tx, QUERY_STK_PUSH, { id }, secondsToNextQuery(0));
    }
    if (push?.status !== 'new') return null;
    if (queued && !(await takeTurn(tx, push))) return null;
    const account = await withAccount(context, tx);
    if (!account) {
      await changeStkPush(tx, id, { status: 'failed', code: 'misconfigured' });
      return null;
    }
    await changeStkPush(tx, id, { status: 'sending', tries: push.tries + 1 });
    const phone = openWith(await context.keys.ofSchool(tx), stkPushContext(tx, id), push.phoneSealed).toString('utf8');
    return { prompt: push, account, phone };
  });
  if (!ready) return;
  const { prompt: push, account, phone } = ready;
  let change: StkPushChange;
  let again: number | null = null;
  let failure: PaymentsError | null = null;
  try {
    const taken = await gateway.sendStkPush(account, {
      amount: push.amount,
      phone,
      reference: push.reference,
      description: 'Pocket money',
      callbackUrl: hookUrl(context, `stk/${account.hookSecret}/${id}`),
    });
    change = { status: 'sent', checkoutId: taken.checkoutRequestId, adopted: false, code: null, sent: true };
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    failure = error;
    if (error.unsettled) change = { status: 'unsettled', code: null, sent: true };
    else if (error.retry && push.tries + 1 < MAX_TRIES) {
      change = { status: 'new' };
      again = 10 * (push.tries + 1);
    } else if (error.retry) change = { status: 'failed', code: error.code === null ? 'provider-down' : 'busy' };
    else
      change = { status: 'failed', code: error.misconfigured ? 'misconfigured' : 'refused', reason: error.description };
  }
  await context.db.inSchool(schoolId, async (tx) => {
    await changeStkPush(tx, id, change);
    if (again !== null) await enqueuePaymentJob(tx, SEND_STK_PUSH, { id }, again);
    if (change.status === 'sent' || change.status === 'unsettled')
      await enqueuePaymentJob(tx, QUERY_STK_PUSH, { id }, secondsToNextQuery(0));
    if (failure?.misconfigured) await notifyMisconfigured(tx, failure);
  });
}
