import { z } from 'zod';
import { PaymentsError, type PaymentsGateway } from '../../gateways/payments/index.ts';
import { clockFault } from '../../platform/database.ts';
import type { House } from '../../platform/house.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { askPayment, BEAR_OUT, hearStatus } from './ask-payment.ts';
import { hearPrompt, lookAtPrompt } from './look-at-prompt.ts';
import { messageJobs, type ResultHandlers } from './messages.ts';
import { reconcile, reconcileOnce, schoolsThatPull } from './reconcile.ts';
import { sendPrompt } from './send-prompt.ts';
import { ASK_PAYMENT, LOOK_AT_PROMPT, RECONCILE, SEND_PROMPT } from './store.ts';

export { RECONCILE } from './store.ts';
/** Every few minutes all schools that may pull are reconciled. */
export const RECONCILE_AT = '*/3 * * * *';

const ofPrompt = z.object({ schoolId: z.uuid(), id: z.uuid(), told: z.boolean().optional() });
const ofPayment = z.object({ schoolId: z.uuid(), receipt: z.string() });
const ofSchool = z.object({ schoolId: z.uuid(), due: z.coerce.date() }).partial();

/** The jobs of payments; `handlers` take what the provider answers to other features, by purpose. */
export function paymentJobs(house: House, gateway: PaymentsGateway, handlers: ResultHandlers): Jobs {
  const own: ResultHandlers = { [BEAR_OUT]: (tx, id, answer) => hearStatus(tx, house, id, answer) };
  return {
    ...messageJobs(house, { ...handlers, ...own }, (tx, id, said) => hearPrompt(tx, house, id, said)),
    [SEND_PROMPT]: (given) => {
      const { schoolId, id } = ofPrompt.parse(given);
      return sendPrompt(house, gateway, schoolId, id);
    },
    [LOOK_AT_PROMPT]: (given) => {
      const { schoolId, id, told } = ofPrompt.parse(given);
      return lookAtPrompt(house, gateway, schoolId, id, told ?? false);
    },
    [ASK_PAYMENT]: (given) => {
      const { schoolId, receipt } = ofPayment.parse(given);
      return askPayment(house, gateway, schoolId, receipt);
    },
    [RECONCILE]: async (given) => {
      const { schoolId, due } = ofSchool.parse(given ?? {});
      const failures: unknown[] = [];
      for (const id of schoolId ? [schoolId] : await schoolsThatPull(house)) {
        const done = due ? reconcileOnce(house, gateway, id, due) : reconcile(house, gateway, id);
        // One school does not hold up the others, nor does its clock. What could not be done is tried again in a few minutes.
        await done.catch((error: unknown) => {
          if (!(error instanceof PaymentsError || clockFault(error))) failures.push(error);
        });
      }
      if (failures.length > 0) throw new AggregateError(failures, 'Some schools could not be reconciled.');
    },
  };
}
