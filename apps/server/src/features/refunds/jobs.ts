import type { PaymentsGateway } from '../../gateways/payments/index.ts';
import type { House } from '../../platform/house.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { ResultHandlers } from '../payments/index.ts';
import { sweepReturns } from '../suspense/index.ts';
import { hearRefund, hearRefundStatus } from './end.ts';
import { payJobs, REFUND, REFUND_STATUS, sweepRefunds } from './pay.ts';

/** The job that looks each night after payments out and returns of which nothing was heard. */
export const SWEEP_PAYOUTS = 'sweep-payouts';

export function refundJobs(house: House, gateway: PaymentsGateway): Jobs {
  return {
    ...payJobs(house, gateway),
    [SWEEP_PAYOUTS]: async () => {
      const schools = await house.db.inPlatform((tx) => tx.rows<{ id: string }>('SELECT id FROM schools'));
      for (const { id } of schools) {
        await house.db.inSchool(id, async (tx) => {
          await sweepRefunds(tx);
          await sweepReturns(tx);
        });
      }
    },
  };
}

/** Who takes what the provider answers to refunds. */
export const refundResults: ResultHandlers = { [REFUND]: hearRefund, [REFUND_STATUS]: hearRefundStatus };
