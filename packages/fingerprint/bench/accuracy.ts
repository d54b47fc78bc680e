import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ENROLMENT_QUALITY_MINIMUM } from '../src/extraction/quality.ts';
import { GATE_THRESHOLD, MONEY_THRESHOLD } from '../src/matching/thresholds.ts';
import { type Comparisons, failuresAmongWorst, poolSets } from './comparison.ts';
import { drawDet } from './det.ts';
import { printByEnrolled } from './enrolled.ts';
import { equalErrorRate, fnmrAt, thresholdFor } from './rates.ts';
import { type FingerprintSet, findSets } from './sets.ts';
import { printShipped, SHIPPED_HEAD } from './shipped.ts';
import { printTransformed } from './transformed.ts';
import type { Extracted, Matched } from './work.ts';
import { extractSet, matchSet } from './work.ts';

/**
 * `npm run bench:fingerprint -- <folder>`: the engine's error rates on a set of impressions, or on each set in a folder.
 * Genuine: all pairs within a finger. Impostor: all pairs across the fingers of the set. Beside them, where they were measured
 * under the same protocol, NBIS (mindtct and bozorth3) and SourceAFIS 3.18: EER % and FNMR % at FMR 1/1,000.
 * `--transforms` lets tries that are made worse on purpose be compared, `--svg <file>` draws the DET curves.
 */
const PEERS: Record<string, string> = {
  FVC2000_DB1_B: 'NBIS 10.51 · 23.2   SourceAFIS  3.93 ·  8.6',
  FVC2002_DB1_B: 'NBIS  4.17 · 11.1   SourceAFIS  3.20 ·  5.7',
  FVC2002_DB3_B: 'NBIS  8.99 · 28.2   SourceAFIS 11.43 · 27.5',
  FVC2004_DB1_B: 'NBIS 11.84 · 41.1   SourceAFIS  8.93 · 22.5',
  UareU_dev: 'NBIS  3.56 ·  7.1   SourceAFIS  2.50 ·  5.2',
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { svg: { type: 'string' }, transforms: { type: 'boolean' } },
});
const [folder] = positionals;
const sets = folder === undefined ? [] : findSets(folder);
if (sets.length === 0) {
  console.error(
    'usage: npm run bench:fingerprint -- <folder of pictures named finger_impression.png, or of such folders> [--svg <file for the DET curves>] [--transforms]',
  );
  process.exit(1);
}

console.log(
  'set                genuine impostor   EER %   FNMR % at FMR 1/100  1/1,000  1/10,000   extract ms   compare us   peers: EER % · FNMR % at 1/1,000',
);
const measured: { set: FingerprintSet; name: string; of: Matched; impressions: Extracted[] }[] = [];
for (const set of sets) {
  const { impressions, milliseconds } = await extractSet(set);
  const matched = await matchSet(impressions);
  measured.push({ set, name: set.name, of: matched, impressions });
  const { genuine, impostor } = matched;
  const fnmr = [0.01, 0.001, 0.0001]
    .map((fmr) => percent(fnmrAt(matched, thresholdFor(impostor, fmr))).padStart(9))
    .join('');
  console.log(
    `${set.name.padEnd(18)}${`${genuine.length}`.padStart(8)}${`${impostor.length}`.padStart(9)}${percent(equalErrorRate(matched)).padStart(8)}` +
      `            ${fnmr}${milliseconds.toFixed(1).padStart(14)}${matched.microseconds.toFixed(0).padStart(13)}   ${PEERS[set.name] ?? ''}`,
  );
}

const pooled = poolSets(measured);
console.log(`\none impression against one: ${SHIPPED_HEAD}`);
for (const { name, of } of measured) printShipped(name, of);
if (measured.length > 1) printShipped('all sets pooled', pooled);

await printByEnrolled(measured);

console.log(
  `\nof a finger's own pairs below the threshold of money, those among the worst pairs by quality   worst 10 %   20 %   30 %   50 %`,
);
for (const { name, of } of measured) printPredicted(name, of);
if (measured.length > 1) printPredicted('all sets pooled', pooled);

console.log(`\nquality   least    1 %    5 %   half   share at or above ${ENROLMENT_QUALITY_MINIMUM}`);
for (const { name, impressions } of measured) {
  const qualities = impressions.map((i) => i.quality).sort((a, b) => a - b);
  const at = (share: number) => `${qualities[Math.floor(share * (qualities.length - 1))]!}`.padStart(7);
  const enough = qualities.filter((q) => q >= ENROLMENT_QUALITY_MINIMUM).length / qualities.length;
  console.log(`${name.padEnd(16)}${at(0).slice(-1 - 3)}${at(0.01)}${at(0.05)}${at(0.5)}   ${percent(enough)} %`);
}

if (values.svg !== undefined) writeFileSync(values.svg, drawCurves());
if (values.transforms) await printTransformed(measured);

function drawCurves(): string {
  const scoresOf = (of: Comparisons) => ({
    genuine: Float64Array.from(of.genuinePairs, ({ score }) => score),
    impostor: Float64Array.from(of.impostorPairs, ({ score }) => score),
  });
  const curves = measured.map(({ name, of }) => ({ name, scores: scoresOf(of) }));
  if (measured.length > 1) curves.push({ name: 'all sets pooled', scores: scoresOf(pooled) });
  return drawDet(curves, [GATE_THRESHOLD, MONEY_THRESHOLD]);
}

function printPredicted(name: string, { genuinePairs }: Comparisons): void {
  const failures = genuinePairs.filter(({ score }) => score < MONEY_THRESHOLD).length;
  const shares = [0.1, 0.2, 0.3, 0.5].map((worst) => failuresAmongWorst(genuinePairs, MONEY_THRESHOLD, worst));
  const shown = failures === 0 ? 'no failure' : shares.map((share) => `${share.toFixed(0)} %`.padStart(8)).join('');
  console.log(`${name.padEnd(18)}${`${failures} of ${genuinePairs.length}`.padStart(14)}   ${shown}`);
}

function percent(share: number, digits = 2): string {
  return (100 * share).toFixed(digits);
}
