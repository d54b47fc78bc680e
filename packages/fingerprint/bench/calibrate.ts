import { extractTemplate } from '../src/extraction/extract.ts';
import { EVIDENCE } from '../src/matching/score.ts';
import { impress, makeFinger } from '../src/synthetic/finger.ts';
import { fitLogistic, type Row } from './logistic.ts';
import { equalErrorRate, thresholdFor } from './rates.ts';
import { findSets } from './sets.ts';
import type { Matched } from './work.ts';
import { extractSet, matchSet } from './work.ts';

/**
 * Fits the weights and the knots of `src/matching/score.ts` to the sets in a folder and prints them. Weights: logistic regression with
 * every set, and in each set its genuine and its impostor pairs, counting alike. Synthetic fingers are one set more: laid on each other,
 * those of one pattern are more alike than most real ones, so no score may rest on the pattern. Knots: the pooled real impostor pairs.
 * With `--leave-out` it prints for each set the EER and the FNMR that the weights of the other sets reach on it: what an unseen sensor may expect.
 */
const RIDGE = 3e-4;
const SYNTHETIC = 50;
const FIRST_SEED = 1000;
const FMRS = [0.1, 0.01, 0.001, 0.0001];

const folder = process.argv[2];
const sets = folder === undefined ? [] : findSets(folder);
if (sets.length === 0) {
  console.error('usage: node packages/fingerprint/bench/calibrate.ts <folder of sets> [--leave-out]');
  process.exit(1);
}
const measured: { name: string; pairs: Matched }[] = [];
for (const set of sets) measured.push({ name: set.name, pairs: await matchSet((await extractSet(set)).impressions) });

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
const weights = fit([...measured.map((m) => m.pairs), lookAlikes]);
console.log('weights', [...weights].map((w) => Number(w.toPrecision(4))).join(', '));
const pooled = Float64Array.from(measured.flatMap((m) => [...oddsOf(m.pairs.impostorEvidence, weights)]));
console.log(
  'knots  ',
  FMRS.map((fmr) => thresholdFor(pooled, fmr).toFixed(2)).join(', '),
  `(${pooled.length} impostor pairs)`,
);
const alike = oddsOf(lookAlikes.impostorEvidence, weights);
const passing = FMRS.slice(1).map((fmr) => {
  const threshold = thresholdFor(pooled, fmr);
  return alike.filter((o) => o >= threshold).length / alike.length;
});
console.log(
  'synthetic impostors passing at FMR 1/100, 1/1,000, 1/10,000:',
  passing.map((p) => `${(100 * p).toFixed(2)} %`).join('  '),
);
if (process.argv.includes('--leave-out')) {
  for (const left of measured) {
    const others = fit([...measured.filter((m) => m !== left).map((m) => m.pairs), lookAlikes]);
    const genuine = oddsOf(left.pairs.genuineEvidence, others);
    const impostor = oddsOf(left.pairs.impostorEvidence, others);
    const refused = FMRS.slice(1).map((fmr) => {
      const threshold = thresholdFor(impostor, fmr);
      return `${((100 * genuine.filter((g) => g < threshold).length) / genuine.length).toFixed(2)} %`;
    });
    console.log(
      left.name.padEnd(16),
      `with the others' weights: EER ${(100 * equalErrorRate({ genuine, impostor })).toFixed(2)} %   FNMR at FMR 1/100, 1/1,000, 1/10,000:`,
      refused.join('  '),
    );
  }
}

function oddsOf(evidence: Float64Array, w: Float64Array): Float64Array {
  const odds = new Float64Array(evidence.length / EVIDENCE);
  for (let i = 0; i < odds.length; i++) {
    odds[i] = w[EVIDENCE]!;
    for (let k = 0; k < EVIDENCE; k++) odds[i] = odds[i]! + w[k]! * evidence[i * EVIDENCE + k]!;
  }
  return odds;
}

function fit(all: readonly Matched[]): Float64Array {
  const rows: Row[] = [];
  for (const m of all) {
    for (const [evidence, same] of [
      [m.genuineEvidence, 1],
      [m.impostorEvidence, 0],
    ] as const) {
      const count = evidence.length / EVIDENCE;
      for (let i = 0; i < count; i++) {
        const x = evidence.subarray(i * EVIDENCE, (i + 1) * EVIDENCE);
        if (x.some((v) => v !== 0)) rows.push({ x, same, weight: 0.5 / count / all.length });
      }
    }
  }
  return fitLogistic(rows, EVIDENCE, RIDGE);
}
