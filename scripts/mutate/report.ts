import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { wilsonInterval } from './sample.ts';

/** Outcome of a mutant. `unreached`: no test executes it, so none can detect it. */
export type Fate = 'caught' | 'timeout' | 'survived' | 'unreached';

export interface Outcome {
  readonly key: string;
  readonly target: string;
  readonly file: string;
  readonly line: number;
  readonly kind: string;
  readonly change: string;
  readonly text: string;
  readonly fate: Fate;
  /** The first test that failed. */
  readonly by: string;
}

export interface Report {
  readonly sample: number;
  readonly seed: string;
  readonly tests: readonly string[];
  /** Number of mutants of each target, from which the sample was drawn. */
  readonly mutants: Readonly<Record<string, number>>;
  readonly outcomes: readonly Outcome[];
}

/** Explanation why a mutant has no observable effect, or none that is worth a test. */
export interface Explanation {
  readonly file: string;
  readonly text: string;
  /** The explained change; without it, every change of that line. */
  readonly change?: string;
  readonly reason: string;
}

export interface Score {
  readonly target: string;
  readonly mutants: number;
  readonly tried: number;
  readonly explained: number;
  readonly caught: number;
  /** Share among mutants without an explanation. */
  readonly share: number;
  readonly interval: readonly [low: number, high: number];
}

/** Returns the score of each target, and of all together if there are several. */
export function scoresOf({ mutants, outcomes }: Report, explanations: readonly Explanation[]): Score[] {
  const targets = Object.keys(mutants);
  const scores = targets.map((target) =>
    scoreOf(
      target,
      mutants[target] ?? 0,
      outcomes.filter((one) => one.target === target),
      explanations,
    ),
  );
  if (targets.length < 2) return scores;
  const sum = Object.values(mutants).reduce((total, each) => total + each, 0);
  return [...scores, scoreOf('all', sum, outcomes, explanations)];
}

/** Returns the written explanation of a survivor. */
export function explanationOf(one: Outcome, explanations: readonly Explanation[]): Explanation | undefined {
  return explanations.find(
    ({ file, text, change = one.change }) => file === one.file && text === one.text && change === one.change,
  );
}

/** Finds explanations whose line is no longer in their file: the code has changed, so each needs a review. */
export function staleExplanations(
  explanations: readonly Explanation[],
  sourceOf: (file: string) => string | undefined,
): Explanation[] {
  return explanations.filter(({ file, text }) => {
    const lines = sourceOf(file)?.split('\n') ?? [];
    return !lines.some((line) => line.trim() === text);
  });
}

/** Returns true for a mutant that no test detected. */
export function isSurvivor({ fate }: Outcome): boolean {
  return fate === 'survived' || fate === 'unreached';
}

/** Reads a report or another JSON file of ours; undefined if it does not exist. */
export function readJson<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined;
}

/** Writes a report, and creates its folder. */
export function writeReport(file: string, report: Report): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(report, null, 1)}\n`);
}

function scoreOf(
  target: string,
  mutants: number,
  outcomes: readonly Outcome[],
  explanations: readonly Explanation[],
): Score {
  const caught = outcomes.filter((one) => !isSurvivor(one)).length;
  const explained = outcomes.filter((one) => isSurvivor(one) && explanationOf(one, explanations)).length;
  const counted = outcomes.length - explained;
  const share = counted === 0 ? 0 : caught / counted;
  return {
    target,
    mutants,
    tried: outcomes.length,
    explained,
    caught,
    share,
    interval: wilsonInterval(caught, counted),
  };
}
