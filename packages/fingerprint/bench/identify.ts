import { parseArgs } from 'node:util';
import { IDENTIFY_THRESHOLD } from '../src/matching/thresholds.ts';
import { decodeTemplate, encodeTemplate } from '../src/template/template.ts';
import { growFingers, openSide } from './identify-side.ts';
import type { Compared, Searched } from './identify-worker.ts';
import { intervalOf, type Try } from './intervals.ts';
import { mirrored } from './mirrored.ts';
import { findSets } from './sets.ts';
import { type Extracted, extractSet } from './work.ts';

/**
 * `npm run bench:identify -- <folder> [--students 2000] [--keep <file>]`: the comparison with and without kernels, in turns, and the search of a school. Its
 * students are the fingers of the sets with impressions 1 to 3, as many synthetic fingers as are missing, and all of them once more in a mirror; the other
 * impressions of the sets try. Synthetic fingers take a quarter of a second each: `--keep` has a file of them for the next time.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { students: { type: 'string', default: '2000' }, keep: { type: 'string' } },
});
const sets = positionals[0] === undefined ? [] : findSets(positionals[0]);
if (sets.length === 0) {
  console.error('usage: npm run bench:identify -- <folder of sets> [--students 2000] [--keep <file>]');
  process.exit(1);
}
const ENROLLED = 3;
/** Every so many tries the whole school is compared as well. */
const EVERYBODY_EACH = 10;

const withKernels = openSide(false);
const plain = openSide(true);

const all: { set: string; impressions: Extracted[] }[] = [];
for (const set of sets) all.push({ set: set.name, impressions: (await extractSet(set)).impressions });

console.log('comparison         pairs   plain us   kernels us   ratio   different scores');
for (const { set, impressions } of all) {
  const bytes = impressions.map(({ template }) => encodeTemplate(template));
  const sides = [plain, withKernels];
  const spent = [0, 0];
  let pairs = 0;
  let different = 0;
  for (const side of sides) await side({ kind: 'compare', set: bytes, probe: 0 });
  // The first is for warming up.
  for (let probe = 0; probe < impressions.length; probe += probe === 0 ? 1 : Math.ceil(impressions.length / 40)) {
    const answers: Compared[] = [];
    for (const side of sides) answers.push(await side<Compared>({ kind: 'compare', set: [], probe }));
    answers[0]!.scores.forEach((score, k) => {
      if (!Object.is(score, answers[1]!.scores[k])) different++;
    });
    if (probe === 0) continue;
    pairs += impressions.length;
    for (const k of [0, 1]) spent[k] = spent[k]! + answers[k]!.microseconds;
  }
  const [old, now] = spent.map((microseconds) => microseconds / pairs) as [number, number];
  console.log(
    `${set.padEnd(16)}${`${pairs}`.padStart(8)}${old.toFixed(1).padStart(11)}${now.toFixed(1).padStart(13)}${(old / now).toFixed(2).padStart(8)}${`${different}`.padStart(19)}`,
  );
}

const fingers = all.flatMap(({ set, impressions }) =>
  [...Map.groupBy(impressions, ({ finger }) => finger)].map(([finger, of]) => ({ set, finger, of })),
);
const wanted = Number(values.students);
const grown = await growFingers(Math.max(0, Math.ceil(wanted / 2) - fingers.length), values.keep);
const own = [
  ...fingers.map(({ of }) => of.filter(({ number }) => number <= ENROLLED).map(({ template }) => template)),
  ...grown.map(({ templates }) => templates.map(decodeTemplate)),
];
const students = [...own, ...own.map((of) => of.map(mirrored))].slice(0, wanted);
const impressions = students.reduce((sum, of) => sum + of.length, 0);
const indexing = await withKernels<number>({ kind: 'enrol', students: students.map((of) => of.map(encodeTemplate)) });
console.log(
  `\nschool: ${students.length} students, ${impressions} impressions; fingers of the sets ${fingers.length}, synthetic ${grown.length}, the rest in a mirror. ` +
    `Reading and describing them once: ${(indexing / 1e6).toFixed(1)} s`,
);

const tries: (Try & { rank: number; first: boolean; known: boolean })[] = [];
const spent = { candidates: [] as number[], everybody: [] as number[] };
let otherAnswer = 0;
for (const [student, { set, finger, of }] of fingers.entries()) {
  for (const { number, template } of of) {
    if (number <= ENROLLED) continue;
    const probe = encodeTemplate(template);
    const searched = await withKernels<Searched>({ kind: 'search', probe, everybody: false });
    spent.candidates.push(searched.microseconds / 1000);
    const rank = searched.ranks.filter((score, k) => k !== student && score >= searched.ranks[student]!).length + 1;
    const [best] = searched.found;
    const hit = searched.found.some((each) => each.student === student);
    const first = best?.student === student;
    const person = `${set} ${finger.split('_')[0]}`;
    tries.push({ person, hit, rank, first, known: first && best.score >= IDENTIFY_THRESHOLD });
    if (tries.length % EVERYBODY_EACH !== 0) continue;
    const whole = await withKernels<Searched>({ kind: 'search', probe, everybody: true });
    spent.everybody.push(whole.microseconds / 1000);
    if (whole.found[0]?.student !== best?.student || whole.found[0]?.score !== best?.score) otherAnswer++;
  }
}
const middle = (of: number[]) => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)]?.toFixed(1) ?? '-';
console.log(
  `search, CPU ms on one core, middle: candidates ${middle(spent.candidates)}   everybody ${middle(spent.everybody)}`,
);
console.log(`both name another first, or another score: ${otherAnswer} of ${spent.everybody.length}`);
const told = (name: string, of: (t: (typeof tries)[number]) => boolean) =>
  console.log(`${name.padEnd(36)}${intervalOf(tries.map((t) => ({ person: t.person, hit: of(t) })))}`);
console.log(`tries ${tries.length}; worst rank of the mate ${Math.max(...tries.map(({ rank }) => rank))}`);
told('the mate among the 100 candidates', ({ hit }) => hit);
told('the mate among the first 20', ({ rank }) => rank <= 20);
told('the mate ranked first', ({ rank }) => rank === 1);
told('the mate best after the comparison', ({ first }) => first);
told(`and at ${IDENTIFY_THRESHOLD} or more`, ({ known }) => known);
