/** Steps of round numbers. */
const STEPS = [1, 2, 5, 10] as const;

/** Returns the marks of an axis from zero to at least `most`, with at most four round steps. */
export function marksUpTo(most: number): readonly number[] {
  if (!(most > 0)) return [0];
  const rough = most / 4;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((each) => each * size >= rough) ?? 10) * size;
  return Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, place) => place * step);
}

/** Returns whole marks, for counts: an axis of two students has no halves. */
export function wholeMarksUpTo(most: number): readonly number[] {
  return [...new Set(marksUpTo(most).map(Math.ceil))];
}

const SHORT = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 1 });

/** Abbreviates a mark: 1500 as 1.5k, 2000000 as 2M. */
export function shortened(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e6) return `${SHORT.format(value / 1e6)}M`;
  return size >= 1e3 ? `${SHORT.format(value / 1e3)}k` : SHORT.format(value);
}
