import { randomFrom } from '../src/synthetic/random.ts';
import type { Comparisons } from './comparison.ts';

const DRAWS = 1_000;

/** Equal error rate in %, and those of the draws in which persons come anew with all their comparisons. */
export interface EqualError {
  readonly share: number;
  readonly drawn: readonly number[];
}

/** The EER of a set: of its pairs, and of draws of its persons. A pair of two counts as often as one was drawn times the other. */
export function drawEqualError({ genuinePairs, impostorPairs }: Comparisons): EqualError {
  const persons = [...new Set([...genuinePairs, ...impostorPairs].flatMap(({ one, other }) => [one, other]))];
  const places = new Map(persons.map((person, place) => [person, place]));
  const tries = [
    ...genuinePairs.map((pair) => ({ pair, same: 1 })),
    ...impostorPairs.map((pair) => ({ pair, same: 0 })),
  ]
    .sort((a, b) => b.pair.score - a.pair.score || a.same - b.same)
    .map(({ pair, same }) => ({ one: places.get(pair.one)!, other: places.get(pair.other)!, same }));
  const rateOf = (times: ArrayLike<number>) => {
    const weights = Float64Array.from(tries, ({ one, other }) => times[one]! * (one === other ? 1 : times[other]!));
    const total = [0, 0];
    tries.forEach(({ same }, k) => {
      total[same] = total[same]! + weights[k]!;
    });
    let missed = total[1]!;
    let passed = 0;
    for (let k = 0; k < tries.length; k++) {
      if (tries[k]!.same === 1) missed -= weights[k]!;
      else passed += weights[k]!;
      if (passed / total[0]! >= missed / total[1]!) return 50 * (passed / total[0]! + missed / total[1]!);
    }
    return 0;
  };
  const random = randomFrom(1, persons.length);
  const drawn = Array.from({ length: DRAWS }, () => {
    const times = new Uint8Array(persons.length);
    for (let k = 0; k < times.length; k++) times[Math.floor(times.length * random())]!++;
    return rateOf(times);
  });
  return { share: rateOf(new Uint8Array(persons.length).fill(1)), drawn };
}

/** The mean of several sets, each drawn for itself. */
export function meanOf(each: readonly EqualError[]): EqualError {
  const mean = (of: (one: EqualError) => number) => each.reduce((sum, one) => sum + of(one), 0) / each.length;
  return {
    share: mean(({ share }) => share),
    drawn: Array.from({ length: DRAWS }, (_, k) => mean(({ drawn }) => drawn[k]!)),
  };
}

/** The share, and between which shares it lies in 95 of 100 draws. */
export function showEqualError({ share, drawn }: EqualError): string {
  const sorted = drawn.filter((each) => !Number.isNaN(each)).toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(part * sorted.length)]!.toFixed(2);
  return `${share.toFixed(2)} (${at(0.025)} to ${at(0.975)})`;
}
