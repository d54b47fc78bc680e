import { Refusal } from '../../platform/http/refusal.ts';

export function notConfigured(): Refusal {
  return new Refusal('payment.not-configured', 'The school is not set up to collect by M-Pesa.');
}

export function tooManyChecks(seconds: number): Refusal {
  return new Refusal('payment.checked-often', `This configuration was checked too often. Wait ${seconds} s.`, {
    retryAfter: seconds,
    detail: { seconds },
  });
}
