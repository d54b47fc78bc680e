import type { Texts } from './kiswahili.ts';

/** Refusal of the server, as found in its source. */
export interface SourceRefusal {
  readonly problem: string;
  /** True if the sentence contains numbers or names, which the detail holds. */
  readonly isFilled: boolean;
  /** Reasons in the detail: each has its own sentence. */
  readonly whys: readonly string[];
}

/**
 * Reads the refusals of a source file, except those whose detail names fields, which have texts of their own. Finds literal refusals
 * only, not those assembled at run time.
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
 * Finds the texts that one language lacks: `problem` needs a sentence for every refusal, without placeholders; `told` one with numbers
 * and names for each refusal that has them, and for each reason.
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

/** Returns the text from the parenthesis at `start` to its closing one. */
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
