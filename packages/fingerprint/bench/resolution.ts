import { randomFrom } from '../src/synthetic/random.ts';
import { isImpossiblyNarrow, isTooSmall, oddRatio, shareOfExpected } from '../src/template/ridge-size.ts';
import { findSets } from './sets.ts';
import { type Extracted, extractSet } from './work.ts';

/**
 * `npm run bench:resolution -- <folder>`: pictures that call themselves 500 dpi and are not: how many are refused at the enrolment of somebody grown up, of how
 * many readers the office is told by eight fingers, and how many tries against clean impressions have a size that growth does not explain.
 */
const GROWN = 18;
const FINGERS = 8;
const READERS = 20_000;
const SEED = 195;
const ENROLLED = 3;

const [folder] = process.argv.slice(2);
const sets = folder === undefined ? [] : findSets(folder);
if (sets.length === 0) {
  console.error('usage: npm run bench:resolution -- <folder of sets>');
  process.exit(1);
}
const enrolled: Extracted[] = [];
console.log('dpi      refused at enrolment      readers told of      tries of an odd size');
for (const dpi of [500, 450, 400, 350, 300]) {
  const all: Extracted[] = [];
  for (const set of sets)
    for (const each of (await extractSet(set, dpi / 500)).impressions)
      all.push({ ...each, finger: `${set.name} ${each.finger}` });
  if (dpi === 500) enrolled.push(...all.filter(({ number }) => number <= ENROLLED));
  const refused = all.filter(({ template }) => isImpossiblyNarrow(template, GROWN)).length;
  const tries = all.filter(({ number }) => number > ENROLLED);
  const odd = tries.filter(({ finger, template }) => {
    const own = enrolled.filter((each) => each.finger === finger).map((each) => each.template);
    return oddRatio(template, own) !== null;
  }).length;
  const firsts = [...Map.groupBy(all, ({ finger }) => finger).values()].map(([first]) => first!.template);
  const random = randomFrom(SEED, dpi);
  let told = 0;
  for (let reader = 0; reader < READERS; reader++) {
    const drawn = Array.from({ length: FINGERS }, () => firsts[Math.floor(random() * firsts.length)]!);
    if (isTooSmall(shareOfExpected(drawn.map((template) => ({ template, years: GROWN }))))) told++;
  }
  console.log(
    `${dpi}   ${`${refused} of ${all.length}`.padStart(20)}   ${`${((100 * told) / READERS).toFixed(2)} %`.padStart(17)}   ${`${odd} of ${tries.length}`.padStart(22)}`,
  );
}
