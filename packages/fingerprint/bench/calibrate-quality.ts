import { extractTemplate } from '../src/extraction/extract.ts';
import { type QualitySigns, qualitySigns } from '../src/extraction/quality-signs.ts';
import { compareToProbe, prepareProbe } from '../src/matching/compare.ts';
import { MONEY_THRESHOLD } from '../src/matching/thresholds.ts';
import { verifyFinger } from '../src/matching/verify.ts';
import { randomFrom } from '../src/synthetic/random.ts';
import type { Template } from '../src/template/template.ts';
import { failuresAmongWorst } from './comparison.ts';
import { fitQuality, type QualityFit, sumOf, type Tried } from './quality-fit.ts';
import { findSets, readImpression } from './sets.ts';
import { TRANSFORMS, type TransformName } from './transforms.ts';

/**
 * `node packages/fingerprint/bench/calibrate-quality.ts <folder>`: fits the weights of `extraction/quality.ts` to a finger's own pairs and to tries that are made worse on purpose, and prints of the
 * failures what lies among the worst fifth: by the signs before, by the weights fitted on everybody, and by weights fitted without the persons, or without the set, that are judged.
 */
const WAYS = [
  'as it is',
  'dirt on a sixth',
  'dry skin',
  'wet skin',
  'blur of 1.5 pixels',
  'noise of 25 grey levels',
  'three fifths of the finger',
] as const satisfies readonly TransformName[];
const SEED = 188;
const ENROLLED = 3;
const PARTS = 5;
const NOTHING: QualitySigns = [0, 0, 0, 0];

interface Seen {
  readonly finger: string;
  readonly number: number;
  readonly template: Template;
  readonly signs: QualitySigns;
}

const [folder] = process.argv.slice(2);
const sets = folder === undefined ? [] : findSets(folder);
if (sets.length === 0) {
  console.error('usage: node packages/fingerprint/bench/calibrate-quality.ts <folder of sets>');
  process.exit(1);
}

const tried: Tried[] = [];
const clearness: { signs: QualitySigns; person: string; set: string }[] = [];
for (const set of sets) {
  let clean: Seen[] = [];
  for (const way of WAYS) {
    const all: Seen[] = [];
    for (const [k, impression] of set.impressions.entries()) {
      const image = await TRANSFORMS[way](await readImpression(impression), randomFrom(SEED, k));
      const template = extractTemplate(image);
      all.push({ ...impression, template, signs: qualitySigns(image, template) ?? NOTHING });
    }
    const of = (finger: string) => ({ way, set: set.name, person: `${set.name} ${finger.split('_')[0]}` });
    if (way === 'as it is') {
      clean = all;
      clearness.push(...all.map(({ signs, finger }) => ({ signs, ...of(finger) })));
      for (const [k, { finger, template, signs }] of all.entries()) {
        const probe = prepareProbe(template);
        for (const other of all.slice(k + 1))
          if (other.finger === finger)
            tried.push({
              ...of(finger),
              way: 'pair',
              signs: [signs, other.signs],
              score: compareToProbe(probe, other.template),
            });
      }
      continue;
    }
    for (const { finger, number, template, signs } of all) {
      if (number <= ENROLLED) continue;
      const enrolled = clean
        .filter((each) => each.finger === finger && each.number <= ENROLLED)
        .map((each) => each.template);
      const score = verifyFinger(prepareProbe(template), enrolled) - 10 * Math.log10(enrolled.length);
      tried.push({ ...of(finger), signs: [signs], score });
    }
  }
}

const persons = [...new Set(tried.map(({ person }) => person))];
const partOf = (person: string) => persons.indexOf(person) % PARTS;
const everybody = fitQuality(tried);
const withoutSet = new Map(sets.map(({ name }) => [name, fitQuality(tried.filter(({ set }) => set !== name))]));
const withoutPart = Array.from({ length: PARTS }, (_, part) =>
  fitQuality(tried.filter(({ person }) => partOf(person) !== part)),
);

console.log(`weights ${everybody.weights.map((w) => w.toFixed(2)).join(', ')}`);
const sums = clearness.map(({ signs }) => sumOf(signs, everybody)).sort((a, b) => a - b);
for (const share of [0.01, 0.02, 0.097, 0.159, 0.95])
  console.log(
    `${(100 * share).toFixed(1)} % of the pictures have a sum below ${sums[Math.floor(share * sums.length)]!.toFixed(2)}`,
  );
for (const below of [0.3, 0.4, 0.65, 0.8])
  console.log(
    `${((100 * clearness.filter(({ signs }) => signs[0] < below).length) / clearness.length).toFixed(1)} % of the pictures have a clearness below ${100 * below}`,
  );

const JUDGES: readonly [string, (each: Tried) => (signs: QualitySigns) => number][] = [
  ['clearness alone', () => (signs) => signs[0]],
  ['fitted on everybody', () => (signs) => sumOf(signs, everybody)],
  ['without the persons', ({ person }) => judge(withoutPart[partOf(person)]!)],
  ['without the set', ({ set }) => judge(withoutSet.get(set)!)],
];
const GROUPS: readonly (readonly [string, (each: Tried) => boolean])[] = [
  ...sets.map(({ name }) => [name, (each: Tried) => each.way === 'pair' && each.set === name] as const),
  ['all pairs', ({ way }) => way === 'pair'],
  ...WAYS.slice(1).map((name) => [name, (each: Tried) => each.way === name] as const),
  ['all tries made worse', ({ way }) => way !== 'pair'],
];
console.log('\nof the failures at the threshold of money, those among the worst fifth and tenth, %');
console.log(`${''.padEnd(28)}failures   ${JUDGES.map(([name]) => name.padEnd(22)).join('')}`);
for (const [name, holds] of GROUPS) {
  const of = tried.filter(holds);
  const failures = of.filter(({ score }) => score < MONEY_THRESHOLD).length;
  const cells = JUDGES.map(([, judgeOf]) => {
    const judged = of.map((each) => ({
      one: '',
      other: '',
      score: each.score,
      quality: Math.min(...each.signs.map(judgeOf(each))),
    }));
    return failures === 0
      ? ''
      : [0.2, 0.1].map((worst) => failuresAmongWorst(judged, MONEY_THRESHOLD, worst).toFixed(0)).join(' / ');
  });
  console.log(
    `${name.padEnd(28)}${`${failures} of ${of.length}`.padEnd(14)}${cells.map((cell) => cell.padEnd(22)).join('')}`,
  );
}

function judge(fit: QualityFit): (signs: QualitySigns) => number {
  return (signs) => sumOf(signs, fit);
}
