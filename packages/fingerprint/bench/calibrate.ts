import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { extractTemplate } from '../src/extraction/extract.ts';
import { BIAS, KNOTS, STEP_BEYOND, scoreByKnots, WEIGHTS } from '../src/matching/score.ts';
import { impress, makeFinger } from '../src/synthetic/finger.ts';
import type { Comparison, Comparisons } from './comparison.ts';
import { drawEqualError, type EqualError, meanOf, showEqualError } from './equal-error.ts';
import { type Constants, constantsOf, fitWeights, oddsOf } from './fit.ts';
import { fnmrAt, thresholdFor } from './rates.ts';
import { type FingerprintSet, findSets } from './sets.ts';
import { printShipped } from './shipped.ts';
import type { Matched } from './work.ts';
import { extractSet, matchSet } from './work.ts';

/**
 * Fits the constants of `src/matching/score.ts` to the sets in a folder and prints them, with what they were fitted to. Weights: `fit.ts`. Synthetic fingers are one set more: laid on each other,
 * those of one pattern are more alike than most real ones, so no score may rest on the pattern. Knots: the pooled real impostor pairs.
 * With `--leave-out` it prints for each set what constants that were fitted without it reach on it: what an unseen sensor may expect.
 */
const SYNTHETIC = 50;
const FIRST_SEED = 1000;
const FMRS = [0.01, 0.001, 0.0001];

const folder = process.argv[2];
const sets = folder === undefined ? [] : findSets(folder);
if (sets.length === 0) {
  console.error('usage: node packages/fingerprint/bench/calibrate.ts <folder of sets> [--leave-out]');
  process.exit(1);
}
const measured: { name: string; pairs: Matched }[] = [];
for (const set of sets) {
  measured.push({ name: set.name, pairs: await matchSet((await extractSet(set)).impressions) });
  console.log(`${set.name.padEnd(16)} ${set.impressions.length} pictures, SHA-256 ${digestOf(set)}`);
}
console.log(
  `synthetic        ${SYNTHETIC} fingers, seeds ${FIRST_SEED} to ${FIRST_SEED + SYNTHETIC - 1}, impressions of seeds 1 and 2`,
);

const lookAlikes = await matchSet(
  Array.from({ length: 2 * SYNTHETIC }, (_, k) => {
    const image = impress(makeFinger(FIRST_SEED + (k >> 1)), { seed: 1 + (k % 2) });
    return {
      finger: `${k >> 1}`,
      person: `${k >> 1}`,
      number: 1 + (k % 2),
      template: extractTemplate(image),
      quality: 0,
    };
  }),
);
const fitted = fit(measured);
print(fitted);
const shipped: Constants = { weights: WEIGHTS, bias: BIAS, knots: KNOTS, stepBeyond: STEP_BEYOND };
console.log(JSON.stringify(fitted) === JSON.stringify(shipped) ? 'These are shipped.' : 'Others are shipped:');
if (JSON.stringify(fitted) !== JSON.stringify(shipped)) print(shipped);
const alike = scored({ name: 'synthetic', pairs: lookAlikes }, fitted).impostorPairs;
const passing = [20, 30, 40].map(
  (score) => `${((100 * alike.filter((each) => each.score >= score).length) / alike.length).toFixed(2)} %`,
);
console.log(`of ${alike.length} pairs of two synthetic fingers reach 20, 30, 40: ${passing.join('  ')}`);

const onAll = printRates(
  'weights and knots fitted to all sets',
  measured.map((set) => scored(set, fitted)),
);
console.log(`mean EER ${showEqualError(meanOf(onAll))}`);
if (process.argv.includes('--leave-out')) {
  const each = measured.map((left) => scored(left, fit(measured.filter((set) => set !== left))));
  const left = printRates('by weights and knots of the others', each);
  console.log(`mean EER ${showEqualError(meanOf(left))}`);
  for (const [k, { name }] of measured.entries()) printShipped(name, each[k]!);
}

function fit(to: readonly { pairs: Matched }[]): Constants {
  const real = to.map(({ pairs }) => pairs);
  return constantsOf(fitWeights([...real, lookAlikes]), real);
}

/** The comparisons of a set with the scores that these constants give them. */
function scored({ pairs }: { name: string; pairs: Matched }, constants: Constants): Comparisons {
  const of = (each: readonly Comparison[], evidence: Float64Array) => {
    const odds = oddsOf(evidence, [...constants.weights, constants.bias]);
    return each.map((pair, k) => ({ ...pair, score: scoreByKnots(odds[k]!, constants.knots, constants.stepBeyond) }));
  };
  return {
    genuinePairs: of(pairs.genuinePairs, pairs.genuineEvidence),
    impostorPairs: of(pairs.impostorPairs, pairs.impostorEvidence),
  };
}

function printRates(head: string, each: readonly Comparisons[]): EqualError[] {
  console.log(`\n${head}: EER % (95 % interval by persons), FNMR % at FMR 1/100, 1/1,000, 1/10,000`);
  return each.map((of, k) => {
    const genuine = Float64Array.from(of.genuinePairs, ({ score }) => score);
    const impostor = Float64Array.from(of.impostorPairs, ({ score }) => score);
    const refused = FMRS.map((fmr) =>
      (100 * fnmrAt({ genuine, impostor }, thresholdFor(impostor, fmr))).toFixed(2).padStart(7),
    );
    const error = drawEqualError(of);
    console.log(`${measured[k]!.name.padEnd(16)} ${showEqualError(error).padEnd(24)}${refused.join('')}`);
    return error;
  });
}

function print({ weights, bias, knots, stepBeyond }: Constants): void {
  console.log(`weights ${weights.join(', ')}\nbias ${bias}\nknots ${knots.join(', ')}\nstep beyond ${stepBeyond}`);
}

/** One digest of names and pictures, so that it is known which set was fitted to. */
function digestOf({ impressions }: FingerprintSet): string {
  const hash = createHash('sha256');
  for (const { path } of impressions)
    hash.update(basename(path)).update(createHash('sha256').update(readFileSync(path)).digest());
  return hash.digest('hex');
}
