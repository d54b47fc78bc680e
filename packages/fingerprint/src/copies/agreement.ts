import { CLEAR, type Relief } from './relief.ts';
import type { Sketch } from './sketch.ts';

/** A turn, a shift and a change of size that lay a picture on another: `x' = c x - s y + x0`, `y' = s x + c y + y0`. */
export interface Movement {
  readonly c: number;
  readonly s: number;
  readonly x0: number;
  readonly y0: number;
}

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

/**
 * Agreement of the points that both pictures show, with the first laid on the sketched one: 1 where ridge lies on ridge and valley on
 * valley everywhere, -1 where it is the other way round everywhere, about 0 where they have nothing to do with one another.
 */
export function agreement(relief: Relief, sketch: Sketch, { c, s, x0, y0 }: Movement): number {
  const { width, level } = relief;
  const [right, bottom] = [width - 1, relief.height - 1];
  const { x, y, sign } = sketch;
  const size = c * c + s * s;
  let points = 0;
  let alike = 0;
  // Hundreds of times for two touches that lie alike: nothing is made anew for a point.
  for (let k = 0; k < x.length; k++) {
    const dx = x[k]! - x0;
    const dy = y[k]! - y0;
    const u = (c * dx + s * dy) / size;
    const v = (c * dy - s * dx) / size;
    const i = Math.floor(u);
    const j = Math.floor(v);
    if (i < 0 || j < 0 || i >= right || j >= bottom) continue;
    // Between the four nearest pixels, for a copy that was turned lies between them.
    const p = u - i;
    const q = v - j;
    const at = j * width + i;
    const above = level[at]! * (1 - p) + level[at + 1]! * p;
    const below = level[at + width]! * (1 - p) + level[at + width + 1]! * p;
    const found = above * (1 - q) + below * q;
    if (found < CLEAR && found > -CLEAR) continue;
    points++;
    alike += found > 0 ? sign[k]! : -sign[k]!;
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
        const found = Math.abs(agreement(relief, sketch, tried));
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
