import type { SubsidyKind } from '@mfuko/contract/canteen-subsidies';

/** Meal subsidy: the part of a student's meals that the school pays. */
export interface Subsidy {
  readonly kind: SubsidyKind;
  /** Percentage of the price that the school pays. */
  readonly percent: number | null;
  /** Cents that the student pays for a portion, at most its price. */
  readonly pays: bigint | null;
}

/** Returns the cents of a portion's price that the school pays, from 0 to the price; half a cent is rounded in the student's favour. */
export function givenOf({ kind, percent, pays }: Subsidy, price: bigint): bigint {
  if (kind === 'free') return price;
  if (kind === 'percent' && percent !== null) return (price * BigInt(percent) + 50n) / 100n;
  if (kind === 'fixed' && pays !== null) return price > pays ? price - pays : 0n;
  return 0n;
}
