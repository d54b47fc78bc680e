import type { Grid } from './blocks.ts';
import type { Contrast } from './contrast.ts';

/** Minimum standard deviation in grey levels of a finger. */
const MIN_CONTRAST = 5;
/** Minimum contrast of a block, as a share of the contrast of the better half of the picture; below it the block is background. */
const MIN_SHARE = 0.4;

/** Marks the blocks that show a finger (1) by their contrast, cleaned by majority votes. */
export function segment(contrast: Contrast): Float32Array {
  const sorted = Float32Array.from(contrast.deviation).sort();
  const upper = sorted.subarray(sorted.length >> 1);
  const typical = upper.reduce((total, v) => total + v, 0) / Math.max(1, upper.length);
  const least = Math.max(MIN_CONTRAST, MIN_SHARE * typical);
  const mask = contrast.deviation.map((v) => (v >= least ? 1 : 0));
  return vote(vote(mask, contrast, 1, 0.5), contrast, 3, 0.45);
}

/**
 * Keeps a block if at least `share` of the square around it (inside the grid) is set; with a share just over 0 the mask grows. Blocks are
 * 0 or 1, so the order of counting is free: first whole columns, moved on by one row at a time, then along the row.
 */
export function vote(mask: Float32Array, grid: Grid, radius: number, share: number): Float32Array {
  const { columns, rows } = grid;
  const voted = new Float32Array(mask.length);
  const heights = new Int32Array(columns);
  for (let y = -radius; y < rows; y++) {
    countRow(heights, mask, rows, y + radius, 1);
    countRow(heights, mask, rows, y - radius - 1, -1);
    if (y < 0) continue;
    const height = Math.min(rows - 1, y + radius) - Math.max(0, y - radius) + 1;
    let set = 0;
    for (let x = -radius; x < columns; x++) {
      if (x + radius < columns) set += heights[x + radius]!;
      if (x > radius) set -= heights[x - radius - 1]!;
      if (x < 0) continue;
      const width = Math.min(columns - 1, x + radius) - Math.max(0, x - radius) + 1;
      voted[y * columns + x] = set >= share * height * width ? 1 : 0;
    }
  }
  return voted;
}

/** Adds a row to the counts of its columns, or subtracts it; a row outside of the grid counts as empty. */
function countRow(heights: Int32Array, mask: Float32Array, rows: number, row: number, by: 1 | -1): void {
  if (row < 0 || row >= rows) return;
  for (let x = 0, at = row * heights.length; x < heights.length; x++, at++) heights[x] = heights[x]! + by * mask[at]!;
}
