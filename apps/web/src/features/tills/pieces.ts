import { toKes } from '@mfuko/contract/money';
import { type Counts, DENOMINATIONS, sumOfCounts } from '@mfuko/contract/tills';

/** Number of each note and coin, as typed. */
export type Typed = Readonly<Partial<Record<(typeof DENOMINATIONS)[number], string>>>;

/** Converts the typed numbers for the wire; empty and zero entries are left out. */
export function countsOf(typed: Typed): Counts {
  return Object.fromEntries(
    DENOMINATIONS.map((each) => [each, Number(typed[each] ?? '')] as const).filter(([, pieces]) => pieces > 0),
  );
}

/** Returns the sum in KES. */
export function sumOf(typed: Typed): number {
  return toKes(sumOfCounts(countsOf(typed)));
}
