import { describe, expect, test, vi } from 'vitest';
import { SEEDS } from '../src/matching/compare.ts';
import { EVIDENCE } from '../src/matching/score.ts';
import { bell, randomFrom } from '../src/synthetic/random.ts';
import { constantsOf, fitWeights, type Gathered, oddsOf, PAIR } from './fit.ts';

/** Pairs whose movements have such means of their evidence, a movement a mean, the same both ways; null where none was found. */
function gather(pairs: number, seed: number, ...means: readonly (number | null)[]): Float64Array {
  const random = randomFrom(1, seed);
  const evidence = new Float64Array(pairs * PAIR);
  for (let start = 0; start < evidence.length; start += PAIR) {
    const way = Array.from({ length: PAIR / 2 }, (_, at) => {
      const mean = means[Math.floor(at / EVIDENCE)]!;
      return mean === null ? 0 : mean + bell(random, 1);
    });
    evidence.set([...way, ...way], start);
  }
  return evidence;
}

/** Strangers whose log odds rise evenly to this by the first sign, both ways. */
function rising(pairs: number, most: number): Gathered {
  const impostorEvidence = new Float64Array(pairs * PAIR);
  for (let at = 0; at < impostorEvidence.length; at += PAIR / 2)
    impostorEvidence[at] = (most * (Math.floor(at / PAIR) + 1)) / pairs;
  return { genuineEvidence: new Float64Array(0), impostorEvidence };
}

const strangers = gather(400, 1, 0, 0);
const weigh = (genuineEvidence: Float64Array) => fitWeights([{ genuineEvidence, impostorEvidence: strangers }]);

test('the fit uses the better of two alignments in either order', () => {
  const first = gather(200, 2, 1, 0);
  const second = first.map((_, at) => {
    const pair = at - (at % (SEEDS * EVIDENCE));
    return first[pair + ((at - pair + EVIDENCE) % (SEEDS * EVIDENCE))]!;
  });
  const weights = weigh(first);
  expect([...oddsOf(second, weights)]).toEqual([...oddsOf(first, weights)]);
  expect([...weigh(second)].map((w) => w.toFixed(6))).toEqual([...weights].map((w) => w.toFixed(6)));
});

test('the odds of a pair are the mean of both directions, and none if one direction finds nothing', () => {
  const evidence = new Float64Array(2 * PAIR);
  evidence[0] = 3;
  evidence[PAIR / 2] = 1;
  evidence[PAIR] = 3;
  const weights = Float64Array.from({ length: EVIDENCE + 1 }, (_, k) => (k === 0 ? 1 : 0));
  expect([...oddsOf(evidence, weights)]).toEqual([2, Number.NEGATIVE_INFINITY]);
});

test('fitWeights warns when it has not converged, and is silent when it has', () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  const sets = [{ genuineEvidence: gather(200, 2, 0, 1), impostorEvidence: strangers }];
  fitWeights(sets, 1);
  expect(warned.mock.calls.flat()).toEqual([expect.stringMatching(/^The fit has not settled: [1-9]\d* of 600 pairs/)]);
  fitWeights(sets, 100);
  expect(warned).toHaveBeenCalledOnce();
  warned.mockRestore();
});

test('a pair without an alignment has odds of minus infinity and does not shift the weights', () => {
  const few: Gathered = { genuineEvidence: gather(3, 3, null, null), impostorEvidence: strangers };
  expect([...oddsOf(few.genuineEvidence, new Float64Array(EVIDENCE + 1).fill(1))]).toEqual(
    Array(3).fill(Number.NEGATIVE_INFINITY),
  );
  const bare = gather(200, 2, 1, null);
  const with3 = Float64Array.from([...bare, ...few.genuineEvidence]);
  const shape = (weights: Float64Array) => [...weights].slice(0, EVIDENCE).map((w) => w / weights[0]!);
  for (const [k, w] of shape(weigh(with3)).entries()) expect(w).toBeCloseTo(shape(weigh(bare))[k]!, 1);
});

test('the knots are the log odds that a tenth to a ten-thousandth of impostors reach', () => {
  const weights = Float64Array.from({ length: EVIDENCE + 1 }, (_, k) => (k === 0 ? 1.00004 : 0));
  expect(constantsOf(weights, [rising(20_000, 20)], [])).toEqual({
    weights: [1, ...Array(EVIDENCE - 1).fill(0)],
    bias: 0,
    knots: [13.5, 18, 19.8, 19.98, 20],
    stepBeyond: 0.1,
  });
});

describe('knots fitted on two readers', () => {
  const weights = Float64Array.from({ length: EVIDENCE + 1 }, (_, k) => (k === 0 ? 1 : 0));
  const knotsOf = (one: readonly Gathered[], two: readonly Gathered[]) => constantsOf(weights, one, two).knots.slice(1);
  test('are those of the reader with the more similar impostors, in either order', () => {
    const [low, high] = [rising(20_000, 20), rising(20_000, 30)];
    expect(knotsOf([low], [high])).toEqual([27, 29.7, 29.97, 30]);
    expect(knotsOf([high], [low])).toEqual([27, 29.7, 29.97, 30]);
  });

  test('do not depend on how many pairs each set has', () => {
    const [many, few] = [rising(40_000, 20), rising(4_000, 40)];
    expect(knotsOf([rising(1_000, 10)], [many, few])).toEqual(knotsOf([rising(1_000, 10)], [many, rising(40_000, 40)]));
  });

  test('are rounded up', () => {
    const third = rising(3, 1);
    expect(knotsOf([third], []).at(-1)).toBe(1);
    expect(knotsOf([rising(3, 2 / 3)], []).at(-1)).toBe(0.67);
    expect(knotsOf([rising(3, 1 / 3)], []).at(-1)).toBe(0.34);
  });
});
