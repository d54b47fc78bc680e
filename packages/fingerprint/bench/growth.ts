import { GATE_THRESHOLD, MONEY_THRESHOLD } from '../src/matching/thresholds.ts';
import { measureRenewed } from './growth-renewed.ts';
import { fmrAt, fnmrAt } from './rates.ts';
import { findSets } from './sets.ts';
import { type Extracted, extractSet, verifySet } from './work.ts';

/**
 * `npm run bench:growth -- <folder> [sizes]`: what becomes of a finger that grows after its enrolment. Growth is isotropic and follows
 * stature (Gottschlich, Hotz, Lorenz, Bernhardt, Hantschel and Munk 2011), so the pictures are resized: the enrolled ones to the size of a child, the
 * tries to that size times the growth. Three impressions are enrolled (1 to 3), the others try; the threshold rises with the number
 * of impressions as the server's does. With `renewed` in place of sizes: growth with and without new impressions on the way.
 */
const ENROLLED = 3;
const CASES: readonly (readonly [size: number, growth: number])[] = [
  [1, 1],
  [0.9, 1],
  [0.8, 1],
  [0.65, 1],
  [0.65, 1.1],
  [0.65, 1.2],
  [0.65, 1.28],
  [0.65, 1.34],
  [0.65, 1.41],
  [0.65, 1.55],
  [0.8, 1.25],
];

const folder = process.argv[2];
const sets = folder === undefined ? [] : findSets(folder);
if (sets.length === 0) {
  console.error('usage: npm run bench:growth -- <folder of pictures named finger_impression.png, or of such folders>');
  process.exit(1);
}
if (process.argv[3] === 'renewed') {
  await measureRenewed(sets);
  process.exit();
}
const cases = process.argv[3] ? CASES.filter((_, k) => process.argv[3]!.split(',').includes(`${k}`)) : CASES;
console.log('set               size growth   tries strangers   gate: FMR %  FNMR %   money: FMR %  FNMR %   highest');
const sums = new Map<string, { genuine: number[]; impostor: number[] }>();
for (const set of sets) {
  const bySize = new Map<string, Extracted[]>();
  const at = async (size: number) => {
    const name = size.toFixed(3);
    const known = bySize.get(name) ?? (await extractSet(set, size)).impressions;
    bySize.set(name, known);
    return known;
  };
  for (const [size, growth] of cases) {
    const enrolled = (await at(size)).filter(({ number }) => number <= ENROLLED);
    const probes = (await at(size * growth)).filter(({ number }) => number > ENROLLED);
    const scores = await verifySet(enrolled, probes);
    print(set.name, size, growth, scores);
    const sum = sums.get(`${size} ${growth}`) ?? { genuine: [], impostor: [] };
    sum.genuine.push(...scores.genuine);
    sum.impostor.push(...scores.impostor);
    sums.set(`${size} ${growth}`, sum);
  }
}
for (const [name, { genuine, impostor }] of sums) {
  const [size = 1, growth = 1] = name.split(' ').map(Number);
  print('all', size, growth, { genuine: Float64Array.from(genuine), impostor: Float64Array.from(impostor) });
}

function print(name: string, size: number, growth: number, scores: { genuine: Float64Array; impostor: Float64Array }) {
  const rates = (threshold: number) =>
    `${(100 * fmrAt(scores, threshold)).toFixed(4).padStart(12)}${(100 * fnmrAt(scores, threshold)).toFixed(2).padStart(8)}`;
  const highest = scores.impostor.reduce((most, each) => Math.max(most, each), 0);
  console.log(
    `${name.padEnd(18)}${size.toFixed(2)}${growth.toFixed(2).padStart(7)}${`${scores.genuine.length}`.padStart(8)}${`${scores.impostor.length}`.padStart(10)}` +
      `  ${rates(GATE_THRESHOLD)}   ${rates(MONEY_THRESHOLD)}${highest.toFixed(1).padStart(10)}`,
  );
}
