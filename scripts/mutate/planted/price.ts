/** Planted: the mutants of this file are known to `mutate.test.ts`, and some of them no test of it notices. */
export function priceOf(pieces: number, each: number): number {
  if (pieces < 1) throw new RangeError('nothing to sell');
  const gift = pieces >= 10 ? each : 0;
  return pieces * each - gift;
}

/** Empties a list; a mutant without the only exit condition loops for ever. */
export function drain(list: string[]): void {
  for (;;) if (!list.pop()) return;
}

/** Called by no test. */
export function forgotten(a: boolean): boolean {
  return !a;
}
