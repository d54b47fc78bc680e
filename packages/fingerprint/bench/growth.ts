import { type Comparisons, poolSets } from './comparison.ts';
import { measureRenewed } from './growth-renewed.ts';
import { findSets } from './sets.ts';
import { printShipped, SHIPPED_HEAD } from './shipped.ts';
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
console.log(`set, size at enrolment, growth: ${SHIPPED_HEAD}`);
const all = new Map<string, { name: string; of: Comparisons }[]>();
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
    const of = await verifySet(enrolled, probes);
    const grown = `${size.toFixed(2)} x ${growth.toFixed(2)}`;
    printShipped(`${set.name} ${grown}`, of);
    all.set(grown, [...(all.get(grown) ?? []), { name: set.name, of }]);
  }
}
if (sets.length > 1) for (const [grown, each] of all) printShipped(`all ${grown}`, poolSets(each));
