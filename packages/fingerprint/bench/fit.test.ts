import { expect, test, vi } from 'vitest';
import { SEEDS } from '../src/matching/compare.ts';
import { EVIDENCE } from '../src/matching/score.ts';
import { bell, randomFrom } from '../src/synthetic/random.ts';
import { constantsOf, fitWeights, type Gathered, oddsOf } from './fit.ts';

/** Pairs whose movements have such means of their evidence, a movement a mean; null where none was found. */
function gather(pairs: number, seed: number, ...means: readonly (number | null)[]): Float64Array {
  const random = randomFrom(1, seed);
  return Float64Array.from({ length: pairs * SEEDS * EVIDENCE }, (_, at) => {
    const mean = means[Math.floor(at / EVIDENCE) % SEEDS]!;
    return mean === null ? 0 : mean + bell(random, 1);
  });
}

const strangers = gather(400, 1, 0, 0);
const weigh = (genuineEvidence: Float64Array) => fitWeights([{ genuineEvidence, impostorEvidence: strangers }]);

test('of two movements the better one counts, whichever was found first', () => {
  const first = gather(200, 2, 1, 0);
  const second = first.map((_, at) => {
    const pair = at - (at % (SEEDS * EVIDENCE));
    return first[pair + ((at - pair + EVIDENCE) % (SEEDS * EVIDENCE))]!;
  });
  const weights = weigh(first);
  expect([...oddsOf(second, weights)]).toEqual([...oddsOf(first, weights)]);
  expect([...weigh(second)].map((w) => w.toFixed(6))).toEqual([...weights].map((w) => w.toFixed(6)));
});

test('a fit says that it has not settled, and of one that has nothing', () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  const sets = [{ genuineEvidence: gather(200, 2, 0, 1), impostorEvidence: strangers }];
  fitWeights(sets, 1);
  expect(warned.mock.calls.flat()).toEqual([expect.stringMatching(/^The fit has not settled: [1-9]\d* of 600 pairs/)]);
  fitWeights(sets, 100);
  expect(warned).toHaveBeenCalledOnce();
  warned.mockRestore();
});

test('a pair without a movement tells nothing, and is nobody’s', () => {
  const few: Gathered = { genuineEvidence: gather(3, 3, null, null), impostorEvidence: strangers };
  expect([...oddsOf(few.genuineEvidence, new Float64Array(EVIDENCE + 1).fill(1))]).toEqual(
    Array(3).fill(Number.NEGATIVE_INFINITY),
  );
  const bare = gather(200, 2, 1, null);
  const with3 = Float64Array.from([...bare, ...few.genuineEvidence]);
  const shape = (weights: Float64Array) => [...weights].slice(0, EVIDENCE).map((w) => w / weights[0]!);
  for (const [k, w] of shape(weigh(with3)).entries()) expect(w).toBeCloseTo(shape(weigh(bare))[k]!, 1);
});

test('knots are the log odds that a tenth to a ten-thousandth of all strangers reach, by the weights as they are written', () => {
  const weights = Float64Array.from({ length: EVIDENCE + 1 }, (_, k) => (k === 0 ? 1.00004 : 0));
  const rising = new Float64Array(20_000 * SEEDS * EVIDENCE);
  for (let pair = 0; pair < 20_000; pair++) rising[pair * SEEDS * EVIDENCE] = (pair + 1) / 1_000;
  const none = { genuineEvidence: new Float64Array(0), impostorEvidence: rising };
  expect(constantsOf(weights, [none])).toEqual({
    weights: [1, ...Array(EVIDENCE - 1).fill(0)],
    bias: 0,
    knots: [13.5, 18, 19.8, 19.98, 20],
    stepBeyond: 0.1,
  });
});
