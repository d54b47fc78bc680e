import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { extract } from '../src/extraction/extract.ts';
import type { GreyImage } from '../src/image.ts';
import { rebuildRidges } from '../src/rebuilt/rebuild.testkit.ts';
import { readSigns, SIGNS } from '../src/rebuilt/signs.ts';
import { randomFrom } from '../src/synthetic/random.ts';
import { fitLogistic, type Row } from './logistic.ts';
import { takeApart } from './rebuilt/donor.ts';
import { GROWN, STRENGTHS } from './rebuilt/strengths.ts';
import { type FingerprintSet, findSets, readImpression } from './sets.ts';

/**
 * Fits the weights of `src/rebuilt/judge.ts` to the sets in a folder and prints its lines, and for each set what the other sets' weights reach on
 * it, as an unseen reader may expect. Real: all pictures of a set. Rebuilt: of FINGERS of its fingers the first impression, in the ways of GROWN;
 * ways that borrow real texture have no part in the fit, nor have black and white. Each set counts alike, and in it each way. The threshold
 * stands SLACK above the highest real picture, since an unseen reader's pictures may be cleaner. What was read of the pictures is kept in
 * the file of the second argument, where one is given, for the next run.
 */
const FINGERS = 10;
const SLACK = 2.5;
const RIDGE = 1e-3;
/** The first signs make one score, all of them the other. */
const SCORES = { CLEAN: 3, GROWN: SIGNS.length } as const;

interface Taken {
  readonly set: string;
  /** `real`, or how it was made. */
  readonly way: string;
  readonly signs: readonly number[];
}

interface Model {
  readonly weights: Float64Array;
  readonly threshold: number;
}

const [, , folder, file] = process.argv;
const sets = folder === undefined ? [] : findSets(folder);
if (sets.length === 0) {
  console.error('usage: node packages/fingerprint/bench/calibrate-rebuilt.ts <folder of sets> [file of signs]');
  process.exit(1);
}
for (const set of sets)
  console.log(set.name.padEnd(18), set.impressions.length, 'pictures, SHA-256', hashOf(set).slice(0, 16));
const taken: Taken[] =
  file !== undefined && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Taken[]) : await takeAll();
if (file !== undefined) writeFileSync(file, JSON.stringify(taken));

for (const [score, signs] of Object.entries(SCORES)) {
  console.log(`\n${score}: ${SIGNS.slice(0, signs).join(', ')}`);
  console.log('set kept aside    real refused, highest     made as in the fit and not told');
  for (const { name } of sets) say(name, fit(name, signs));
  const shipped = fit(null, signs);
  say(null, shipped);
  console.log('weights  ', [...shipped.weights].slice(0, -1).map(rounded).join(', '));
  console.log('bias     ', rounded(shipped.weights[signs]!));
  console.log('threshold', rounded(shipped.threshold));
}
const flanks = taken.filter((each) => !isMade(each)).map(({ signs }) => signs[SIGNS.indexOf('flank')]!);
console.log('\nhighest flank of a real picture', Math.max(...flanks).toFixed(2));

async function takeAll(): Promise<Taken[]> {
  const all: Taken[] = [];
  const take = (set: string, way: string, image: GreyImage) => {
    const { found } = extract(image);
    const signs = found === null ? null : readSigns(found);
    if (signs !== null) all.push({ set, way, signs: [...signs] });
  };
  for (const set of sets) {
    for (const impression of set.impressions) take(set.name, 'real', await readImpression(impression));
    const every = [...Map.groupBy(set.impressions, ({ finger }) => finger).values()];
    const fingers = Array.from({ length: FINGERS }, (_, k) => every[Math.floor((k * every.length) / FINGERS)] ?? []);
    for (const [k, impressions] of fingers.entries()) {
      const stranger = fingers[(k + 1) % FINGERS]?.[1];
      if (impressions[0] === undefined || stranger === undefined) continue;
      const ridges = rebuildRidges(extract(await readImpression(impressions[0])).template);
      const donors = [takeApart(await readImpression(stranger))];
      for (const way of GROWN) take(set.name, way, await STRENGTHS[way]!({ ridges, donors, random: randomFrom(k, 1) }));
    }
  }
  return all;
}

/** Fits without a set, or with all. */
function fit(without: string | null, signs: number): Model {
  const used = taken.filter(({ set }) => set !== without);
  const groups = [...Map.groupBy(used, ({ set, way }) => `${set}/${way}`).values()];
  const real = groups.filter((group) => !isMade(group[0]!)).length;
  const rows: Row[] = groups.flatMap((group) =>
    group.map((each) => {
      const same = isMade(each) ? 1 : 0;
      const weight = 0.5 / group.length / (same ? groups.length - real : real);
      return { x: Float64Array.from(each.signs.slice(0, signs)), same, weight };
    }),
  );
  const weights = fitLogistic(rows, signs, RIDGE);
  const highest = Math.max(...used.filter((each) => !isMade(each)).map((each) => oddsOf(each, weights)));
  return { weights, threshold: highest + SLACK };
}

function isMade({ way }: Taken): boolean {
  return way !== 'real';
}

function oddsOf({ signs }: Taken, weights: Float64Array): number {
  const last = weights.length - 1;
  return signs.slice(0, last).reduce((odds, sign, k) => odds + weights[k]! * sign, weights[last]!);
}

function say(name: string | null, { weights, threshold }: Model): void {
  const own = taken.filter(({ set }) => name === null || set === name);
  const odds = (of: readonly Taken[]) => of.map((each) => oddsOf(each, weights));
  const real = odds(own.filter((each) => !isMade(each)));
  const refused = `${real.filter((each) => each >= threshold).length} of ${real.length}`;
  const made = [...Map.groupBy(own.filter(isMade), ({ way }) => way)].map(
    ([way, of]) => `${way.slice(0, 14)} ${odds(of).filter((each) => each < threshold).length}/${of.length}`,
  );
  const below = (threshold - Math.max(...real)).toFixed(2);
  console.log(`${(name ?? 'none').padEnd(18)}${refused.padEnd(10)} ${below.padStart(6)} below   ${made.join('   ')}`);
}

function hashOf(set: FingerprintSet): string {
  const hash = createHash('sha256');
  for (const { path } of set.impressions) hash.update(readFileSync(path));
  return hash.digest('hex');
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
