import { type Kernel, loadKernel } from '../kernels/load.ts';
import { AGREEMENT, countAgreement } from './agreement-kernel.ts';
import { COUNT_QUICKLY, TOGETHER } from './quick-kernel.ts';
import { CLEAR, type Relief } from './relief.ts';
import type { Sketch } from './sketch.ts';

/** Movement: rotation, shift and scaling that lay one picture on another: `x' = c x - s y + x0`, `y' = s x + c y + y0`. */
export interface Movement {
  readonly c: number;
  readonly s: number;
  readonly x0: number;
  readonly y0: number;
}

/** Identity movement. */
export const UNMOVED: Movement = { c: 1, s: 0, x0: 0, y0: 0 };

const kernel = loadKernel([countAgreement(CLEAR), COUNT_QUICKLY]);
export const count = kernel?.routine('countAgreement');
export const quickly = kernel?.routine('countQuickly');

/** Relief and sketch that are in the kernel's memory now, and the addresses of x, y, the signs and the groups in doubt. */
export const laid = {
  relief: null as Relief | null,
  sketch: null as Sketch | null,
  ...{ xs: 0, ys: 0, signs: 0, list: 0 },
  farthest: 0,
  numbers: new Float64Array(0),
  quick: new Float32Array(0),
  answers: new Int32Array(0),
  doubts: new Int32Array(0),
};

/** Maximum difference of level between neighbouring pixels, since levels are differences of means of bytes. */
const STEEPEST = 255;
/** Coordinates of padding points in the last group: outside of every picture. */
const NOWHERE = [1e6, 3e6] as const;

/** Writes relief, sketch and movement into the kernel's memory. */
export function layOut(relief: Relief, sketch: Sketch, { c, s, x0, y0 }: Movement): void {
  if (kernel === null) return;
  if (laid.relief !== relief || laid.sketch !== sketch) bring(kernel, relief, sketch);
  const { numbers, quick, farthest } = laid;
  const size = c * c + s * s;
  numbers[AGREEMENT.c / 8] = c;
  numbers[AGREEMENT.sines / 8] = s;
  numbers[AGREEMENT.sines / 8 + 1] = -s;
  numbers[AGREEMENT.origin / 8] = x0;
  numbers[AGREEMENT.origin / 8 + 1] = y0;
  numbers[AGREEMENT.size / 8] = size;
  const [along, across] = [c / size, s / size];
  const right = -(along * x0 + across * y0);
  const down = across * x0 - along * y0;
  // Error bound: every number and each of the six sums and products of a place is rounded to 24 bits, and none is larger than the sum of
  // all.
  const reach = (Math.abs(along) + Math.abs(across)) * farthest + Math.abs(right) + Math.abs(down);
  const off = 2 ** -22 * (reach + relief.width + relief.height);
  const doubt = 2 * STEEPEST * off + 0.001;
  const [width, height] = [relief.width - 1, relief.height - 1];
  [along, across, right, down, off, CLEAR - doubt, CLEAR + doubt, width, height].forEach((number, place) => {
    quick[place] = number;
  });
}

function bring({ memory: grown }: Kernel, relief: Relief, sketch: Sketch): void {
  const { x, y, sign } = sketch;
  const filled = Math.ceil(x.length / TOGETHER) * TOGETHER;
  laid.xs = AGREEMENT.levels + 16 * Math.ceil(relief.level.length / 4);
  laid.ys = laid.xs + 4 * filled;
  laid.signs = laid.ys + 4 * filled;
  laid.list = laid.signs + 4 * filled;
  const memory = grown(laid.list + filled);
  if (laid.relief !== relief || laid.numbers.buffer !== memory) {
    new Float32Array(memory, AGREEMENT.levels).set(relief.level);
    laid.numbers = new Float64Array(memory, 0, AGREEMENT.points / 8);
    laid.answers = new Int32Array(memory, AGREEMENT.points, 3);
    laid.quick = new Float32Array(memory, AGREEMENT.quick, 9);
    new Int32Array(memory, AGREEMENT.limits, 4).set([relief.width - 1, relief.height - 1, -1, -1]);
  }
  const xs = new Float32Array(memory, laid.xs, filled).fill(NOWHERE[0], x.length);
  const ys = new Float32Array(memory, laid.ys, filled).fill(NOWHERE[1], x.length);
  const signs = new Int32Array(memory, laid.signs, filled).fill(0, x.length);
  laid.doubts = new Int32Array(memory, laid.list, filled / TOGETHER);
  laid.farthest = 0;
  for (let k = 0; k < x.length; k++) {
    xs[k] = x[k]!;
    ys[k] = y[k]!;
    signs[k] = sign[k]!;
    laid.farthest = Math.max(laid.farthest, x[k]!, y[k]!);
  }
  laid.relief = relief;
  laid.sketch = sketch;
}
