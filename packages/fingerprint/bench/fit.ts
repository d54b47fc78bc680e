import { SEEDS } from '../src/matching/compare.ts';
import { EVIDENCE } from '../src/matching/score.ts';
import { fitLogistic, type Row } from './logistic.ts';
import { thresholdFor, thresholdForGroups } from './rates.ts';

/** Evidence of a set's pairs of one finger and of two; of each pair what `tried` holds after the one is laid on the other, and after the other is laid on the one. */
export interface Gathered {
  readonly genuineEvidence: Float64Array;
  readonly impostorEvidence: Float64Array;
}

/** Constants of `src/matching/score.ts`, as they are written there. */
export interface Constants {
  readonly weights: readonly number[];
  readonly bias: number;
  readonly knots: readonly number[];
  readonly stepBeyond: number;
}

const RIDGE = 3e-4;
const WAY = SEEDS * EVIDENCE;
/** Numbers of a pair: those of both ways. */
export const PAIR = 2 * WAY;
/** The shares of strangers' pairs that reach the scores 10, 20, 30 and 40. */
const FMRS = [0.1, 0.01, 0.001, 0.0001];
/** Steps from the score 10 down to 0, in those from 10 to 20. */
const BELOW = 2.5;
/** A pair or two may change to and fro for ever. */
const MAX_ROUNDS = 8;

/**
 * Weights and bias (the last) by logistic regression, every set, and in each set its pairs of one finger and those of two, counting alike. A pair is seen one way: the other says nearly the same. Which of its movements
 * counts is told by the weights themselves: begun with the best supported one and repeated until no pair changes its movement, or so many times, which is said, so that the answer does not hang on the weights that are shipped.
 */
export function fitWeights(sets: readonly Gathered[], rounds = MAX_ROUNDS): Float64Array {
  const pairs = sets.flatMap((set) =>
    [set.genuineEvidence, set.impostorEvidence].flatMap((evidence, k) => {
      const count = evidence.length / PAIR;
      return Array.from({ length: count }, (_, i) => ({
        evidence,
        at: i * PAIR,
        same: 1 - k,
        weight: 0.5 / count / sets.length,
        chosen: 0,
      }));
    }),
  );
  let weights: Float64Array = new Float64Array(EVIDENCE + 1);
  for (let round = 0; round < rounds; round++) {
    const rows: Row[] = [];
    for (const { evidence, at, same, weight, chosen } of pairs) {
      const x = evidence.subarray(at + chosen * EVIDENCE, at + (chosen + 1) * EVIDENCE);
      if (x.some((v) => v !== 0)) rows.push({ x, same, weight });
    }
    weights = fitLogistic(rows, EVIDENCE, RIDGE);
    let changed = 0;
    for (const pair of pairs) {
      const chosen = bestMovement(pair.evidence, pair.at, weights).seed;
      if (chosen !== pair.chosen) changed++;
      pair.chosen = chosen;
    }
    if (changed === 0) return weights;
    if (round === rounds - 1)
      console.warn(
        `The fit has not settled: ${changed} of ${pairs.length} pairs changed their movement in its last round.`,
      );
  }
  return weights;
}

/**
 * The log odds of each pair by its best movements, the mean of both ways; -Infinity where one of them found none. A first way below `enough` counts alone: by
 * default none does.
 */
export function oddsOf(
  evidence: Float64Array,
  weights: ArrayLike<number>,
  enough = Number.NEGATIVE_INFINITY,
): Float64Array {
  return Float64Array.from({ length: evidence.length / PAIR }, (_, i) => {
    const there = bestMovement(evidence, i * PAIR, weights).odds;
    return there < enough ? there : (there + bestMovement(evidence, i * PAIR + WAY, weights).odds) / 2;
  });
}

/**
 * The constants as they are shipped: the weights to four digits, and by those the log odds that these shares of strangers' pairs reach: of all that one reader took, or of those
 * that two took, each two readers counting alike, whichever wants more. A school has several readers, and a score promises the same wherever a finger was enrolled.
 */
export function constantsOf(
  weights: Float64Array,
  ofOneReader: readonly Gathered[],
  ofTwoReaders: readonly Gathered[],
): Constants {
  const shipped = Array.from(weights, (w) => Number(w.toPrecision(4)));
  const [one, two] = [ofOneReader, ofTwoReaders].map((of) => of.map((set) => oddsOf(set.impostorEvidence, shipped)));
  const pooled = Float64Array.from(one!.flatMap((odds) => [...odds]));
  const knots = FMRS.map((fmr) => upwards(Math.max(thresholdFor(pooled, fmr), thresholdForGroups(two!, fmr))));
  return {
    weights: shipped.slice(0, EVIDENCE),
    bias: shipped[EVIDENCE]!,
    knots: [Number((knots[0]! - BELOW * (knots[1]! - knots[0]!)).toFixed(2)), ...knots],
    stepBeyond: Number(((knots[3]! - knots[1]!) / 2).toFixed(2)),
  };
}

/** To two digits, and up: down would let more strangers in than are promised. The hair by which a threshold lies above its pair does not count. */
function upwards(odds: number): number {
  return Number((Math.ceil(100 * odds - 1e-4) / 100).toFixed(2));
}

function bestMovement(evidence: Float64Array, at: number, weights: ArrayLike<number>): { seed: number; odds: number } {
  const best = { seed: 0, odds: Number.NEGATIVE_INFINITY };
  for (let seed = 0; seed < SEEDS; seed++) {
    const start = at + seed * EVIDENCE;
    let odds = weights[EVIDENCE]!;
    let found = false;
    for (let k = 0; k < EVIDENCE; k++) {
      const value = evidence[start + k]!;
      if (value !== 0) found = true;
      odds += weights[k]! * value;
    }
    if (!found || odds <= best.odds) continue;
    best.seed = seed;
    best.odds = odds;
  }
  return best;
}
