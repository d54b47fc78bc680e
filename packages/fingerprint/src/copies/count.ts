import { count, laid, type Movement, quickly } from './lay-out.ts';
import { TOGETHER } from './quick-kernel.ts';
import { CLEAR, type Relief } from './relief.ts';
import type { Sketch } from './sketch.ts';

/** Result of the last count: `points` that both pictures show, and `alike`, the matching ones less the contradicting ones. */
export const counted = { points: 0, alike: 0 };

/** Counts the points `from` to below `to` of the sketch, with the picture laid on it by the last `layOut`. */
export function countPoints(relief: Relief, sketch: Sketch, movement: Movement, from: number, to: number): void {
  if (count === undefined) return countPlainly(relief, sketch, movement, from, to);
  count(from, to, laid.xs, laid.ys, laid.signs, relief.width);
  counted.points = laid.answers[0]!;
  counted.alike = laid.answers[1]!;
}

/**
 * Counts like `countPoints`, in whole groups of TOGETHER points and the rest at the end: approximately, and exactly for a group with a
 * point too close to a decision. A place is off by less than `off`, and so a level by less than that times STEEPEST in each direction.
 */
export function countGroups(relief: Relief, sketch: Sketch, movement: Movement, from: number, to: number): void {
  if (quickly === undefined) return countPlainly(relief, sketch, movement, from, to);
  quickly(from / TOGETHER, Math.ceil(to / TOGETHER), laid.xs, laid.ys, laid.signs, laid.list, 4 * relief.width);
  let [points, alike] = [laid.answers[0]!, laid.answers[1]!];
  const doubts = laid.answers[2]!;
  for (let k = 0; k < doubts; k++) {
    const first = TOGETHER * laid.doubts[k]!;
    countPoints(relief, sketch, movement, first, Math.min(to, first + TOGETHER));
    points += counted.points;
    alike += counted.alike;
  }
  counted.points = points;
  counted.alike = alike;
}

/** Counts like `countPoints` for a picture laid on the sketch unmoved: each point lies exactly on a pixel. Needs no `layOut`. */
export function countUnmoved({ width, height, level }: Relief, { x, y, sign }: Sketch, from: number, to: number): void {
  let points = 0;
  let alike = 0;
  for (let k = from; k < to; k++) {
    if (x[k]! >= width - 1 || y[k]! >= height - 1) continue;
    const found = level[y[k]! * width + x[k]!]!;
    if (found < CLEAR && found > -CLEAR) continue;
    points++;
    alike += found > 0 ? sign[k]! : -sign[k]!;
  }
  counted.points = points;
  counted.alike = alike;
}

/** Counts like `countPoints`, for hosts without WebAssembly. */
export function countPlainly(
  relief: Relief,
  sketch: Sketch,
  { c, s, x0, y0 }: Movement,
  from: number,
  to: number,
): void {
  const { width, level } = relief;
  const [right, bottom] = [width - 1, relief.height - 1];
  const { x, y, sign } = sketch;
  const size = c * c + s * s;
  let points = 0;
  let alike = 0;
  for (let k = from; k < to; k++) {
    const dx = x[k]! - x0;
    const dy = y[k]! - y0;
    const u = (c * dx + s * dy) / size;
    const v = (c * dy - s * dx) / size;
    const i = Math.floor(u);
    const j = Math.floor(v);
    if (i < 0 || j < 0 || i >= right || j >= bottom) continue;
    // Interpolates between the four nearest pixels, since the points of a rotated copy lie between pixels.
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
  counted.points = points;
  counted.alike = alike;
}
