import { readRecord } from '../src/exchange/read.ts';
import { recordOf, templateOf } from '../src/exchange/templates.ts';
import { writeRecord } from '../src/exchange/write.ts';
import { GATE_THRESHOLD, MONEY_THRESHOLD } from '../src/matching/thresholds.ts';
import { equalErrorRate, fmrAt, fnmrAt } from './rates.ts';
import { findSets } from './sets.ts';
import { type Extracted, extractSet, verifySet } from './work.ts';

/**
 * `npm run bench:exchange -- <folder> [fingers]`: what is lost of a comparison where the enrolled template went to another system by a record of
 * ISO/IEC 19794-2:2005, or of ANSI INCITS 378-2004, and came back. One impression is enrolled (the first), the others try.
 */
const folder = process.argv[2];
const fingers = Number(process.argv[3] ?? Number.POSITIVE_INFINITY);
const sets = folder === undefined ? [] : findSets(folder);
if (sets.length === 0) {
  console.error(
    'usage: npm run bench:exchange -- <folder of pictures named finger_impression.png, or of such folders> [fingers]',
  );
  process.exit(1);
}

const WAYS = ['as enrolled', 'iso', 'ansi', 'its own ridges'] as const;
console.log(
  'set               way             tries strangers   EER %   gate: FMR %  FNMR %   money: FMR %  FNMR %   bytes',
);
const sums = new Map<string, { genuine: number[]; impostor: number[] }>();
for (const set of sets) {
  const chosen = [...new Set(set.impressions.map(({ finger }) => finger))].slice(0, fingers);
  const some = { ...set, impressions: set.impressions.filter(({ finger }) => chosen.includes(finger)) };
  const { impressions } = await extractSet(some);
  const probes = impressions.filter(({ number }) => number > 1);
  for (const way of WAYS) {
    const enrolled = impressions.filter(({ number }) => number === 1).map((each) => through(each, way));
    const scores = await verifySet(
      enrolled.map(({ extracted }) => extracted),
      probes,
    );
    const bytes = enrolled.reduce((sum, each) => sum + each.bytes, 0) / enrolled.length;
    print(set.name, way, scores, bytes.toFixed(0));
    const sum = sums.get(way) ?? { genuine: [], impostor: [] };
    sum.genuine.push(...scores.genuine);
    sum.impostor.push(...scores.impostor);
    sums.set(way, sum);
  }
}
for (const [way, { genuine, impostor }] of sums)
  print('all', way, { genuine: Float64Array.from(genuine), impostor: Float64Array.from(impostor) }, '');

/** "Its own ridges" tells the loss by places and angles alone: the map of ridges stays beside the record. */
function through(extracted: Extracted, way: (typeof WAYS)[number]): { extracted: Extracted; bytes: number } {
  if (way === 'as enrolled') return { extracted, bytes: 0 };
  const { template } = extracted;
  const written = recordOf(template, { position: 0, number: 0, impression: 0, quality: extracted.quality });
  const bytes = writeRecord(written, way === 'ansi' ? 'ansi' : 'iso');
  const record = readRecord(bytes);
  const back = templateOf(record, record.views[0]!);
  const { orientation, period } = way === 'its own ridges' ? template : back;
  return { extracted: { ...extracted, template: { ...back, orientation, period } }, bytes: bytes.length };
}

function print(name: string, way: string, scores: { genuine: Float64Array; impostor: Float64Array }, bytes: string) {
  const rates = (threshold: number) =>
    `${(100 * fmrAt(scores, threshold)).toFixed(4).padStart(12)}${(100 * fnmrAt(scores, threshold)).toFixed(2).padStart(8)}`;
  console.log(
    `${name.padEnd(18)}${way.padEnd(15)}${`${scores.genuine.length}`.padStart(6)}${`${scores.impostor.length}`.padStart(10)}` +
      `${(100 * equalErrorRate(scores)).toFixed(2).padStart(8)}  ${rates(GATE_THRESHOLD)}   ${rates(MONEY_THRESHOLD)}${bytes.padStart(8)}`,
  );
}
