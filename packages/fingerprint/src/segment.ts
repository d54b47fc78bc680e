import type { Grid } from "./blocks.ts";
import { BLOCK, gridOf, smooth } from "./blocks.ts";
import type { GreyImage } from "./image.ts";

/** Grey levels of standard deviation under which there is no finger, whatever the rest looks like. */
const LEAST_CONTRAST = 5;
/** Share of the contrast of the better half of the picture under which a block is background. */
const LEAST_SHARE = 0.4;

/** Blocks over which the contrast is taken together. */
const CONTRAST_SIGMA = 0.7;

/** Which blocks show a finger (1) by their contrast, cleaned by majority votes. */
export function segment(image: GreyImage): Float32Array {
  const { width, height, pixels } = image;
  const grid = gridOf(width, height);
  const cells = grid.columns * grid.rows;
  const count = new Float32Array(cells);
  const sum = new Float32Array(cells);
  const square = new Float32Array(cells);
  for (let y = 0; y < height; y++) {
    const row = ((y / BLOCK) | 0) * grid.columns;
    for (let x = 0; x < width; x++) {
      const cell = row + ((x / BLOCK) | 0);
      const v = pixels[y * width + x]!;
      count[cell] = count[cell]! + 1;
      sum[cell] = sum[cell]! + v;
      square[cell] = square[cell]! + v * v;
    }
  }
  smooth(count, grid, CONTRAST_SIGMA);
  smooth(sum, grid, CONTRAST_SIGMA);
  smooth(square, grid, CONTRAST_SIGMA);
  const level = square.map((s, i) => Math.sqrt(Math.max(0, s / count[i]! - (sum[i]! / count[i]!) ** 2)));
  const sorted = Float32Array.from(level).sort();
  const upper = sorted.subarray(sorted.length >> 1);
  const typical = upper.reduce((total, v) => total + v, 0) / Math.max(1, upper.length);
  const least = Math.max(LEAST_CONTRAST, LEAST_SHARE * typical);
  const mask = level.map((v) => (v >= least ? 1 : 0));
  return vote(vote(mask, grid, 1, 0.5), grid, 3, 0.45);
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
