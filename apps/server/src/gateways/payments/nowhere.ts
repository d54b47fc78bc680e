import { PaymentsError, type PaymentsGateway } from './port.ts';

/** The way to a provider that nobody can reach: for a house that was opened without one. */
export const noPayments: PaymentsGateway = {
  registerUrls: refuse,
  prompt: refuse,
  askPrompt: refuse,
  askTransaction: refuse,
  payOut: refuse,
  askBalance: refuse,
  reverse: refuse,
  registerPull: refuse,
  pull: refuse,
};

async function refuse(): Promise<never> {
  throw new PaymentsError('the provider cannot be reached', { retry: true });
}
