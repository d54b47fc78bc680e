import type { Texts } from './kiswahili.ts';

/** Refusal of the server as its source gives it. */
export interface SourceRefusal {
  readonly problem: string;
  /** True where numbers or names stand in its sentence, and its detail holds them. */
  readonly isFilled: boolean;
  /** Reasons that its detail names: each has a sentence of its own. */
  readonly whys: readonly string[];
}

/**
 * Reads the refusals of a source file. One whose detail names fields is left out: the fields' own words tell the rest. Only what is
 * written down is seen, not what is put together while running.
 */
export function readRefusals(source: string): SourceRefusal[] {
  return [...source.matchAll(/new Refusal\(/g)].flatMap(({ index }) => {
    const call = callAt(source, index + 'new Refusal'.length);
    const problem = /^\(\s*'([a-z-]+\.[a-z-]+)'/.exec(call)?.[1];
    if (problem === undefined || call.includes('wrongFields(')) return [];
    const [sentence = '', detail] = call.split(/\bdetail\b/);
    return [
      {
        problem,
        isFilled: detail !== undefined && sentence.includes('${'),
        whys: [...(detail ?? '').matchAll(/\bwhy: '([\w-]+)'/g)].map(([, why = '']) => why),
      },
    ];
  });
}

/**
 * Tells what one language lacks to say each refusal wholly: `problem` has a sentence for every problem, which needs nothing filled in;
 * `told` one with numbers and names for each that has them, and for each reason.
 */
export function findProblemTexts(
  { problem = {}, told = {} }: Texts,
  problems: readonly string[],
  refusals: readonly SourceRefusal[],
): string[] {
  const plain = textsOf(problem);
  const filled = [...textsOf(told).keys()];
  const says = (key: string) => filled.some((each) => each === key || each.startsWith(`${key}-`));
  return [
    ...problems.filter((key) => !plain.has(key)).map((key) => `has no "problem.${key}"`),
    ...[...plain.keys()].filter((key) => !problems.includes(key)).map((key) => `"problem.${key}" is no problem`),
    ...[...plain].filter(([, text]) => text.includes('{{')).map(([key]) => `"problem.${key}" has a blank: use "told"`),
    ...filled
      .filter((key) => !problems.some((each) => key === each || key.startsWith(`${each}-`)))
      .map((key) => `"told.${key}" is no problem`),
    ...refusals.filter(({ isFilled, problem: key }) => isFilled && !says(key)).map((each) => lacks(each.problem)),
    ...refusals.flatMap(({ problem: key, whys }) =>
      whys.filter((why) => !filled.includes(`${key}-${why}`)).map((why) => lacks(`${key}-${why}`)),
    ),
  ];
}

function lacks(key: string): string {
  return `has no "told.${key}", which the server fills in`;
}

/** From the parenthesis at `start` to the one that closes it. */
function callAt(source: string, start: number): string {
  let depth = 0;
  for (let place = start; place < source.length; place++) {
    if (source[place] === '(') depth++;
    if (source[place] === ')' && --depth === 0) return source.slice(start, place + 1);
  }
  return source.slice(start);
}

function textsOf(texts: Texts | string, path = ''): Map<string, string> {
  if (typeof texts === 'string') return new Map([[path, texts]]);
  return new Map(
    Object.entries(texts).flatMap(([key, inner]) => [...textsOf(inner, path === '' ? key : `${path}.${key}`)]),
  );
}
