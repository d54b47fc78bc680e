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

/** Template prepared for comparison with many others. */
export interface Probe {
  readonly template: Template;
  readonly descriptors: Descriptors;
  readonly cells: Cells;
}

/**
 * Log odds of one direction of comparison, equal to a score of nine, below which the other direction is skipped: it would need twice the
 * score that the gate asks for. Six of seven impostor pairs are below, and no pair of five sets that passes any threshold (decision 213).
 */
export const STRANGERS = -4;
/** Number of movements of the finger that are tried per comparison. */
export const SEEDS = 2;
/** Evidence of each movement of the last comparison, one after the other; zeros for movements that were not tried. */
export const tried = new Float64Array(SEEDS * EVIDENCE);
/** Minimum number of pairs. One or two are weak evidence, but the ridge flow counts as well, and a dry finger shows hardly any minutiae. */
const MIN_PAIRS = 1;
/**
 * Pairing radii in pixels: generous while the movement is searched and pairs grow along the stretch of the skin, tight once the stretch
 * is compensated.
 */
const PAIR_FIRST = 20;
const PAIR_AGAIN = 18;
const PAIR_GROWING = 20;
const PAIR_STRETCHED = 14;

/**
 * Cache of descriptors, kept as long as the template object lives: enrolled impressions in memory are described once and not at every
 * touch of the reader.
 */
const described = new WeakMap<Template, Descriptors>();

/** Cache of the shown map cells, kept like the descriptors: each comparison lays either impression on the other. */
const shown = new WeakMap<Template, Cells>();

/** Returns the descriptors of a template, computed on first use (about 0.2 milliseconds). */
export function descriptorsOf(t: Template): Descriptors {
  let descriptors = described.get(t);
  if (descriptors === undefined) {
    descriptors = describe(t);
    described.set(t, descriptors);
  }
  return descriptors;
}

/** Prepares a template for comparison with many candidates. */
export function prepareProbe(t: Template): Probe {
  let cells = shown.get(t);
  if (cells === undefined) {
    cells = cellsOf(t);
    shown.set(t, cells);
  }
  return { template: t, descriptors: descriptorsOf(t), cells };
}

/**
 * Scores the likelihood that probe and candidate are impressions of one finger, from 0 upwards: 1 in 100 impostor pairs reaches 20, 1 in
 * 1,000 reaches 30, 1 in 10,000 reaches 40. The finger may have any position and rotation. The score is deterministic, and symmetric if
 * both directions of comparison count.
 */
export function compareToProbe(probe: Probe, candidate: Template): number {
  return scoreOf(symmetricLogOdds(probe, candidate));
}

/**
 * Returns the mean of the log odds of laying the probe on the candidate and the candidate on the probe. Movements, pairs and stretch
 * differ slightly by chance between the two directions, so evidence found in both is more reliable than evidence found in one, above all
 * for impostors. If the first direction is below `STRANGERS`, it counts alone.
 */
export function symmetricLogOdds(probe: Probe, candidate: Template): number {
  const there = bestOdds(probe, candidate);
  return there < STRANGERS ? there : (there + bestOdds(prepareProbe(candidate), probe.template)) / 2;
}

/**
 * Returns the log odds, up to a constant, that two impressions show one finger, with the probe laid on the candidate: the input of the
 * score's calibration. Leaves the evidence in `tried`; -Infinity without evidence.
 */
export function bestOdds(probe: Probe, candidate: Template): number {
  const ta = probe.template;
  const tb = candidate;
  let best = Number.NEGATIVE_INFINITY;
  tried.fill(0);
  if (ta.x.length < MIN_PAIRS || tb.x.length < MIN_PAIRS) return best;
  findCandidates(probe.descriptors, descriptorsOf(tb));
  if (candidates.count < MIN_PAIRS) return best;
  weighSupport(ta, tb);
  setB(tb);
  for (let attempt = 0; attempt < SEEDS; attempt++) {
    const seed = nextSeed();
    if (seed < 0) break;
    align(ta, tb, seed);
    if (pairing.count >= MIN_PAIRS) {
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
  // The far end of displaced skin is too far off to pair by one movement: pairs grow outwards along the displacement of nearer pairs.
  stretch(ta, tb, pairing);
  pairUp(ta, tb, entry.turn, PAIR_GROWING);
  layOn(ta, entry);
  stretch(ta, tb, pairing);
  pairUp(ta, tb, entry.turn, PAIR_STRETCHED);
}

/** Returns the score of two impressions, like `compareToProbe`. */
export function compare(a: Template, b: Template): number {
  return compareToProbe(prepareProbe(a), b);
}

/** Returns the best score of the probe over a finger's enrolled impressions; 0 without any. */
export function bestScore(probe: Probe, candidates: readonly Template[]): number {
  return candidates.reduce((best, candidate) => Math.max(best, compareToProbe(probe, candidate)), 0);
}
