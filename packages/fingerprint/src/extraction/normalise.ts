import type { GreyImage } from '../image.ts';
import { BLOCK } from './blocks.ts';
import type { Contrast } from './contrast.ts';

/** Rim of zeros round the working picture, so that filters may reach over the edge without asking. */
export const RIM = 24;

/** Grey levels: contrast well below this is sensor noise and is not blown up. */
const NOISE_FLOOR = 4;
/** A speck of dirt many times darker than the ridges must not outweigh them. */
const LOUDEST = 2;

/**
 * The picture as signed ridge evidence, about +1 on ridges and -1 in valleys, with a rim of RIM zeros: less the local mean,
 * over the local deviation (Hong, Wan and Jain 1998, but locally, since one impression is wet on one side and dry on the other).
 * Only blocks set in `wanted` are filled.
 */
export function normalise(image: GreyImage, contrast: Contrast, wanted: Float32Array): Float32Array {
  const { width, height, pixels } = image;
  const { columns, rows, mean, deviation } = contrast;
  const stride = width + 2 * RIM;
  const values = new Float32Array(stride * (height + 2 * RIM));
  for (let y = 0; y < height; y++) {
    const gy = Math.max(0, Math.min(rows - 1, (y + 0.5) / BLOCK - 0.5));
    const top = Math.floor(gy);
    const below = Math.min(rows - 1, top + 1) * columns;
    const fy = gy - top;
    const wantedRow = ((y / BLOCK) | 0) * columns;
    for (let x = 0; x < width; x++) {
      if (wanted[wantedRow + ((x / BLOCK) | 0)] === 0) continue;
      const gx = Math.max(0, Math.min(columns - 1, (x + 0.5) / BLOCK - 0.5));
      const left = gx | 0;
      const right = Math.min(columns - 1, left + 1);
      const fx = gx - left;
      const a = (1 - fx) * (1 - fy);
      const b = fx * (1 - fy);
      const c = (1 - fx) * fy;
      const d = fx * fy;
      const over = top * columns;
      const level =
        a * mean[over + left]! + b * mean[over + right]! + c * mean[below + left]! + d * mean[below + right]!;
      const spread =
        a * deviation[over + left]! +
        b * deviation[over + right]! +
        c * deviation[below + left]! +
        d * deviation[below + right]!;
      const v = (level - pixels[y * width + x]!) / (spread + NOISE_FLOOR);
      values[(y + RIM) * stride + x + RIM] = v > LOUDEST ? LOUDEST : v < -LOUDEST ? -LOUDEST : v;
    }
  }
  return values;
}
