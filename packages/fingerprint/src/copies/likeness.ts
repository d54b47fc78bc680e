import { findCandidates } from '../matching/candidates.ts';
import { descriptorsOf, type Probe } from '../matching/compare.ts';
import { entry, moveByPairs, moveBySeed } from '../matching/movement.ts';
import { setB } from '../matching/near.ts';
import { layOn, pairing, pairUp } from '../matching/pairing.ts';
import { nextSeed, retireSeed, weighSupport } from '../matching/support.ts';
import type { Template } from '../template/template.ts';
import { agreement, fineTune } from './agreement.ts';
import { type Movement, UNMOVED } from './lay-out.ts';
import type { Relief } from './relief.ts';
import type { Sketch } from './sketch.ts';

/**
 * Likeness from which a picture counts as a copy of a used one rather than a second touch of the finger: skin deforms anew each time, so
 * two touches never coincide to the pixel. Of 4,480 comparisons of two touches in five public sets (`bench/copies.ts`) none is above
 * 0.893; copies with a pixel changed, as a negative, with noise of up to 12 grey levels, shifted, cropped, compressed again, turned by up
 * to 3 degrees or resized by 5 % all reach 0.94.
 */
export const COPY_THRESHOLD = 0.93;

/** Pairing radius of the minutiae in pixels, for each round: two touches differ by more than the last radius, copies do not. */
const RADII = [20, 12, 7, 4, 3];
const SEEDS = 2;
/** Minimum agreement of a copy before fine-tuning. */
const WORTH_TUNING = 0.6;

/**
 * Returns the share, 0..1, of a picture that coincides with the sketched picture after any shift, rotation or scaling. A negative counts
 * as a copy: all of its points contradict the sketch, which never happens by chance.
 */
export function likeness(probe: Probe, relief: Relief, sketch: Sketch): number {
  return mostAgreement(probe, relief, sketch, 0);
}

/** Returns true if the picture is a copy of the sketched one, that is, if its likeness reaches COPY_THRESHOLD. Faster than `likeness`. */
export function isCopyOf(probe: Probe, relief: Relief, sketch: Sketch): boolean {
  return mostAgreement(probe, relief, sketch, WORTH_TUNING) >= COPY_THRESHOLD;
}

/**
 * Highest agreement over all movements. Exact if it is at least `least`, which must not exceed WORTH_TUNING; otherwise some value below
 * `least`.
 */
function mostAgreement(probe: Probe, relief: Relief, sketch: Sketch, least: number): number {
  let best = 0;
  for (const movement of movementsTo(probe, sketch.template)) {
    let found = Math.abs(agreement(relief, sketch, movement, least));
    if (found >= WORTH_TUNING && found < COPY_THRESHOLD) found = fineTune(relief, sketch, movement);
    if (found > best) best = found;
    if (best >= COPY_THRESHOLD) break;
  }
  return best;
}

/** Candidate movements that lay the picture on the sketched one: none, and those that the minutiae suggest. */
function* movementsTo(probe: Probe, other: Template): Generator<Movement> {
  yield UNMOVED;
  const own = probe.template;
  if (own.x.length === 0 || other.x.length === 0) return;
  findCandidates(probe.descriptors, descriptorsOf(other));
  weighSupport(own, other);
  setB(other);
  for (let attempt = 0; attempt < SEEDS; attempt++) {
    const seed = nextSeed();
    if (seed < 0) return;
    moveBySeed(own, other, seed);
    layOn(own, entry);
    for (const radius of RADII) {
      pairUp(own, other, entry.turn, radius);
      if (pairing.count > 1) moveByPairs(own, other);
      layOn(own, entry);
    }
    const { c, s, x0, y0 } = entry;
    yield { c, s, x0, y0 };
    retireSeed(seed);
  }
}
