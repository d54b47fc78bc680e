import { toKes } from '@mfuko/contract/money';
import { type Counts, DENOMINATIONS, sumOfCounts } from '@mfuko/contract/tills';

/** Pieces of each note and coin as they are typed. */
export type Typed = Readonly<Partial<Record<(typeof DENOMINATIONS)[number], string>>>;

/** Counts: what was typed, as the wire takes it: what is empty or zero is left out. */
export function countsOf(typed: Typed): Counts {
  return Object.fromEntries(
    DENOMINATIONS.map((each) => [each, Number(typed[each] ?? '')] as const).filter(([, pieces]) => pieces > 0),
  );
}

/** KES. */
export function sumOf(typed: Typed): number {
  return toKes(sumOfCounts(countsOf(typed)));
}
