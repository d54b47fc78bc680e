import { extractTemplate } from '../src/extraction/extract.ts';
import { BIAS, KNOTS, STEP_BEYOND, scoreByKnots, WEIGHTS } from '../src/matching/score.ts';
import { impress, makeFinger } from '../src/synthetic/finger.ts';
import { type Comparison, type Comparisons, nameReaders } from './comparison.ts';
import { drawEqualError, type EqualError, meanOf, showEqualError } from './equal-error.ts';
import { type Constants, constantsOf, fitWeights, oddsOf } from './fit.ts';
import { fnmrAt, thresholdFor } from './rates.ts';
import { digestOf, findSets } from './sets.ts';
import { printAcross, printMeans, printOneWay, printShipped } from './shipped.ts';
import type { Extracted, Matched } from './work.ts';
import { extractSet, matchAcross, matchSet } from './work.ts';

/**
 * Fits the constants of `src/matching/score.ts` to the sets in a folder and prints them, with what they were fitted to. Weights: `fit.ts`. Synthetic fingers are one set more: laid on each other,
 * those of one pattern are more alike than most real ones, so no score may rest on the pattern. Knots: the pooled real impostor pairs of the sets, or those of two sets, each two sets
 * counting alike, whichever wants the higher score: a school has several readers. Pairs of two sets have no part in the weights.
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
const measured: { name: string; pairs: Matched; impressions: readonly Extracted[] }[] = [];
const across: { name: string; of: readonly string[]; pairs: Matched }[] = [];
for (const set of sets) {
  const { impressions } = await extractSet(set);
  for (const other of measured)
    across.push({
      name: `${other.name} and ${set.name}`,
      of: [other.name, set.name],
      pairs: nameReaders(await matchAcross(other.impressions, impressions), other.name, set.name),
    });
  measured.push({ name: set.name, pairs: await matchSet(impressions), impressions });
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
const fitted = fit(measured, across);
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
printOneWay(measured, across);
console.log('\nstrangers whose fingers two readers took, by all constants: FMR % (95 % interval by persons)');
for (const pair of across) printAcross(pair.name, poolAcross([pair], fitted));
printAcross('all of two readers', poolAcross(across, fitted));
printMeans(
  'each two readers counting alike',
  across.map((pair) => poolAcross([pair], fitted)),
);
printAcross(
  'all of one reader',
  measured.flatMap(({ name, pairs }) => scored({ name, pairs: nameReaders(pairs, name, name) }, fitted).impostorPairs),
);
if (process.argv.includes('--leave-out')) {
  const by = measured.map(({ name }) =>
    fit(
      measured.filter((set) => set.name !== name),
      across.filter(({ of }) => !of.includes(name)),
    ),
  );
  const each = measured.map((left, k) => scored(left, by[k]!));
  const left = printRates('by weights and knots of the others', each);
  console.log(`mean EER ${showEqualError(meanOf(left))}`);
  for (const [k, { name }] of measured.entries()) {
    printShipped(name, each[k]!);
    printAcross(
      'with other sets',
      poolAcross(
        across.filter(({ of }) => of.includes(name)),
        by[k]!,
      ),
    );
  }
}

function fit(to: readonly { pairs: Matched }[], between: readonly { pairs: Matched }[]): Constants {
  const real = to.map(({ pairs }) => pairs);
  return constantsOf(
    fitWeights([...real, lookAlikes]),
    real,
    between.map(({ pairs }) => pairs),
  );
}

function poolAcross(pairs: typeof across, constants: Constants): Comparison[] {
  return pairs.flatMap((each) => scored(each, constants).impostorPairs);
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
