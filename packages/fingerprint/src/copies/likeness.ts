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
 * The likeness from which a picture is a copy of one that was used, and no second touch of the finger: skin gives way anew each
 * time, so that two touches never lie on one another to the pixel. Of 4,480 comparisons of two touches in five public sets
 * (`bench/copies.ts`) none is above 0.893; copies with a pixel changed, as a negative, with noise of up to 12 grey levels, shifted, cropped,
 * compressed again, turned by up to 3 degrees or resized by 5 % all reach 0.94.
 */
export const COPY_THRESHOLD = 0.93;

/** Pixels within which minutiae pair, round by round: two touches stay apart by more than the last, copies do not. */
const RADII = [20, 12, 7, 4, 3];
const SEEDS = 2;
/** Agreement that a copy reaches before its place is tuned. */
const WORTH_TUNING = 0.6;

/**
 * Share of a picture that lies exactly on the picture that a sketch was made of, 0..1, wherever it was moved, turned or resized to. A negative
 * counts like a copy: all of its points disagree, which chance never does.
 */
export function likeness(probe: Probe, relief: Relief, sketch: Sketch): number {
  return mostAgreement(probe, relief, sketch, 0);
}

/** True if the picture is a copy of the sketched one: its likeness reaches COPY_THRESHOLD. Told sooner than how alike they are. */
export function isCopyOf(probe: Probe, relief: Relief, sketch: Sketch): boolean {
  return mostAgreement(probe, relief, sketch, WORTH_TUNING) >= COPY_THRESHOLD;
}

/** Exact from `least` upwards, which is not above WORTH_TUNING; below it anything below. */
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

/** Movements of the finger that may lay the picture on the sketched one: none at all, and those that the minutiae speak for. */
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
