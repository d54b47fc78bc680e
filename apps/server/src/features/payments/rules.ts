import type { PaymentStatus } from '@mfuko/contract/payments';
import type { CustomerPayment, Outcome } from '../../gateways/payments/index.ts';

/** The most that M-Pesa moves at once, in cents. */
export const MOST = 25_000_000n;

/** Seconds between two requests to one phone, and between two for the same amount while the first may still be paid. */
const BETWEEN_ASKING_S = 60;
export const SAME_AMOUNT_S = 120;

export interface EarlierStkPush {
  readonly amount: bigint;
  readonly status: string;
  readonly secondsAgo: number;
}

/** Seconds to wait before this phone can be asked for that amount; 0 for now. */
export function waitBeforeAsking(amount: bigint, earlier: readonly EarlierStkPush[]): number {
  const waits = earlier.map((push) => {
    const over = push.status === 'failed' || push.status === 'cancelled';
    const pause = push.amount === amount && !over ? SAME_AMOUNT_S : BETWEEN_ASKING_S;
    return Math.ceil(pause - push.secondsAgo);
  });
  return Math.max(0, ...waits);
}

/**
 * Returns the admission number in an account that a payer typed, or null. Spaces and hyphens are ignored; any other character makes the
 * account invalid.
 */
export function admissionNumberOf(account: string | null): string | null {
  if (account === null) return null;
  const bare = account.replace(/[\s-]/g, '');
  return /^\d{1,12}$/.test(bare) ? bare : null;
}

/** Returns true if the reported number, whole, hashed or masked, can be `phone` (254 and nine digits). `hash` is the hash of `phone`. */
export function mayBePhone(told: CustomerPayment['phone'], phone: string, hash: string): boolean {
  if (told.form === 'hashed') return told.text === hash;
  if (told.form === 'plain') return told.text.slice(-9) === phone.slice(-9);
  if (told.form === 'none') return true;
  const shown = told.text.replace(/\s/g, '');
  const head = /^\d*/.exec(shown)?.[0] ?? '';
  const tail = /\d*$/.exec(shown)?.[0] ?? '';
  return phone.startsWith(head) && phone.endsWith(tail);
}

/** Returns the seconds until the next query about an STK push, after `asks` queries. */
export function secondsToNextQuery(asks: number): number {
  return [15, 20, 30, 60, 120, 300, 600, 1800][asks] ?? 3600;
}

/** Returns the seconds until the next question about a payment, after `asks` questions; null where the pulled list decides. */
export function secondsToNextQuestion(asks: number): number | null {
  return [0, 30, 120, 600, 3600, 21_600][asks] ?? null;
}

const REASONS: Readonly<Record<string, string>> = {
  '1': 'There was not enough money on the phone.',
  '2': 'The amount is below what M-Pesa moves.',
  '3': 'The amount is above what M-Pesa moves at once.',
  '4': 'The phone has reached its limit for the day.',
  '8': 'The school’s paybill cannot take more at present.',
  '17': 'The same amount was asked for a moment ago. Wait two minutes.',
  '1001': 'The phone is busy with another M-Pesa payment.',
  '1019': 'Nobody answered in time.',
  '1025': 'M-Pesa could not show the request on the phone.',
  '9999': 'M-Pesa could not show the request on the phone.',
  '1031': 'The request was cancelled on the phone.',
  '1032': 'The request was cancelled on the phone.',
  '1037': 'The phone could not be reached.',
  '2001': 'The PIN was wrong.',
  '2028': 'The school’s M-Pesa set-up does not allow this.',
  '8006': 'The school’s M-Pesa credential is locked.',
  SFC_IC0003: 'M-Pesa does not know the number.',
  '0': 'It was paid. Its receipt number is on the way.',
  busy: 'M-Pesa was busy, and nobody was asked.',
  'provider-down': 'M-Pesa could not be reached, and nobody was asked.',
  'phone-busy': 'The phone was not free for an hour, and nobody was asked.',
  misconfigured: 'The school’s M-Pesa set-up is not accepted. Nobody was asked.',
  unsettled: 'M-Pesa did not say whether it took the request. Wait before asking again.',
  'no-answer': 'M-Pesa never said what became of the request.',
  refused: 'M-Pesa refused the request.',
};

/** Returns the reason for which a payment has not come (yet), in words that a bursar understands. */
export function reasonOf(code: string | null): string | null {
  if (code === null) return null;
  return REASONS[code] ?? `M-Pesa has not said more than ${code} yet.`;
}

const AGAIN = new Set([
  '1001',
  '1019',
  '1025',
  '1031',
  '1032',
  '1037',
  '17',
  '1',
  '2001',
  '9999',
  'busy',
  'provider-down',
  'phone-busy',
  'no-answer',
]);

/** Returns true if another request to the same phone can succeed. */
export function canAskAgain(status: PaymentStatus, code: string | null): boolean {
  return (status === 'failed' || status === 'cancelled') && code !== null && AGAIN.has(code);
}

/** Status of an STK push in answers of the API. */
export function wireStatus(status: string): PaymentStatus {
  return status === 'paid' || status === 'failed' || status === 'cancelled' ? status : 'pending';
}

/** Returns the final status to which an outcome leads an STK push; null where the STK push is not final yet. */
export function endOf(outcome: Outcome): 'failed' | 'cancelled' | null {
  return outcome.state === 'failed' || outcome.state === 'cancelled' ? outcome.state : null;
}
