import { extract, extractTemplate } from '../src/extraction/extract.ts';
import type { GreyImage } from '../src/image.ts';
import { prepareProbe } from '../src/matching/compare.ts';
import { MONEY_THRESHOLD } from '../src/matching/thresholds.ts';
import { verifyFinger } from '../src/matching/verify.ts';
import { looksRebuilt } from '../src/rebuilt/judge.ts';
import { rebuildRidges } from '../src/rebuilt/rebuild.testkit.ts';
import { randomFrom } from '../src/synthetic/random.ts';
import { type Donor, takeApart } from './rebuilt/donor.ts';
import { STRENGTHS, soften, viaJpeg } from './rebuilt/strengths.ts';
import { type FingerprintSet, findSets, type Impression, readImpression } from './sets.ts';

/**
 * `npm run bench:rebuilt -- <folder> [fingers]`: how often a picture that was rebuilt from a stolen template passes for the finger, for each
 * way to make one (`rebuilt/strengths.ts`), at the threshold of money, by the comparison alone and with the guard (`src/rebuilt/judge.ts`).
 * The template stolen is that of a finger's second impression; enrolled is that one itself, or the three after it, which the thief has not
 * seen. The donors are other fingers of the set. Of each set `fingers` are tried (10). Then: how many of all real pictures the guard refuses.
 */
const DONORS = 3;
const OTHERS = 3;
/** The server's threshold rises with the number of impressions. */
const RISE = 10 * Math.log10(OTHERS);

const folder = process.argv[2];
const most = Number(process.argv[3] ?? 10);
const sets = folder === undefined ? [] : findSets(folder);
if (sets.length === 0 || !(most > DONORS)) {
  console.error(
    'usage: npm run bench:rebuilt -- <folder of pictures named finger_impression.png, or of such folders> [fingers]',
  );
  process.exit(1);
}

/** One real picture in so many is tried in the ways that a client's software may have cleaned it. */
const CLEANED = 4;
const CLEANER: Readonly<Record<string, (image: GreyImage, impression: Impression) => Promise<GreyImage>>> = {
  'JPEG of 50': (image) => viaJpeg(image, 50),
  'blur of 0.7': (image) => soften(image, 0.7),
  '569 dpi': async (_, impression) => ({ ...(await readImpression(impression, 569 / 500)), dpi: 569 }),
  '1000 dpi': async (_, impression) => ({ ...(await readImpression(impression, 2)), dpi: 1000 }),
};

interface Tally {
  tried: number;
  itself: number;
  itselfGuarded: number;
  others: number;
  othersGuarded: number;
}

console.log('accepted, %: by the comparison alone → with the guard');
console.log('set               made of the template                    tried   enrolled itself     three others');
const all = new Map<string, Tally>();
for (const set of sets) {
  for (const [strength, tally] of await attack(set)) {
    print(set.name, strength, tally);
    all.set(strength, add(all.get(strength), tally));
  }
}
for (const [strength, tally] of all) print('all', strength, tally);

console.log('\nreal pictures     refused by the guard, as they are      and one in four of them that was made cleaner');
for (const set of sets) {
  let refused = 0;
  let whole = 0;
  let own = 0;
  const cleaner = new Map<string, number>();
  for (const [k, impression] of set.impressions.entries()) {
    const image = await readImpression(impression);
    const started = process.threadCpuUsage().user;
    const { found } = extract(image);
    const extracted = process.threadCpuUsage().user;
    if (looksRebuilt(found)) refused++;
    own += process.threadCpuUsage().user - extracted;
    whole += extracted - started;
    if (k % CLEANED !== 0) continue;
    for (const [name, clean] of Object.entries(CLEANER)) {
      const seen = looksRebuilt(extract(await clean(image, impression)).found) ? 1 : 0;
      cleaner.set(name, (cleaner.get(name) ?? 0) + seen);
    }
  }
  const count = set.impressions.length;
  console.log(
    `${set.name.padEnd(18)}${`${refused} of ${count}`.padEnd(12)}` +
      `${[...cleaner].map(([name, seen]) => `${name} ${seen}`).join('   ')}   of ${Math.ceil(count / CLEANED)}` +
      `   (${((100 * own) / whole).toFixed(1)} % of the extraction's ${(whole / count / 1000).toFixed(1)} ms)`,
  );
}

async function attack(set: FingerprintSet): Promise<Map<string, Tally>> {
  const every = [...Map.groupBy(set.impressions, ({ finger }) => finger).values()];
  const fingers = every.filter((_, k) => k % Math.max(1, Math.floor(every.length / most)) === 0).slice(0, most);
  const donors: Donor[] = [];
  for (const impressions of fingers) donors.push(takeApart(await readImpression(impressions.at(-1)!)));
  const found = new Map<string, Tally>();
  for (const [k, impressions] of fingers.entries()) {
    const pictures: GreyImage[] = [];
    for (const each of impressions.slice(1, 2 + OTHERS)) pictures.push(await readImpression(each));
    const [stolen, ...others] = pictures.map(extractTemplate);
    if (stolen === undefined) continue;
    const ridges = rebuildRidges(stolen);
    const strangers = Array.from({ length: DONORS }, (_, d) => donors[(k + d + 1) % donors.length]!);
    for (const [strength, make] of Object.entries(STRENGTHS)) {
      const made = extract(await make({ ridges, donors: strangers, random: randomFrom(k, 2) }));
      const probe = prepareProbe(made.template);
      const seen = looksRebuilt(made.found);
      const itself = verifyFinger(probe, [stolen]) >= MONEY_THRESHOLD ? 1 : 0;
      const other = verifyFinger(probe, others) >= MONEY_THRESHOLD + RISE ? 1 : 0;
      const tally = {
        tried: 1,
        itself,
        itselfGuarded: seen ? 0 : itself,
        others: other,
        othersGuarded: seen ? 0 : other,
      };
      found.set(strength, add(found.get(strength), tally));
    }
  }
  return found;
}

function add(sum: Tally | undefined, more: Tally): Tally {
  if (sum === undefined) return more;
  return {
    tried: sum.tried + more.tried,
    itself: sum.itself + more.itself,
    itselfGuarded: sum.itselfGuarded + more.itselfGuarded,
    others: sum.others + more.others,
    othersGuarded: sum.othersGuarded + more.othersGuarded,
  };
}

function print(name: string, strength: string, tally: Tally): void {
  const share = (count: number) => ((100 * count) / tally.tried).toFixed(0).padStart(4);
  console.log(
    `${name.padEnd(18)}${strength.padEnd(40)}${`${tally.tried}`.padStart(5)}` +
      `     ${share(tally.itself)} → ${share(tally.itselfGuarded)}      ${share(tally.others)} → ${share(tally.othersGuarded)}`,
  );
}
