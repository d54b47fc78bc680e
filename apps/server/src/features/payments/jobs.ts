import type { PaymentsGateway } from '../../gateways/payments/index.ts';
import type { House } from '../../platform/house.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { messageJobs, type ResultHandlers } from './messages.ts';

/** The jobs of payments; `handlers` take what the provider answers to other features. */
export function paymentJobs(house: House, _gateway: PaymentsGateway, handlers: ResultHandlers): Jobs {
  return { ...messageJobs(house, handlers) };
}
