import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Template } from '../src/template/template.ts';
import type { Comparison, Comparisons } from './comparison.ts';
import type { FingerprintSet } from './sets.ts';
import type { TransformName } from './transforms.ts';

/** An impression with its template, and the quality that the engine gives it. */
export interface Extracted {
  readonly finger: string;
  readonly person: string;
  readonly number: number;
  readonly template: Template;
  readonly quality: number;
}

/** Pairs of a share of a set, as `measure.ts` answers them. */
export interface Matched extends Comparisons {
  readonly genuine: Float64Array;
  readonly impostor: Float64Array;
  /** Contents of `tried` for each pair, after a comparison in either order. */
  readonly genuineEvidence: Float64Array;
  readonly impostorEvidence: Float64Array;
  readonly microseconds: number;
}

export type Task =
  | {
      readonly kind: 'extract';
      readonly set: FingerprintSet;
      /** Factor: 0.65 makes the fingers those of a child. */
      readonly scale: number;
      readonly transform: TransformName;
      readonly part: number;
      readonly parts: number;
    }
  | {
      readonly kind: 'verify';
      readonly enrolled: readonly Extracted[];
      readonly probes: readonly Extracted[];
      readonly part: number;
      readonly parts: number;
    }
  | {
      readonly kind: 'match';
      readonly impressions: readonly Extracted[];
      /** Impressions of another set, with which those are compared in the place of one another. */
      readonly others?: readonly Extracted[];
      readonly part: number;
      readonly parts: number;
    };

/** Extracts a set on all cores; the time is CPU time of one thread for one picture. */
export async function extractSet(
  set: FingerprintSet,
  scale = 1,
  transform: TransformName = 'as it is',
): Promise<{ impressions: Extracted[]; milliseconds: number }> {
  const answers = await onAllCores<{ impressions: Extracted[]; milliseconds: number }>((part, parts) => ({
    kind: 'extract',
    set,
    scale,
    transform,
    part,
    parts,
  }));
  const impressions = answers.flatMap((answer) => answer.impressions);
  impressions.sort((a, b) => (a.finger < b.finger ? -1 : a.finger > b.finger ? 1 : a.number - b.number));
  return { impressions, milliseconds: answers.reduce((sum, a) => sum + a.milliseconds, 0) / impressions.length };
}

/** Compares each two impressions of a set on all cores; the time is CPU time of one thread for one pair. */
export async function matchSet(impressions: readonly Extracted[]): Promise<Matched> {
  return matchAll(impressions, undefined, (impressions.length * (impressions.length - 1)) / 2);
}

/** Compares each impression of a set with each of another: strangers all, whose fingers two readers took. */
export async function matchAcross(one: readonly Extracted[], other: readonly Extracted[]): Promise<Matched> {
  return matchAll(one, other, one.length * other.length);
}

async function matchAll(
  impressions: readonly Extracted[],
  others: readonly Extracted[] | undefined,
  pairs: number,
): Promise<Matched> {
  const answers = await onAllCores<Matched>((part, parts) => ({
    kind: 'match',
    impressions,
    ...(others === undefined ? {} : { others }),
    part,
    parts,
  }));
  const all = (of: (m: Matched) => Float64Array) => Float64Array.from(answers.flatMap((answer) => [...of(answer)]));
  return {
    genuine: all((m) => m.genuine),
    impostor: all((m) => m.impostor),
    genuineEvidence: all((m) => m.genuineEvidence),
    impostorEvidence: all((m) => m.impostorEvidence),
    ...joinPairs(answers),
    microseconds: answers.reduce((sum, a) => sum + a.microseconds, 0) / pairs,
  };
}

/** Scores of a try against the enrolled impressions of each finger, and how many those are. */
export interface Verified extends Comparisons {
  /** Best score of a finger's impressions, less what the server's threshold rises by for their number. */
  readonly genuine: Float64Array;
  readonly impostor: Float64Array;
  readonly microseconds: number;
}

/** Tries each probe against each enrolled finger on all cores, as the server does: the best of a finger's impressions counts. */
export async function verifySet(enrolled: readonly Extracted[], probes: readonly Extracted[]): Promise<Verified> {
  const answers = await onAllCores<Verified>((part, parts) => ({ kind: 'verify', enrolled, probes, part, parts }));
  const all = (of: (m: Verified) => Float64Array) => Float64Array.from(answers.flatMap((answer) => [...of(answer)]));
  return {
    genuine: all((m) => m.genuine),
    impostor: all((m) => m.impostor),
    ...joinPairs(answers),
    microseconds: answers.reduce((sum, a) => sum + a.microseconds, 0) / (enrolled.length * probes.length),
  };
}

function joinPairs(answers: readonly Comparisons[]): Comparisons {
  const join = (of: (each: Comparisons) => readonly Comparison[]) => answers.flatMap(of);
  return { genuinePairs: join((each) => each.genuinePairs), impostorPairs: join((each) => each.impostorPairs) };
}

function onAllCores<Answer>(taskOf: (part: number, parts: number) => Task): Promise<Answer[]> {
  const parts = availableParallelism();
  return Promise.all(
    Array.from({ length: parts }, (_, part) => {
      return new Promise<Answer>((resolve, reject) => {
        const worker = new Worker(new URL('./measure.ts', import.meta.url), { workerData: taskOf(part, parts) });
        worker.once('message', resolve);
        worker.once('error', reject);
      });
    }),
  );
}
