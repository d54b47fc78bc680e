import { counted, countGroups, countUnmoved } from './count.ts';
import { layOut, type Movement, UNMOVED } from './lay-out.ts';
import type { Relief } from './relief.ts';
import type { Sketch } from './sketch.ts';

/** Fewer points in common than these say nothing. */
const LEAST_POINTS = 100;

/** By how much each part of a movement is changed: pixels, radians, and a share of the size. */
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
const MOST_ROUNDS = 6;

/** Points that are counted before it is asked if there can still be enough. */
const CHUNK = 256;
/** Far more than a quotient of two whole numbers can be off. */
const CERTAIN = 1e-9;

/**
 * Agreement of the points that both pictures show, with the first laid on the sketched one: 1 where ridge lies on ridge and valley on
 * valley everywhere, -1 where it is the other way round everywhere, about 0 where they have nothing to do with one another. Counts no
 * further, and answers 0, once it is certain that there is not more than `most` of either.
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
    // As if all that are left were alike.
    if (Math.abs(alike) + count - to < (most - CERTAIN) * (points + count - to)) return 0;
  }
  return points < LEAST_POINTS ? 0 : alike / points;
}

/** The most agreement, of either sign, that a movement gives when it is changed a little this way and that. */
export function fineTune(relief: Relief, sketch: Sketch, from: Movement): number {
  let best = Math.abs(agreement(relief, sketch, from));
  let present = from;
  for (const size of SIZES) {
    for (let round = 0; round < MOST_ROUNDS; round++) {
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

/** Turns and resizes about the middle of the picture, so that a turn does not shift it away. */
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
