import { BLOCK, gridOf } from './blocks.ts';
import { canvasOf, kernel, layOn } from './canvas.ts';
import { TOGETHER } from './clarity-kernel.ts';
import { RIM } from './layout.ts';
import type { Flow } from './orientation.ts';
import { smooth } from './smooth.ts';

/** Energy of the ridges of each block, and of the waves that explain them; 0 for blocks that were not requested. */
interface Energies {
  readonly all: Float32Array;
  readonly explained: Float32Array;
}

/** Returns the share of the picture's energy that the tuned waves explain, 0..1 on the block grid. */
export function measureClarity(
  values: Float32Array,
  even: Float32Array,
  odd: Float32Array,
  width: number,
  height: number,
  flow: Flow,
  finger: Float32Array,
): Float32Array {
  const { all, explained } =
    addUpByKernel(values, even, odd, width, height, finger) ?? addUpPlainly(values, even, odd, width, height, finger);
  smooth(all, flow, 1);
  smooth(explained, flow, 1);
  return explained.map((e, i) => Math.min(1, e / (all[i]! + 1e-6)));
}

/** Sums in WebAssembly, four blocks at once; null without WebAssembly. */
export function addUpByKernel(
  values: Float32Array,
  even: Float32Array,
  odd: Float32Array,
  width: number,
  height: number,
  finger: Float32Array,
): Energies | null {
  const canvas = canvasOf(width, height);
  if (canvas === null) return null;
  const { memory, scratch, bytes } = canvas;
  layOn(canvas.ridges, values);
  layOn(canvas.even, even);
  layOn(canvas.odd, odd);
  const { columns, rows } = gridOf(width, height);
  const cells = columns * rows;
  const grid = 4 * (cells + TOGETHER);
  new Float32Array(memory, scratch, cells).set(finger);
  kernel!.routine('energies')(bytes, scratch, scratch + grid, scratch + 2 * grid, columns, rows, width);
  const [all, explained] = [1, 2].map((k) =>
    new Float32Array(memory, scratch + k * grid, cells).map((sum, i) => (finger[i] === 0 ? 0 : sum)),
  );
  return { all: all!, explained: explained! };
}

/** Sums like `addUpByKernel`, for hosts without WebAssembly. */
export function addUpPlainly(
  values: Float32Array,
  even: Float32Array,
  odd: Float32Array,
  width: number,
  height: number,
  finger: Float32Array,
): Energies {
  const { columns, rows } = gridOf(width, height);
  const all = new Float32Array(columns * rows);
  const explained = new Float32Array(columns * rows);
  const stride = width + 2 * RIM;
  for (let y = 0; y < height; y++) {
    const row = ((y / BLOCK) | 0) * columns;
    for (let x = 0; x < width; x++) {
      const cell = row + ((x / BLOCK) | 0);
      if (finger[cell] === 0) continue;
      const i = (y + RIM) * stride + x + RIM;
      all[cell] = all[cell]! + values[i]! * values[i]!;
      explained[cell] = explained[cell]! + (even[i]! * even[i]! + odd[i]! * odd[i]!) / 2;
    }
  }
  return { all, explained };
}
