import type { GreyImage } from '../image.ts';
import type { Grid } from './blocks.ts';
import { BLOCK, gridOf } from './blocks.ts';
import { smooth } from './smooth.ts';

/** Local brightness of a picture on the block grid, in grey levels. */
export interface Contrast extends Grid {
  readonly mean: Float32Array;
  readonly deviation: Float32Array;
}

/** Smoothing of brightness in blocks: together with the block itself about two ridge periods. */
const SIGMA = 0.5;

/** Computes mean and standard deviation around each block of BLOCK pixels. */
export function measureContrast(image: GreyImage): Contrast {
  const { width, height, pixels } = image;
  const grid = gridOf(width, height);
  const cells = grid.columns * grid.rows;
  const count = new Float32Array(cells);
  const mean = new Float32Array(cells);
  const deviation = new Float32Array(cells);
  for (let by = 0; by < grid.rows; by++) {
    for (let bx = 0; bx < grid.columns; bx++) {
      const xEnd = Math.min(width, bx * BLOCK + BLOCK);
      const yEnd = Math.min(height, by * BLOCK + BLOCK);
      let sum = 0;
      let square = 0;
      for (let y = by * BLOCK; y < yEnd; y++) {
        for (let i = y * width + bx * BLOCK; i < y * width + xEnd; i++) {
          const v = pixels[i]!;
          sum += v;
          square += v * v;
        }
      }
      const cell = by * grid.columns + bx;
      count[cell] = (xEnd - bx * BLOCK) * (yEnd - by * BLOCK);
      mean[cell] = sum;
      deviation[cell] = square;
    }
  }
  smooth(count, grid, SIGMA);
  smooth(mean, grid, SIGMA);
  smooth(deviation, grid, SIGMA);
  for (let i = 0; i < cells; i++) {
    mean[i] = mean[i]! / count[i]!;
    deviation[i] = Math.sqrt(Math.max(0, deviation[i]! / count[i]! - mean[i]! ** 2));
  }
  return { ...grid, mean, deviation };
}
