import { CallError, describe } from '../../../lib/problems.ts';
import { type Sound, soundOfRefusal } from './sounds.ts';
import type { PriceOf } from './useBasket.ts';

/** Failed request for a portion, as far as it decides what the counter does next. */
export interface Failure {
  readonly why: string;
  readonly look: Sound;
  /** True where the outcome is unknown. */
  readonly isUnsure: boolean;
  /** True where the student has no confirmed portion: the session has ended, or no answer came. */
  readonly isLost: boolean;
  /** True where the same student tries again with the PIN. */
  readonly isForAnotherTry: boolean;
  /** New prices, where they have changed. */
  readonly prices: PriceOf | null;
  /** Allergens for which a reason is required; null for any other failure. */
  readonly allergens: string | null;
}

export function readFailure(error: unknown): Failure {
  const { title, message } = describe(error);
  const refusal = error instanceof CallError ? error : null;
  const problem = refusal?.problem ?? null;
  const detail = refusal?.detail ?? {};
  const isUnsure = refusal?.unsure ?? true;
  return {
    why: message || title,
    look: soundOfRefusal(error),
    isUnsure,
    isLost: isUnsure || refusal?.sessionEnded === true,
    isForAnotherTry: problem === 'pin.wrong' || problem === 'menu.price-changed',
    prices: problem === 'menu.price-changed' ? readPrices(detail.prices) : null,
    allergens: problem === 'menu.allergen' ? String(detail.allergens ?? '').replaceAll(',', ', ') : null,
  };
}

function readPrices(told: unknown): PriceOf {
  const prices = new Map<string, unknown>(Object.entries(told ?? {}));
  return (sysid) => {
    const price = prices.get(sysid);
    return typeof price === 'number' ? price : undefined;
  };
}
