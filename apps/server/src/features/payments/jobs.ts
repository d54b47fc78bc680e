import { z } from 'zod';
import { PaymentsError, type PaymentsGateway } from '../../gateways/payments/index.ts';
import { clockFault } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { askPayment, CONFIRM_PAYMENT, handleStatusCallback } from './confirm-payment.ts';
import { messageJobs, type ResultHandlers } from './provider-callbacks.ts';
import { handleStkCallback, queryStkPush } from './query-stk-push.ts';
import { reconcile, reconcileOnce, schoolsThatPull } from './reconcile.ts';
import { sendStkPush } from './send-stk-push.ts';
import { ASK_PAYMENT, QUERY_STK_PUSH, RECONCILE, SEND_STK_PUSH } from './store.ts';

export { RECONCILE } from './store.ts';
/** Schedule of the reconciliation of all schools that may pull. */
export const RECONCILE_AT = '*/3 * * * *';

const ofStkPush = z.object({
  schoolId: z.uuid(),
  id: z.uuid(),
  told: z.boolean().optional(),
  queued: z.boolean().optional(),
});
const ofPayment = z.object({ schoolId: z.uuid(), receipt: z.string() });
const ofSchool = z.object({ schoolId: z.uuid(), due: z.coerce.date() }).partial();

/** Jobs of payments. `handlers` handle the provider's answers to other features' requests, by purpose. */
export function paymentJobs(context: AppContext, gateway: PaymentsGateway, handlers: ResultHandlers): Jobs {
  const own: ResultHandlers = { [CONFIRM_PAYMENT]: (tx, id, answer) => handleStatusCallback(tx, context, id, answer) };
  return {
    ...messageJobs(context, { ...handlers, ...own }, (tx, id, said) => handleStkCallback(tx, context, id, said)),
    [SEND_STK_PUSH]: (given) => {
      const { schoolId, id, queued } = ofStkPush.parse(given);
      return sendStkPush(context, gateway, schoolId, id, queued);
    },
    [QUERY_STK_PUSH]: (given) => {
      const { schoolId, id, told } = ofStkPush.parse(given);
      return queryStkPush(context, gateway, schoolId, id, told ?? false);
    },
    [ASK_PAYMENT]: (given) => {
      const { schoolId, receipt } = ofPayment.parse(given);
      return askPayment(context, gateway, schoolId, receipt);
    },
    [RECONCILE]: async (given) => {
      const { schoolId, due } = ofSchool.parse(given ?? {});
      const failures: unknown[] = [];
      for (const id of schoolId ? [schoolId] : await schoolsThatPull(context)) {
        const done = due ? reconcileOnce(context, gateway, id, due) : reconcile(context, gateway, id);
        // One school's failure, or the clock of its journal, does not stop the others. The next run in a few minutes tries again.
        await done.catch((error: unknown) => {
          if (!(error instanceof PaymentsError || clockFault(error))) failures.push(error);
        });
      }
      if (failures.length > 0) throw new AggregateError(failures, 'Some schools could not be reconciled.');
    },
  };
}
