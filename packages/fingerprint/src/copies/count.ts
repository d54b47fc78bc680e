import { type Kernel, loadKernel } from '../kernels/load.ts';
import { AGREEMENT, countAgreement } from './agreement-kernel.ts';
import { CLEAR, type Relief } from './relief.ts';
import type { Sketch } from './sketch.ts';

/** A turn, a shift and a change of size that lay a picture on another: `x' = c x - s y + x0`, `y' = s x + c y + y0`. */
export interface Movement {
  readonly c: number;
  readonly s: number;
  readonly x0: number;
  readonly y0: number;
}

const kernel = loadKernel([countAgreement(CLEAR)]);
const count = kernel?.routine('countAgreement');

/** Counted: points that both pictures show, and those of them that are alike less those that are not. */
export const counted = { points: 0, alike: 0 };

/** The relief and the sketch that lie in the memory of the kernel, and the places of the points and their signs. */
const laid = {
  relief: null as Relief | null,
  sketch: null as Sketch | null,
  list: 0,
  signs: 0,
  numbers: new Float64Array(0),
  answers: new Int32Array(0),
};

/** Puts all where the calls of `countPoints` that follow look for it. */
export function layOut(relief: Relief, sketch: Sketch, { c, s, x0, y0 }: Movement): void {
  if (kernel === null) return;
  if (laid.relief !== relief || laid.sketch !== sketch) bring(kernel, relief, sketch);
  const { numbers } = laid;
  numbers[AGREEMENT.c / 8] = c;
  numbers[AGREEMENT.sines / 8] = s;
  numbers[AGREEMENT.sines / 8 + 1] = -s;
  numbers[AGREEMENT.origin / 8] = x0;
  numbers[AGREEMENT.origin / 8 + 1] = y0;
  numbers[AGREEMENT.size / 8] = c * c + s * s;
}

function bring({ memory: grown }: Kernel, relief: Relief, sketch: Sketch): void {
  const { x, y, sign } = sketch;
  laid.list = AGREEMENT.levels + 16 * Math.ceil(relief.level.length / 4);
  laid.signs = laid.list + 16 * x.length;
  const memory = grown(laid.signs + 4 * x.length);
  if (laid.relief !== relief || laid.numbers.buffer !== memory) {
    new Float32Array(memory, AGREEMENT.levels).set(relief.level);
    laid.numbers = new Float64Array(memory, 0, AGREEMENT.levels / 8);
    laid.answers = new Int32Array(memory, AGREEMENT.points, 2);
    new Int32Array(memory, AGREEMENT.limits, 4).set([relief.width - 1, relief.height - 1, -1, -1]);
  }
  const list = new Float64Array(memory, laid.list, 2 * x.length);
  const signs = new Int32Array(memory, laid.signs, x.length);
  for (let k = 0; k < x.length; k++) {
    list[2 * k] = x[k]!;
    list[2 * k + 1] = y[k]!;
    signs[k] = sign[k]!;
  }
  laid.relief = relief;
  laid.sketch = sketch;
}

/** Counts the points `from` to below `to` of the sketch, with the picture laid on it. */
export function countPoints(relief: Relief, sketch: Sketch, movement: Movement, from: number, to: number): void {
  if (count === undefined) return countPlainly(relief, sketch, movement, from, to);
  count(from, to, laid.list, laid.signs, relief.width);
  counted.points = laid.answers[0]!;
  counted.alike = laid.answers[1]!;
}

/** The same without WebAssembly. */
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
  counted.points = points;
  counted.alike = alike;
}
