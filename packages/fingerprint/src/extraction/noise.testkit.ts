import { randomFrom } from '../synthetic/random.ts';
import { gridOf } from './blocks.ts';
import { RIM } from './layout.ts';
import type { Flow } from './orientation.ts';

/** Sizes for the tests of kernels: sides that blocks and tiles do not fill, each after a larger one that could leave something in their memory. */
export const SIZES: readonly (readonly [width: number, height: number])[] = [
  [300, 200],
  [129, 98],
  [33, 35],
  [136, 99],
];

/** Noise from -2 to 2 with a rim of zeros, as ridges and waves have it. */
export function noise(width: number, height: number, seed: number): Float32Array {
  const random = randomFrom(width, seed);
  const values = new Float32Array((width + 2 * RIM) * (height + 2 * RIM));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) values[(y + RIM) * (width + 2 * RIM) + x + RIM] = 4 * random() - 2;
  return values;
}

/** Blocks of which some are asked for. */
export function randomBlocks(width: number, height: number, seed: number): Float32Array {
  const random = randomFrom(width, seed);
  const { columns, rows } = gridOf(width, height);
  return Float32Array.from({ length: columns * rows }, () => (random() < 0.7 ? 1 : 0));
}

/** Ridges that run every way. */
export function randomFlow(width: number, height: number, seed: number): Flow {
  const random = randomFrom(width, seed);
  const grid = gridOf(width, height);
  const [cos, sin] = [0, 1].map(() => Float32Array.from({ length: grid.columns * grid.rows }, () => 2 * random() - 1));
  return { ...grid, cos: cos!, sin: sin! };
}
