import type { GreyImage } from '../image.ts';
import { BLOCK } from './blocks.ts';
import { canvasOf, kernel } from './canvas.ts';
import type { Contrast } from './contrast.ts';
import { LINE, LOUDEST, NOISE_FLOOR, RIM } from './layout.ts';

/**
 * Normalises the picture to signed ridge evidence, about +1 on ridges and -1 in valleys, with a border of RIM zeros: less the local mean,
 * divided by the local deviation (Hong, Wan and Jain 1998, but locally, since one impression can be wet on one side and dry on the
 * other). Only blocks set in `wanted` are filled. The result is valid until the next extraction.
 */
export function normalise(image: GreyImage, contrast: Contrast, wanted: Float32Array): Float32Array {
  return normaliseByKernel(image, contrast, wanted) ?? normalisePlainly(image, contrast, wanted);
}

/** Normalises in WebAssembly, two pixels at once, on the canvas; null without WebAssembly. */
export function normaliseByKernel(image: GreyImage, contrast: Contrast, wanted: Float32Array): Float32Array | null {
  const { width, height, pixels } = image;
  const canvas = canvasOf(width, height);
  if (canvas === null) return null;
  const { columns, rows, mean, deviation } = contrast;
  const { memory, scratch, ridges } = canvas;
  const wide = columns * BLOCK;
  const linesAt = scratch + rows * BLOCK * wide;
  const columnsAt = linesAt + LINE.bytes * height;
  const gridsAt = columnsAt + 8 * wide;
  const bytes = 4 * columns * rows;
  const greys = new Uint8Array(memory, scratch, height * wide);
  for (let y = 0; y < height; y++) greys.set(pixels.subarray(y * width, (y + 1) * width), y * wide);
  const lines = new DataView(memory, linesAt, LINE.bytes * height);
  for (let y = 0; y < height; y++) {
    const [top, below, fy] = between(y, rows);
    lines.setFloat64(LINE.bytes * y + LINE.below, fy, true);
    lines.setFloat64(LINE.bytes * y + LINE.above, 1 - fy, true);
    lines.setInt32(LINE.bytes * y + LINE.top, 4 * top * columns, true);
    lines.setInt32(LINE.bytes * y + LINE.bottom, 4 * below * columns, true);
    lines.setInt32(LINE.bytes * y + LINE.own, 4 * ((y / BLOCK) | 0) * columns, true);
  }
  const across = new Float64Array(memory, columnsAt, wide);
  for (let x = 0; x < wide; x++) across[x] = between(x, columns)[2];
  [mean, deviation, wanted].forEach((of, k) => {
    new Float32Array(memory, gridsAt + k * bytes, of.length).set(of);
  });
  kernel!.routine('normalise')(scratch, gridsAt, bytes, linesAt, columnsAt, columns, width, height);
  return ridges;
}

/** Normalises like `normaliseByKernel`, for hosts without WebAssembly. */
export function normalisePlainly(image: GreyImage, contrast: Contrast, wanted: Float32Array): Float32Array {
  const { width, height, pixels } = image;
  const { columns, rows, mean, deviation } = contrast;
  const stride = width + 2 * RIM;
  const values = new Float32Array(stride * (height + 2 * RIM));
  for (let y = 0; y < height; y++) {
    const [top, below, fy] = between(y, rows);
    const wantedRow = ((y / BLOCK) | 0) * columns;
    for (let x = 0; x < width; x++) {
      if (wanted[wantedRow + ((x / BLOCK) | 0)] === 0) continue;
      const [left, right, fx] = between(x, columns);
      const mix = (grid: Float32Array) =>
        (1 - fx) * (1 - fy) * grid[top * columns + left]! +
        fx * (1 - fy) * grid[top * columns + right]! +
        (1 - fx) * fy * grid[below * columns + left]! +
        fx * fy * grid[below * columns + right]!;
      const v = (mix(mean) - pixels[y * width + x]!) / (mix(deviation) + NOISE_FLOOR);
      values[(y + RIM) * stride + x + RIM] = Math.max(-LOUDEST, Math.min(LOUDEST, v));
    }
  }
  return values;
}

/** Returns the two blocks between whose centres a pixel lies, and the fraction of the way from the first to the second. */
function between(pixel: number, blocks: number): readonly [first: number, second: number, share: number] {
  const place = Math.max(0, Math.min(blocks - 1, (pixel + 0.5) / BLOCK - 0.5));
  const first = Math.floor(place);
  return [first, Math.min(blocks - 1, first + 1), place - first];
}
