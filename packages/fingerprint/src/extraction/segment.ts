import type { Grid } from './blocks.ts';
import type { Contrast } from './contrast.ts';

/** Grey levels of standard deviation under which there is no finger, whatever the rest looks like. */
const LEAST_CONTRAST = 5;
/** Share of the contrast of the better half of the picture under which a block is background. */
const LEAST_SHARE = 0.4;

/** Which blocks show a finger (1) by their contrast, cleaned by majority votes. */
export function segment(contrast: Contrast): Float32Array {
  const sorted = Float32Array.from(contrast.deviation).sort();
  const upper = sorted.subarray(sorted.length >> 1);
  const typical = upper.reduce((total, v) => total + v, 0) / Math.max(1, upper.length);
  const least = Math.max(LEAST_CONTRAST, LEAST_SHARE * typical);
  const mask = contrast.deviation.map((v) => (v >= least ? 1 : 0));
  return vote(vote(mask, contrast, 1, 0.5), contrast, 3, 0.45);
}

/** A block is kept where at least `share` of the square around it (inside the grid) is set; with a share just over 0 the mask grows. */
export function vote(mask: Float32Array, grid: Grid, radius: number, share: number): Float32Array {
  const { columns, rows } = grid;
  const voted = new Float32Array(mask.length);
  for (let y = 0; y < rows; y++) {
    const top = Math.max(0, y - radius);
    const bottom = Math.min(rows - 1, y + radius);
    for (let x = 0; x < columns; x++) {
      const left = Math.max(0, x - radius);
      const right = Math.min(columns - 1, x + radius);
      let set = 0;
      for (let v = top; v <= bottom; v++) for (let u = left; u <= right; u++) set += mask[v * columns + u]!;
      voted[y * columns + x] = set >= share * (bottom - top + 1) * (right - left + 1) ? 1 : 0;
    }
  }
  return voted;
}
