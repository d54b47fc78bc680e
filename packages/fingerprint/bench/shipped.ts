import { STRANGERS } from '../src/matching/compare.ts';
import { BIAS, scoreOf, WEIGHTS } from '../src/matching/score.ts';
import { GATE_THRESHOLD, MONEY_THRESHOLD } from '../src/matching/thresholds.ts';
import type { Comparison, Comparisons } from './comparison.ts';
import { type Gathered, oddsOf } from './fit.ts';
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

/** Prints how many of these strangers reach each threshold, and the highest score of one. */
export function printAcross(name: string, strangers: readonly Comparison[]): void {
  if (strangers.length === 0) return;
  const pairs = { genuinePairs: [], impostorPairs: strangers };
  const highest = strangers.reduce((most, { score }) => Math.max(most, score), 0);
  const at = (threshold: number) => showRates(pairs, threshold).fmr;
  console.log(
    `${name.padEnd(32)} gate ${at(GATE_THRESHOLD)}   money ${at(MONEY_THRESHOLD)}   highest ${highest.toFixed(1)}`,
  );
}

/** Prints the mean of the shares of strangers that reach each threshold, each group counting alike. */
export function printMeans(name: string, groups: readonly (readonly Comparison[])[]): void {
  const at = (threshold: number) =>
    groups.reduce(
      (sum, of) => sum + of.filter(({ score }) => score >= threshold).length / of.length / groups.length,
      0,
    );
  const show = (threshold: number) => (100 * at(threshold)).toFixed(4);
  console.log(`${name.padEnd(32)} gate ${show(GATE_THRESHOLD)}   money ${show(MONEY_THRESHOLD)}`);
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

/** Prints how many pairs reach which score by the shipped constants where the other way is looked at from these log odds of the first on. */
export function printOneWay(sets: readonly { pairs: Gathered }[], across: readonly { pairs: Gathered }[]): void {
  console.log(
    '\na first way below these log odds counts alone: pairs of one finger that reach 20, 30, 40 and 65, and strangers',
  );
  for (const enough of [Number.NEGATIVE_INFINITY, -5, STRANGERS, -3]) {
    const reached = (each: readonly Float64Array[]) => {
      const odds = each.flatMap((evidence) => [...oddsOf(evidence, [...WEIGHTS, BIAS], enough)]);
      return [20, 30, 40, 65].map((score) => odds.filter((one) => scoreOf(one) >= score).length).join(' ');
    };
    const own = reached(sets.map(({ pairs }) => pairs.genuineEvidence));
    const strangers = reached([...sets, ...across].map(({ pairs }) => pairs.impostorEvidence));
    console.log(`${String(enough).padStart(10)}   ${own}   ${strangers}`);
  }
}
