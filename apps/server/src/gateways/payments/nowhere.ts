import { PaymentsError, type PaymentsGateway } from './port.ts';

/** Gateway that refuses every request, for a server without a provider. */
export const noPayments: PaymentsGateway = {
  registerUrls: refuse,
  sendStkPush: refuse,
  queryStkPush: refuse,
  askTransaction: refuse,
  payOut: refuse,
  askBalance: refuse,
  checkKeys: refuse,
  checkPasskey: refuse,
  reverse: refuse,
  registerPull: refuse,
  pull: refuse,
};

async function refuse(): Promise<never> {
  throw new PaymentsError('the provider cannot be reached', { retry: true });
}
