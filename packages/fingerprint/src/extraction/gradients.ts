import { BLOCK, gridOf } from './blocks.ts';
import { canvasOf, kernel, layOn } from './canvas.ts';
import { EDGE, SUMS_BYTES } from './gradients-kernel.ts';
import { RIM } from './layout.ts';

/** Sums the squared gradients of each requested block: dx², dx·dy and dy², one after the other. */
export function sumGradients(values: Float32Array, width: number, height: number, asked: Float32Array): Float64Array {
  return sumGradientsByKernel(values, width, height, asked) ?? sumGradientsPlainly(values, width, height, asked);
}

/** Sums in WebAssembly, two pixels at once; null without WebAssembly. */
export function sumGradientsByKernel(
  values: Float32Array,
  width: number,
  height: number,
  asked: Float32Array,
): Float64Array | null {
  const canvas = canvasOf(width, height);
  if (canvas === null) return null;
  const { memory, scratch, ridges, even } = canvas;
  const picture = isAt(even, values) ? even : ridges;
  layOn(picture, values);
  const { columns, rows } = gridOf(width, height);
  const masksAt = scratch + SUMS_BYTES * columns * rows;
  const askedAt = masksAt + 8 * columns * BLOCK;
  const sums = new Float64Array(memory, scratch, 6 * columns * rows);
  new Int32Array(memory, masksAt, 2 * columns * BLOCK).fill(0).fill(-1, 2 * EDGE, 2 * (width - EDGE));
  new Float32Array(memory, askedAt, asked.length).set(asked);
  kernel!.routine('gradients')(picture.byteOffset, askedAt, masksAt, scratch, columns, rows, width, height);
  const found = new Float64Array(3 * asked.length);
  for (let k = 0; k < found.length; k++) found[k] = asked[(k / 3) | 0] === 0 ? 0 : sums[2 * k]! + sums[2 * k + 1]!;
  return found;
}

/** Sums like `sumGradientsByKernel`, for hosts without WebAssembly. */
export function sumGradientsPlainly(
  values: Float32Array,
  width: number,
  height: number,
  asked: Float32Array,
): Float64Array {
  const { columns, rows } = gridOf(width, height);
  const stride = width + 2 * RIM;
  const sums = new Float64Array(3 * columns * rows);
  const upright = (i: number) => values[i - stride]! + 2 * values[i]! + values[i + stride]!;
  const level = (i: number) => values[i + stride]! - values[i - stride]!;
  for (let cell = 0; cell < asked.length; cell++) {
    if (asked[cell] === 0) continue;
    const [left, top] = [(cell % columns) * BLOCK, Math.floor(cell / columns) * BLOCK];
    // Pixels at even and at odd places are summed separately, as in the kernel.
    const found = new Float64Array(6);
    for (let y = Math.max(EDGE, top); y < Math.min(height - EDGE, top + BLOCK); y++) {
      for (let x = Math.max(EDGE, left); x < Math.min(width - EDGE, left + BLOCK); x++) {
        const i = (y + RIM) * stride + x + RIM;
        const dx = upright(i + 1) - upright(i - 1);
        const dy = level(i - 1) + 2 * level(i) + level(i + 1);
        [dx * dx, dx * dy, dy * dy].forEach((product, k) => {
          found[2 * k + (x & 1)] = found[2 * k + (x & 1)]! + product;
        });
      }
    }
    for (let k = 0; k < 3; k++) sums[3 * cell + k] = found[2 * k]! + found[2 * k + 1]!;
  }
  return sums;
}

function isAt(place: Float32Array, values: Float32Array): boolean {
  return place.buffer === values.buffer && place.byteOffset === values.byteOffset;
}
