import { counted, countGroups, countUnmoved } from './count.ts';
import { layOut, type Movement, UNMOVED } from './lay-out.ts';
import type { Relief } from './relief.ts';
import type { Sketch } from './sketch.ts';

/** Minimum number of common points; fewer prove nothing. */
const MIN_POINTS = 100;

/** Changes of a movement that fine-tuning tries: pixels, radians, and a share of the size. */
const NUDGES: readonly (readonly [x: number, y: number, turn: number, scale: number])[] = [
  [1, 0, 0, 0],
  [-1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, -1, 0, 0],
  [0, 0, 0.008, 0],
  [0, 0, -0.008, 0],
  [0, 0, 0, 0.006],
  [0, 0, 0, -0.006],
];
const SIZES = [1, 0.5, 0.25, 0.125];
const MAX_ROUNDS = 6;

/** Number of points that are counted between two checks for an early exit. */
const CHUNK = 256;
/** Margin for rounding: far larger than the error of a quotient of two whole numbers. */
const CERTAIN = 1e-9;

/**
 * Agreement of the points that both pictures show, with the first picture laid on the sketch: 1 if ridges lie on ridges and valleys on
 * valleys everywhere, -1 if they are exchanged everywhere, about 0 for unrelated pictures. Stops counting and returns 0 once the absolute
 * value certainly cannot exceed `most`.
 */
export function agreement(relief: Relief, sketch: Sketch, movement: Movement, most = 0): number {
  const count = sketch.x.length;
  let points = 0;
  let alike = 0;
  if (movement !== UNMOVED) layOut(relief, sketch, movement);
  for (let from = 0; from < count; from += CHUNK) {
    const to = Math.min(count, from + CHUNK);
    if (movement === UNMOVED) countUnmoved(relief, sketch, from, to);
    else countGroups(relief, sketch, movement, from, to);
    points += counted.points;
    alike += counted.alike;
    // Upper bound: all remaining points agree.
    if (Math.abs(alike) + count - to < (most - CERTAIN) * (points + count - to)) return 0;
  }
  return points < MIN_POINTS ? 0 : alike / points;
}

/** Returns the highest agreement, of either sign, that small changes of a movement reach. */
export function fineTune(relief: Relief, sketch: Sketch, from: Movement): number {
  let best = Math.abs(agreement(relief, sketch, from));
  let present = from;
  for (const size of SIZES) {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const before = best;
      for (const nudge of NUDGES) {
        const tried = nudged(present, nudge, size, relief);
        const found = Math.abs(agreement(relief, sketch, tried, best));
        if (found <= best) continue;
        best = found;
        present = tried;
      }
      if (best === before) break;
    }
  }
  return best;
}

/** Rotates and scales about the centre of the picture, so that a rotation does not shift the picture. */
function nudged(
  { c, s, x0, y0 }: Movement,
  [x, y, turn, scale]: (typeof NUDGES)[number],
  size: number,
  { width, height }: Relief,
): Movement {
  const [cos, sin] = [Math.cos(turn * size), Math.sin(turn * size)];
  const factor = 1 + scale * size;
  const turned = { c: factor * (c * cos - s * sin), s: factor * (s * cos + c * sin) };
  const [mx, my] = [width / 2, height / 2];
  return {
    ...turned,
    x0: c * mx - s * my + x0 - turned.c * mx + turned.s * my + x * size,
    y0: s * mx + c * my + y0 - turned.s * mx - turned.c * my + y * size,
  };
}
