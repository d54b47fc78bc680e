import { extractTemplate } from '../src/extraction/extract.ts';
import { EVIDENCE } from '../src/matching/score.ts';
import { impress, makeFinger } from '../src/synthetic/finger.ts';
import { thresholdFor } from './rates.ts';
import { findSets } from './sets.ts';
import type { Matched } from './work.ts';
import { extractSet, matchSet } from './work.ts';

/**
 * Fits the weights and the knots of `src/matching/score.ts` to the sets in a folder and prints them. Weights: logistic regression with
 * every set, and in each set its genuine and its impostor pairs, counting alike. Synthetic fingers are one set more: laid on each other,
 * those of one pattern are more alike than most real ones, so no score may rest on the pattern. Knots: the pooled real impostor pairs.
 * With `--leave-out` it prints for each set what the weights of the other sets reach on it: what an unseen sensor may expect.
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
    return { finger: `${k >> 1}`, number: 1 + (k % 2), template: extractTemplate(image), quality: 0 };
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
const passing = FMRS.slice(1).map((fmr) => alike.filter((o) => o >= thresholdFor(pooled, fmr)).length / alike.length);
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
      "FNMR at FMR 1/100, 1/1,000, 1/10,000 with the others' weights:",
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

/** Iteratively reweighted least squares on standardised evidence; the bias stands last. */
function fit(all: readonly Matched[]): Float64Array {
  const rows: { x: Float64Array; same: number; weight: number }[] = [];
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
  const mean = new Float64Array(EVIDENCE);
  const deviation = new Float64Array(EVIDENCE);
  for (let k = 0; k < EVIDENCE; k++) {
    mean[k] = rows.reduce((sum, r) => sum + r.weight * r.x[k]!, 0);
    deviation[k] = Math.sqrt(rows.reduce((sum, r) => sum + r.weight * (r.x[k]! - mean[k]!) ** 2, 0));
  }
  const size = EVIDENCE + 1;
  const b = new Float64Array(size);
  const z = new Float64Array(size).fill(1);
  for (let round = 0; round < 25; round++) {
    const gradient = Float64Array.from(b, (v, k) => (k < EVIDENCE ? RIDGE * v : 0));
    const hessian = Array.from({ length: size }, (_, k) =>
      Float64Array.from({ length: size }, (_, l) => (k === l ? RIDGE : 0)),
    );
    for (const { x, same, weight } of rows) {
      let odds = b[EVIDENCE]!;
      for (let k = 0; k < EVIDENCE; k++) {
        z[k] = (x[k]! - mean[k]!) / deviation[k]!;
        odds += b[k]! * z[k]!;
      }
      const p = 1 / (1 + Math.exp(-odds));
      for (let k = 0; k < size; k++) {
        gradient[k] = gradient[k]! + weight * (p - same) * z[k]!;
        for (let l = 0; l < size; l++) hessian[k]![l] = hessian[k]![l]! + weight * p * (1 - p) * z[k]! * z[l]!;
      }
    }
    const step = solve(hessian, gradient);
    for (let k = 0; k < size; k++) b[k] = b[k]! - step[k]!;
  }
  const w = new Float64Array(size);
  w[EVIDENCE] = b[EVIDENCE]!;
  for (let k = 0; k < EVIDENCE; k++) {
    w[k] = b[k]! / deviation[k]!;
    w[EVIDENCE] = w[EVIDENCE]! - (b[k]! * mean[k]!) / deviation[k]!;
  }
  return w;
}

/** Gaussian elimination; the matrix is positive definite, so no pivoting. */
function solve(matrix: Float64Array[], right: Float64Array): Float64Array {
  const size = right.length;
  for (let k = 0; k < size; k++) {
    for (let r = k + 1; r < size; r++) {
      const factor = matrix[r]![k]! / matrix[k]![k]!;
      for (let c = k; c < size; c++) matrix[r]![c] = matrix[r]![c]! - factor * matrix[k]![c]!;
      right[r] = right[r]! - factor * right[k]!;
    }
  }
  const x = new Float64Array(size);
  for (let k = size - 1; k >= 0; k--) {
    x[k] = right[k]!;
    for (let c = k + 1; c < size; c++) x[k] = x[k]! - matrix[k]![c]! * x[c]!;
    x[k] = x[k]! / matrix[k]![k]!;
  }
  return x;
}
