import type { PaymentsGateway } from '../../gateways/payments/index.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import type { ResultHandlers } from '../payments/index.ts';
import { sweepReturns } from '../suspense/index.ts';
import { handleRefundCallback, handleRefundStatusCallback } from './end.ts';
import { payJobs, REFUND, REFUND_STATUS, sweepRefunds } from './pay.ts';

/** Job that follows up, each night, payouts and returns without a result. */
export const SWEEP_PAYOUTS = 'sweep-payouts';

export function refundJobs(context: AppContext, gateway: PaymentsGateway): Jobs {
  return {
    ...payJobs(context, gateway),
    [SWEEP_PAYOUTS]: async () => {
      const schools = await context.db.readPlatform((tx) => tx.rows<{ id: string }>('SELECT id FROM schools'));
      for (const { id } of schools) {
        await context.db.inSchool(id, async (tx) => {
          await sweepRefunds(tx);
          await sweepReturns(tx);
        });
      }
    },
  };
}

/** Handlers of the provider's results of refunds. */
export const refundResults: ResultHandlers = {
  [REFUND]: handleRefundCallback,
  [REFUND_STATUS]: handleRefundStatusCallback,
};
