import type { Outcome, PaymentsErrorParts } from '../port.ts';

const failed: Outcome = { state: 'failed', retry: false, misconfigured: false };
const failedForNow: Outcome = { ...failed, retry: true };
const misconfigured: Outcome = { ...failed, misconfigured: true };
const cancelled: Outcome = { ...failed, state: 'cancelled' };
export const pending: Outcome = { ...failed, state: 'pending' };
const done: Outcome = { ...failed, state: 'done' };

const EVERYWHERE: Record<string, Outcome> = {
  '0': done,
  // Insufficient funds, below the minimum, above the maximum, daily limit, receiver's limit.
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
  // Same amount within two minutes; phone busy, off or slow; push not sent.
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
  // In payouts this code means that the number does not exist.
  SFC_IC0003: failed,
  R000001: failed,
  R000002: failed,
};

/** Returns the outcome for a result code of an STK push. An unknown code is pending, because money may have moved. */
export function stkOutcome(code: string): Outcome {
  return STK_PUSH[code] ?? pending;
}

/** Returns the outcome for a result code of a payout, reversal or query; pending for an unknown code. */
export function resultOutcome(code: string): Outcome {
  return RESULT[code] ?? pending;
}

/** Returns true for the three codes of an expired or invalid token. */
export function isDeadToken(code: string | null): boolean {
  return code === '404.001.03' || code === '400.003.01' || code === '401.002.01';
}

/**
 * Returns true if the app lacks access to a product. The provider says so, or reports an invalid token: at this point the client has
 * already retried with a new token.
 */
export function isNotGranted({ code, description }: { readonly code: string | null; readonly description: string }) {
  return isDeadToken(code) || /no apiproduct match/i.test(description);
}

/** Classifies an error that was received instead of an acknowledgement. */
export function classOfError(code: string | null, description: string, status: number): PaymentsErrorParts {
  const said = (words: RegExp) => words.test(description);
  if (isDeadToken(code)) return { retry: true };
  if (said(/duplicate originator/i)) return { unsettled: true };
  if (said(/already registered|duplicate notification/i)) return {};
  if (code === '500.001.1001') {
    return said(/lock subscriber|already in process|being processed/i) ? { retry: true } : { misconfigured: true };
  }
  // Busy, or quota exceeded: the request was not processed.
  if (code === '500.003.02' || code === '500.003.03' || status === 429) return { retry: true };
  if (status >= 500) return { retry: true, unsettled: true };
  if (code?.startsWith('400.008.') || said(/no apiproduct match/i)) return { misconfigured: true };
  return {};
}
