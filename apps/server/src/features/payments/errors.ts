import { toKes } from '@mfuko/contract/money';
import { PaymentsError } from '../../gateways/payments/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';

export function notConfigured(): Refusal {
  return new Refusal('payment.not-configured', 'The school is not set up to collect by M-Pesa.');
}

export function accountTooLong(account: string): Refusal {
  return new Refusal('payment.account-too-long', `The account ${account} is too long for an M-Pesa prompt.`, {
    detail: { account },
  });
}

export function askedAlready(seconds: number): Refusal {
  return new Refusal('payment.asked-already', `This phone was sent a prompt a moment ago. Wait ${seconds} s.`, {
    retryAfter: seconds,
    detail: { seconds },
  });
}

export function schoolNotFound(): Refusal {
  return new Refusal('school.not-found', 'The school was not found.');
}

export function paymentNotFound(): Refusal {
  return new Refusal('payment.not-found', 'The payment was not found.');
}

export function aboveMaximum(most: bigint): Refusal {
  return new Refusal('wallet.over-limit', 'This is over the limit for one payment.', {
    detail: { limit: toKes(most) },
  });
}

/** Returns the refusal for a user who waits for a request that the provider refused or could not take. Throws every other error. */
export function refusedByProvider(error: unknown): Refusal {
  if (!(error instanceof PaymentsError)) throw error;
  if (error.retry)
    return new Refusal('payment.provider-down', 'M-Pesa cannot be reached right now. Please try again.', {
      retryAfter: 30,
    });
  const words = error.description || error.message;
  return new Refusal('payment.provider-refused', `M-Pesa refused: ${words}`, {
    detail: { code: error.code, description: words },
  });
}
