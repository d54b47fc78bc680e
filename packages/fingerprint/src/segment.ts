import type { Grid } from "./blocks.ts";
import { BLOCK, gridOf } from "./blocks.ts";

/** Grey levels of standard deviation under which there is no finger, whatever the rest looks like. */
const LEAST_CONTRAST = 5;
/** Share of the contrast of the better half of the picture under which a block is background. */
const LEAST_SHARE = 0.3;

/** Which blocks show a finger (1) by their contrast, cleaned by majority votes. `contrast`: local standard deviation a pixel. */
export function segment(contrast: Float32Array, width: number, height: number): Float32Array {
  const grid = gridOf(width, height);
  const level = new Float32Array(grid.columns * grid.rows);
  for (let by = 0; by < grid.rows; by++) {
    for (let bx = 0; bx < grid.columns; bx++) {
      const x = Math.min(width - 1, bx * BLOCK + BLOCK / 2);
      const y = Math.min(height - 1, by * BLOCK + BLOCK / 2);
      level[by * grid.columns + bx] = contrast[y * width + x]!;
    }
  }
  const sorted = Float32Array.from(level).sort();
  const upper = sorted.subarray(sorted.length >> 1);
  const typical = upper.reduce((sum, v) => sum + v, 0) / Math.max(1, upper.length);
  const least = Math.max(LEAST_CONTRAST, LEAST_SHARE * typical);
  let mask = level.map((v) => (v >= least ? 1 : 0));
  mask = vote(mask, grid, 2, 0.5);
  mask = vote(mask, grid, 4, 0.4);
  return mask;
}

/** A block is kept where at least `share` of the square around it (inside the grid) is set. */
export function vote(mask: Float32Array, grid: Grid, radius: number, share: number): Float32Array<ArrayBuffer> {
  const { columns, rows } = grid;
  const voted = new Float32Array(mask.length);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      let set = 0;
      let all = 0;
      for (let v = Math.max(0, y - radius); v <= Math.min(rows - 1, y + radius); v++) {
        for (let u = Math.max(0, x - radius); u <= Math.min(columns - 1, x + radius); u++) {
          set += mask[v * columns + u]!;
          all++;
        }
      }
      voted[y * columns + x] = set >= share * all ? 1 : 0;
    }
  }
  return voted;
}
