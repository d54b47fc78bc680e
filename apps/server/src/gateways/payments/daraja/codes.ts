import type { Outcome, PaymentsErrorParts } from '../port.ts';

const failed: Outcome = { state: 'failed', retry: false, misconfigured: false };
const failedForNow: Outcome = { ...failed, retry: true };
const misconfigured: Outcome = { ...failed, misconfigured: true };
const cancelled: Outcome = { ...failed, state: 'cancelled' };
export const pending: Outcome = { ...failed, state: 'pending' };
const done: Outcome = { ...failed, state: 'done' };

const EVERYWHERE: Record<string, Outcome> = {
  '0': done,
  // Too little money, below the least, above the most, the daily limit, the receiver's most.
  '1': failed,
  '2': failed,
  '3': failed,
  '4': failed,
  '8': failed,
  '8006': misconfigured,
  SFC_IC0003: misconfigured,
};

const STK_PUSH: Record<string, Outcome> = {
  ...EVERYWHERE,
  // The same amount within two minutes; the phone is busy, off or slow; the STK push could not be sent.
  '17': failedForNow,
  '1001': failedForNow,
  '1019': failedForNow,
  '1025': failedForNow,
  '1037': failedForNow,
  '9999': failedForNow,
  '1031': cancelled,
  '1032': cancelled,
  '2001': failed,
  '2028': misconfigured,
  '4999': pending,
};

const RESULT: Record<string, Outcome> = {
  ...EVERYWHERE,
  '11': misconfigured,
  '17': failedForNow,
  '21': misconfigured,
  '2001': misconfigured,
  '2006': misconfigured,
  '2028': misconfigured,
  '2040': failed,
  // In payments out it is the number that does not exist.
  SFC_IC0003: failed,
  R000001: failed,
  R000002: failed,
};

/** STK outcome: what an STK push's result code means. A code that nobody knows is pending: money may have moved. */
export function stkOutcome(code: string): Outcome {
  return STK_PUSH[code] ?? pending;
}

/** Result outcome: what the result code of a payment out, reversal or query means; pending where nobody knows it. */
export function resultOutcome(code: string): Outcome {
  return RESULT[code] ?? pending;
}

/** The three ways to say that a token is dead. */
export function isDeadToken(code: string | null): boolean {
  return code === '404.001.03' || code === '400.003.01' || code === '401.002.01';
}

/**
 * A product that the app was not granted. The gateway says so, or calls the token a bad one: the client has had a fresh one by then
 * and was refused again.
 */
export function isNotGranted({ code, description }: { readonly code: string | null; readonly description: string }) {
  return isDeadToken(code) || /no apiproduct match/i.test(description);
}

/** Reading of an error that came instead of an acknowledgement. */
export function classOfError(code: string | null, description: string, status: number): PaymentsErrorParts {
  const said = (words: RegExp) => words.test(description);
  if (isDeadToken(code)) return { retry: true };
  if (said(/duplicate originator/i)) return { unsettled: true };
  if (said(/already registered|duplicate notification/i)) return {};
  if (code === '500.001.1001') {
    return said(/lock subscriber|already in process|being processed/i) ? { retry: true } : { misconfigured: true };
  }
  // Busy, over the quota: turned away at the door.
  if (code === '500.003.02' || code === '500.003.03' || status === 429) return { retry: true };
  if (status >= 500) return { retry: true, unsettled: true };
  if (code?.startsWith('400.008.') || said(/no apiproduct match/i)) return { misconfigured: true };
  return {};
}
