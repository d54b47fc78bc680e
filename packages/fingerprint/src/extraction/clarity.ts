import { BLOCK, smooth } from './blocks.ts';
import { RIM } from './layout.ts';
import type { Flow } from './orientation.ts';

/** The share of the picture's energy that the tuned waves explain, 0..1 on the block grid. */
export function measureClarity(
  values: Float32Array,
  even: Float32Array,
  odd: Float32Array,
  width: number,
  height: number,
  flow: Flow,
  finger: Float32Array,
): Float32Array {
  const cells = flow.columns * flow.rows;
  const all = new Float32Array(cells);
  const explained = new Float32Array(cells);
  const stride = width + 2 * RIM;
  for (let y = 0; y < height; y++) {
    const row = ((y / BLOCK) | 0) * flow.columns;
    for (let x = 0; x < width; x++) {
      const cell = row + ((x / BLOCK) | 0);
      if (finger[cell] === 0) continue;
      const i = (y + RIM) * stride + x + RIM;
      all[cell] = all[cell]! + values[i]! * values[i]!;
      explained[cell] = explained[cell]! + (even[i]! * even[i]! + odd[i]! * odd[i]!) / 2;
    }
  }
  smooth(all, flow, 1);
  smooth(explained, flow, 1);
  return explained.map((e, i) => Math.min(1, e / (all[i]! + 1e-6)));
}
