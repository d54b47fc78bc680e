import { ENROLMENT_QUALITY_MINIMUM } from '../src/extraction/quality.ts';
import { prepareProbe } from '../src/matching/compare.ts';
import { judgeRenewal } from '../src/matching/renewal.ts';
import { MONEY_THRESHOLD } from '../src/matching/thresholds.ts';
import { verifyFinger, verifyImpression } from '../src/matching/verify.ts';
import type { Template } from '../src/template/template.ts';
import { fmrAt, fnmrAt } from './rates.ts';
import type { FingerprintSet } from './sets.ts';
import { extractSet } from './work.ts';

/**
 * `npm run bench:growth -- <folder> renewed`: what it brings that a new impression takes the place of the oldest while the finger grows. Enrolled at a
 * child's size; on the way to the end of growth there are three times to renew the finger. Three impressions are for that: each time those that were not
 * taken before are laid on, until `judgeRenewal` takes one. Then two other impressions try: against the finger as it was enrolled, as it was renewed, as it was
 * renewed until one was refused and then enrolled anew by the three, as the list of fingers to be enrolled again asks for, and,
 * to tell what could be had at best, as if it had been enrolled anew at the end by those three. "By its own" word is `student/enrolAnew` with a PIN, which is
 * known here: each of the three must match what is enrolled as where money moves, another of the three too, and be clear; else all stays as it was. Impressions take turns: eight orders of each finger, of
 * which the first one's numbers begin at 1, the next at 2. Strangers are laid on to renew too: on each finger those of the next one in its set.
 */
const SIZE = 0.65;
const ENROLLED = 3;
const GROWN = 1.55;
const ON_THE_WAY = [1.14, 1.28, 1.41];
const TRIES = 2;
const ORDERS = ENROLLED + ON_THE_WAY.length + TRIES;
/** The server's threshold rises with the number of impressions. */
const THRESHOLD = MONEY_THRESHOLD + 10 * Math.log10(ENROLLED);

const WAYS = ['asEnrolled', 'renewed', 'listed', 'listedProven', 'anew', 'anewProven'] as const;
type Ways<T> = Record<(typeof WAYS)[number], T>;

interface Counted extends Ways<{ genuine: number[]; impostor: number[] }> {
  times: number;
  taken: number;
  strangers: number;
  strangersTaken: number;
  asked: number;
  proven: number;
  strangersAsked: number;
  strangersProven: number;
}

const qualities = new WeakMap<Template, number>();

const empty = (): Counted => ({
  asEnrolled: { genuine: [], impostor: [] },
  renewed: { genuine: [], impostor: [] },
  listed: { genuine: [], impostor: [] },
  listedProven: { genuine: [], impostor: [] },
  anew: { genuine: [], impostor: [] },
  anewProven: { genuine: [], impostor: [] },
  ...{ times: 0, taken: 0, strangers: 0, strangersTaken: 0 },
  ...{ asked: 0, proven: 0, strangersAsked: 0, strangersProven: 0 },
});

/** Measures the sets and prints a line for each, and one for all. */
export async function measureRenewed(sets: readonly FingerprintSet[]): Promise<void> {
  console.log(
    'at the threshold of money, FMR % and FNMR % of a finger as enrolled, renewed, renewed or enrolled anew by any word, by its own, enrolled anew at the end by any word, by its own',
  );
  const all = empty();
  let fingers = 0;
  for (const set of sets) {
    const counted = await measure(set);
    print(set.name, counted.fingers, counted.of);
    fingers += counted.fingers;
    add(all, counted.of);
  }
  print('all', fingers, all);
}

async function measure(set: FingerprintSet): Promise<{ fingers: number; of: Counted }> {
  const sizes = [1, ...ON_THE_WAY, GROWN];
  const found = new Map<string, Map<number, Template[]>>();
  for (const size of sizes) {
    for (const { finger, template, quality } of (await extractSet(set, SIZE * size)).impressions) {
      qualities.set(template, quality);
      const bySize = found.get(finger) ?? new Map<number, Template[]>();
      bySize.set(size, [...(bySize.get(size) ?? []), template]);
      found.set(finger, bySize);
    }
  }
  const fingers = [...found.values()].filter((bySize) => (bySize.get(1)?.length ?? 0) >= ORDERS);
  const of = empty();
  for (let order = 0; order < ORDERS; order++) {
    const pick = (finger: number, size: number, place: number) =>
      fingers[finger % fingers.length]!.get(size)![(order + place) % ORDERS]!;
    const grown = fingers.map((_, finger) => grow(finger, pick, of));
    const tries = fingers.flatMap((_, finger) =>
      Array.from({ length: TRIES }, (__, k) => ({ finger, template: pick(finger, GROWN, ORDERS - TRIES + k) })),
    );
    for (const { finger, template } of tries) {
      const probe = prepareProbe(template);
      grown.forEach((ways, other) => {
        for (const way of WAYS) of[way][other === finger ? 'genuine' : 'impostor'].push(verifyFinger(probe, ways[way]));
      });
    }
  }
  return { fingers: fingers.length, of };
}

/** One finger on its way: the oldest impression comes first, and goes first. */
function grow(
  finger: number,
  pick: (finger: number, size: number, place: number) => Template,
  of: Counted,
): Ways<readonly Template[]> {
  const asEnrolled = Array.from({ length: ENROLLED }, (_, place) => pick(finger, 1, place));
  const all = ON_THE_WAY.map((_, k) => ENROLLED + k);
  const waiting = [...all];
  const anew = all.map((place) => pick(finger, GROWN, place));
  let renewed = asEnrolled;
  let listed: readonly Template[] | undefined;
  let listedProven: readonly Template[] | undefined;
  const fits = (template: Template) => {
    const probe = prepareProbe(template);
    return judgeRenewal(renewed.map((each) => verifyImpression(probe, each))) === 'fit';
  };
  for (const [step, size] of ON_THE_WAY.entries()) {
    of.strangers++;
    if (fits(pick(finger + 1, size, ENROLLED + step))) of.strangersTaken++;
    of.times++;
    const at = waiting.findIndex((place) => fits(pick(finger, size, place)));
    if (at < 0) {
      const captures = all.map((place) => pick(finger, size, place));
      listed ??= captures;
      if (ask(captures, renewed, of)) listedProven ??= captures;
      continue;
    }
    of.taken++;
    renewed = [...renewed.slice(1), pick(finger, size, waiting[at]!)];
    waiting.splice(at, 1);
  }
  of.strangersAsked++;
  if (
    isProven(
      all.map((place) => pick(finger + 1, GROWN, place)),
      asEnrolled,
    )
  )
    of.strangersProven++;
  return {
    ...{ asEnrolled, renewed, listed: listed ?? renewed, listedProven: listedProven ?? renewed, anew },
    anewProven: ask(anew, asEnrolled, of) ? anew : asEnrolled,
  };
}

function ask(captures: readonly Template[], enrolled: readonly Template[], of: Counted): boolean {
  const proven = isProven(captures, enrolled);
  of.asked++;
  if (proven) of.proven++;
  return proven;
}

/** Tells whether the server lets the captures take the place of what is enrolled, on the word of the student. */
function isProven(captures: readonly Template[], enrolled: readonly Template[]): boolean {
  return captures.every((capture, place) => {
    const probe = prepareProbe(capture);
    const others = captures.filter((_, other) => other !== place);
    return (
      verifyFinger(probe, enrolled) >= THRESHOLD &&
      verifyFinger(probe, others) >= MONEY_THRESHOLD &&
      Math.round(qualities.get(capture) ?? 0) >= ENROLMENT_QUALITY_MINIMUM
    );
  });
}

function add(all: Counted, of: Counted): void {
  for (const way of WAYS) {
    // One by one: a call takes no hundred thousand arguments.
    for (const score of of[way].genuine) all[way].genuine.push(score);
    for (const score of of[way].impostor) all[way].impostor.push(score);
  }
  all.times += of.times;
  all.taken += of.taken;
  all.strangers += of.strangers;
  all.strangersTaken += of.strangersTaken;
  all.asked += of.asked;
  all.proven += of.proven;
  all.strangersAsked += of.strangersAsked;
  all.strangersProven += of.strangersProven;
}

function print(name: string, fingers: number, of: Counted): void {
  const rates = ({ genuine, impostor }: Counted['renewed']) => {
    const scores = { genuine: Float64Array.from(genuine), impostor: Float64Array.from(impostor) };
    return `${(100 * fmrAt(scores, THRESHOLD)).toFixed(4).padStart(10)}${(100 * fnmrAt(scores, THRESHOLD)).toFixed(2).padStart(8)}`;
  };
  const tries = `${of.renewed.genuine.length} tries, ${of.renewed.impostor.length} strangers'`;
  console.log(
    `${name.padEnd(18)}${`${fingers}`.padStart(4)} fingers${WAYS.map((way) => rates(of[way])).join('  ')}` +
      `   renewed ${of.taken}/${of.times} times, by strangers ${of.strangersTaken}/${of.strangers}` +
      `   anew by its own word ${of.proven}/${of.asked}, by strangers ${of.strangersProven}/${of.strangersAsked}   (${tries})`,
  );
}
