import { toKes } from '@mfuko/contract/money';
import { PaymentsError } from '../../gateways/payments/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';

export function notConfigured(): Refusal {
  return new Refusal('payment.not-configured', 'The school has not been set up to collect by M-Pesa.');
}

export function accountTooLong(account: string): Refusal {
  return new Refusal('payment.account-too-long', `M-Pesa takes no account as long as ${account} on a phone.`, {
    detail: { account },
  });
}

export function askedAlready(seconds: number): Refusal {
  return new Refusal('payment.asked-already', `This phone was asked a moment ago. Wait ${seconds} s.`, {
    retryAfter: seconds,
    detail: { seconds },
  });
}

export function schoolNotFound(): Refusal {
  return new Refusal('school.not-found', 'There is no such school.');
}

export function paymentNotFound(): Refusal {
  return new Refusal('payment.not-found', 'There is no such payment.');
}

export function aboveMaximum(most: bigint): Refusal {
  return new Refusal('wallet.over-limit', 'This is more than one payment may be.', { detail: { limit: toKes(most) } });
}

/** Returns the refusal for a user who waits for a request that the provider refused or could not take. Throws every other error. */
export function refusedByProvider(error: unknown): Refusal {
  if (!(error instanceof PaymentsError)) throw error;
  if (error.retry)
    return new Refusal('payment.provider-down', 'M-Pesa cannot be reached now. Please try again.', { retryAfter: 30 });
  const words = error.description || error.message;
  return new Refusal('payment.provider-refused', `M-Pesa refused: ${words}`, {
    detail: { code: error.code, description: words },
  });
}
