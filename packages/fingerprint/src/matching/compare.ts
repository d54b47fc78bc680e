import type { Template } from '../template/template.ts';
import { candidates, findCandidates } from './candidates.ts';
import { type Cells, cellsOf } from './cells.ts';
import type { Descriptors } from './descriptors.ts';
import { describe } from './descriptors.ts';
import { entry, moveByPairs, moveBySeed } from './movement.ts';
import { setB } from './near.ts';
import { measureOverlap } from './overlap.ts';
import { layOn, pairing, pairUp } from './pairing.ts';
import { EVIDENCE, evidence, gatherEvidence, scoreOf, weighEvidence } from './score.ts';
import { stretch } from './stretch.ts';
import { nextSeed, retireSeed, weighSupport } from './support.ts';

/** A template made ready to be compared with many. */
export interface Probe {
  readonly template: Template;
  readonly descriptors: Descriptors;
  readonly cells: Cells;
}

/**
 * Log odds of one way, a score of nine, below which the other way is not looked at: it would have to speak twice as loud for one finger as the gate asks. Six
 * of seven strangers lie below, and none of the pairs of five sets that passes any threshold (decision 213).
 */
export const STRANGERS = -4;
/** Movements of the finger that are tried for each comparison. */
export const SEEDS = 2;
/** The evidence of each movement that was tried in the last comparison, one after the other; zeros where none was. */
export const tried = new Float64Array(SEEDS * EVIDENCE);
/** A pair or two is little, but the ridge flow speaks as well where a dry finger shows hardly any minutiae. */
const LEAST_PAIRS = 1;
/** Pixels within which minutiae pair: generous while the movement is found and pairs grow along the skin's stretch, tight once that is taken out. */
const PAIR_FIRST = 20;
const PAIR_AGAIN = 18;
const PAIR_GROWING = 20;
const PAIR_STRETCHED = 14;

/**
 * Described: what is computed from a template for comparing it, kept as long as the template object lives: enrolled
 * impressions held in memory are described once and not at every touch of the reader.
 */
const described = new WeakMap<Template, Descriptors>();

/** The shown cells of a template's map, kept as the descriptors are: each comparison lays either impression on the other. */
const shown = new WeakMap<Template, Cells>();

/** The descriptors of a template, worked out when they are first asked for (some 0.2 milliseconds). */
export function descriptorsOf(t: Template): Descriptors {
  let descriptors = described.get(t);
  if (descriptors === undefined) {
    descriptors = describe(t);
    described.set(t, descriptors);
  }
  return descriptors;
}

/** Indexes a template, so that many candidates can be compared with it. */
export function prepareProbe(t: Template): Probe {
  let cells = shown.get(t);
  if (cells === undefined) {
    cells = cellsOf(t);
    shown.set(t, cells);
  }
  return { template: t, descriptors: descriptorsOf(t), cells };
}

/**
 * Score: how likely probe and candidate are impressions of one finger: 0 upwards; 20 is reached by 1 in 100 impostor pairs, 30 by 1 in
 * 1,000, 40 by 1 in 10,000. The finger may lie anywhere and be turned any way. The same probe and candidate always give the same score, and the same with their parts changed where
 * both ways count.
 */
export function compareToProbe(probe: Probe, candidate: Template): number {
  return scoreOf(oddsBothWays(probe, candidate));
}

/**
 * The mean of the log odds by laying the probe on the candidate and the candidate on the probe. Movements, pairs and stretch are found a little differently
 * each way, by chance: what speaks for one finger both ways is surer than what does one way, of strangers most of all. Where the first way is below
 * `STRANGERS` it counts alone.
 */
export function oddsBothWays(probe: Probe, candidate: Template): number {
  const there = bestOdds(probe, candidate);
  return there < STRANGERS ? there : (there + bestOdds(prepareProbe(candidate), probe.template)) / 2;
}

/**
 * The log odds, but for a constant, that two impressions show one finger, by laying the probe on the candidate: what the score is calibrated from.
 * Leaves the evidence in `tried`; -Infinity where there is none.
 */
export function bestOdds(probe: Probe, candidate: Template): number {
  const ta = probe.template;
  const tb = candidate;
  let best = Number.NEGATIVE_INFINITY;
  tried.fill(0);
  if (ta.x.length < LEAST_PAIRS || tb.x.length < LEAST_PAIRS) return best;
  findCandidates(probe.descriptors, descriptorsOf(tb));
  if (candidates.count < LEAST_PAIRS) return best;
  weighSupport(ta, tb);
  setB(tb);
  for (let attempt = 0; attempt < SEEDS; attempt++) {
    const seed = nextSeed();
    if (seed < 0) break;
    align(ta, tb, seed);
    if (pairing.count >= LEAST_PAIRS) {
      measureOverlap(ta, probe.cells, tb);
      gatherEvidence(ta, tb, seed);
      tried.set(evidence, attempt * EVIDENCE);
      best = Math.max(best, weighEvidence());
    }
    retireSeed(seed);
  }
  return best;
}

function align(ta: Template, tb: Template, seed: number): void {
  moveBySeed(ta, tb, seed);
  layOn(ta, entry);
  pairUp(ta, tb, entry.turn, PAIR_FIRST);
  for (let round = 0; round < 2; round++) {
    moveByPairs(ta, tb);
    layOn(ta, entry);
    pairUp(ta, tb, entry.turn, PAIR_AGAIN);
  }
  // Skin that was pushed lies too far off at its far end to pair by one movement: pairs grow there along what those nearer say.
  stretch(ta, tb, pairing);
  pairUp(ta, tb, entry.turn, PAIR_GROWING);
  layOn(ta, entry);
  stretch(ta, tb, pairing);
  pairUp(ta, tb, entry.turn, PAIR_STRETCHED);
}

/** The score of two impressions, as `compareToProbe` gives it. */
export function compare(a: Template, b: Template): number {
  return compareToProbe(prepareProbe(a), b);
}

/** The best score of the probe over a finger's enrolled impressions; 0 where there are none. */
export function bestScore(probe: Probe, candidates: readonly Template[]): number {
  return candidates.reduce((best, candidate) => Math.max(best, compareToProbe(probe, candidate)), 0);
}
