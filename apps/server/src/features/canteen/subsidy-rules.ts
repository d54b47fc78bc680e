import type { SubsidyKind } from '@mfuko/contract/canteen-subsidies';

/** Subsidy: who pays for the meals of a student. */
export interface Subsidy {
  readonly kind: SubsidyKind;
  /** Per cent of the price that the school gives. */
  readonly percent: number | null;
  /** Cents that the student pays for a portion, at most its price. */
  readonly pays: bigint | null;
}

/** Cents of a portion's price that the school gives: all of it at most, never less than nothing, a half cent to the student. */
export function givenOf({ kind, percent, pays }: Subsidy, price: bigint): bigint {
  if (kind === 'free') return price;
  if (kind === 'percent' && percent !== null) return (price * BigInt(percent) + 50n) / 100n;
  if (kind === 'fixed' && pays !== null) return price > pays ? price - pays : 0n;
  return 0n;
}
