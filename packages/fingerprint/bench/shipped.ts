import { GATE_THRESHOLD, MONEY_THRESHOLD } from '../src/matching/thresholds.ts';
import type { Comparison, Comparisons } from './comparison.ts';
import { errorRateOf, showErrorRate } from './intervals.ts';

/** The columns of `printShipped`. */
export const SHIPPED_HEAD =
  'at the shipped thresholds, % (95 % interval by persons; how many of how many), and the highest score of a stranger';

/** Prints a set's error rates at the gate's and at the money's threshold. */
export function printShipped(name: string, of: Comparisons): void {
  if (of.genuinePairs.length === 0) return;
  const highest = of.impostorPairs.reduce((most, { score }) => Math.max(most, score), 0);
  console.log(name);
  for (const [place, threshold] of [
    ['gate', GATE_THRESHOLD],
    ['money', MONEY_THRESHOLD],
  ] as const) {
    const { fmr, fnmr } = showRates(of, threshold);
    console.log(`  ${place.padEnd(6)} FMR ${fmr.padEnd(62)} FNMR ${fnmr}`);
  }
  console.log(`  highest ${highest.toFixed(1)}`);
}

/** A set's error rates at a threshold, with their intervals. */
export function showRates({ genuinePairs, impostorPairs }: Comparisons, threshold: number) {
  const rate = (pairs: readonly Comparison[], wrong: (score: number) => boolean, digits: number) =>
    showErrorRate(errorRateOf(pairs.map(({ one, other, score }) => ({ one, other, wrong: wrong(score) }))), digits);
  return {
    fmr: rate(impostorPairs, (score) => score >= threshold, 4),
    fnmr: rate(genuinePairs, (score) => score < threshold, 2),
  };
}
