import type { Template } from '../template/template.ts';
import { candidates, MAX_CANDIDATES, similarityAt } from './candidates.ts';
import { surpriseOf } from './neighbourhood.ts';
import { overlap } from './overlap.ts';
import { pairing } from './pairing.ts';
import { compatible } from './support.ts';

/**
 * Evidence for one finger under one alignment, in this order: pairs of shared minutiae, more for equal kinds; disagreement of flow and of
 * period of the ridges; agreement of surroundings, before and after the alignment; minutiae without a partner; shared map cells; quality
 * of the minutiae without a partner, since a missing clear minutia counts more than a doubtful one; and more pairs in one place than
 * chance explains.
 */
export const EVIDENCE = 9;
export const evidence = new Float64Array(EVIDENCE);

/** Weights by `bench/calibrate.ts`, in the order of the evidence. */
export const WEIGHTS = [10.72, -0.5615, -2.621, -0.1927, 0.4939, 0.07416, 2.424, -0.7773, 3.218];
export const BIAS = -22.21;

/** Log odds at the scores 0, 10, 20 (false match rate 1/100), 30 (1/1,000) and 40 (1/10,000): by `bench/calibrate.ts`. */
export const KNOTS = [-8.88, -3.58, -1.46, 0.5, 1.66];
/** Log odds per 10 points above the last knot: the mean of the two steps below it, since a single step rests on few impostor pairs. */
export const STEP_BEYOND = 1.56;

/** Prior, so that few minutiae on a small overlap do not weigh as much as many on a large one. */
const PRIOR_MINUTIAE = 3;

/** Weight of a pair of an ending and a bifurcation: pressure turns one into the other, but such pairs are more frequent among impostors. */
const OTHER_TYPE = 0.5;

/** Gathers the evidence of the current alignment, which grew from candidate `seed`. */
export function gatherEvidence(ta: Template, tb: Template, seed: number): void {
  let fit = 0;
  let alike = 0;
  let paired = 0;
  for (let k = 0; k < pairing.count; k++) {
    const alikeType = ta.type[pairing.a[k]!] === tb.type[pairing.b[k]!];
    fit += (alikeType ? 1 : OTHER_TYPE) * (1 - pairing.off[k]!);
    paired += Math.sqrt(ta.quality[pairing.a[k]!]! * tb.quality[pairing.b[k]!]!) / 100;
    alike += similarityAt(pairing.a[k]!, pairing.b[k]!);
  }
  let agreeing = 0;
  for (let k = 0; k < candidates.count; k++)
    agreeing += candidates.similarity[k]! * compatible[seed * MAX_CANDIDATES + k]!;
  const shared = Math.sqrt((overlap.minutiaeA + PRIOR_MINUTIAE) * (overlap.minutiaeB + PRIOR_MINUTIAE));
  evidence[0] = fit / shared;
  evidence[1] = Math.log(1.02 - overlap.flow);
  evidence[2] = Math.log(0.02 + overlap.period);
  evidence[3] = Math.sqrt(agreeing);
  evidence[4] = Math.sqrt(alike);
  evidence[5] = shared - pairing.count;
  evidence[6] = Math.log1p(overlap.cells);
  evidence[7] = Math.sqrt((overlap.qualityA + 1) * (overlap.qualityB + 1)) - paired;
  evidence[8] = surpriseOf(ta, tb);
}

/** Returns the log odds, up to a constant, that the evidence comes from one finger: logistic regression over pairs of five sensors. */
export function weighEvidence(): number {
  let sum = BIAS;
  for (let k = 0; k < EVIDENCE; k++) sum += WEIGHTS[k]! * evidence[k]!;
  return sum;
}

/** Converts log odds to the score: from 0 upwards, +10 for each tenfold drop of false matches. Extrapolated above 40. */
export function scoreOf(odds: number): number {
  return scoreByKnots(odds, KNOTS, STEP_BEYOND);
}

/** Converts log odds by other knots, so that `bench/calibrate.ts` can test constants that were fitted without one set. */
export function scoreByKnots(odds: number, knots: readonly number[], stepBeyond: number): number {
  const last = knots.length - 1;
  if (odds > knots[last]!) return 10 * last + (10 * (odds - knots[last]!)) / stepBeyond;
  let k = 1;
  while (odds > knots[k]!) k++;
  return Math.max(0, 10 * (k - 1 + (odds - knots[k - 1]!) / (knots[k]! - knots[k - 1]!)));
}
