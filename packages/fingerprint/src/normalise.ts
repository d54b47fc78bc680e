import type { GreyImage } from "./image.ts";

/** Rim of zeros round the working picture, so that filters may reach over the edge without asking. */
export const RIM = 24;

/** A picture as signed ridge evidence: about +1 on ridges, -1 in valleys, 0 outside; with a rim of RIM zeros on each side. */
export interface RidgePicture {
  readonly width: number;
  readonly height: number;
  readonly stride: number;
  readonly values: Float32Array;
}

const RADIUS = 8;
/** Grey levels: contrast well below this is sensor noise and is not blown up. */
const NOISE_FLOOR = 4;

/**
 * Removes the local mean and divides by the local standard deviation (window about 4 ridge periods), after Hong, Wan and Jain (1998)
 * but locally: one impression is wet on one side and dry on the other.
 */
export function normalise(image: GreyImage): RidgePicture {
  const { width, height, pixels } = image;
  const n = width * height;
  const mean = new Float32Array(n);
  const square = new Float32Array(n);
  for (let i = 0; i < n; i++) {
    const v = pixels[i]!;
    mean[i] = v;
    square[i] = v * v;
  }
  const scratch = new Float32Array(n);
  for (let pass = 0; pass < 2; pass++) {
    boxBlur(mean, scratch, width, height, RADIUS);
    boxBlur(square, scratch, width, height, RADIUS);
  }
  const stride = width + 2 * RIM;
  const values = new Float32Array(stride * (height + 2 * RIM));
  for (let y = 0; y < height; y++) {
    let to = (y + RIM) * stride + RIM;
    for (let i = y * width; i < (y + 1) * width; i++, to++) {
      const contrast = Math.sqrt(Math.max(0, square[i]! - mean[i]! * mean[i]!));
      const v = (mean[i]! - pixels[i]!) / (contrast + NOISE_FLOOR);
      values[to] = v > 2 ? 2 : v < -2 ? -2 : v;
    }
  }
  return { width, height, stride, values };
}

/** Mean over a square of 2 radius + 1, in place; at the edges over the part inside the picture. */
function boxBlur(values: Float32Array, scratch: Float32Array, width: number, height: number, radius: number): void {
  for (let y = 0; y < height; y++) {
    const row = y * width;
    let sum = 0;
    for (let x = 0; x < Math.min(radius, width); x++) sum += values[row + x]!;
    for (let x = 0; x < width; x++) {
      if (x + radius < width) sum += values[row + x + radius]!;
      if (x - radius > 0) sum -= values[row + x - radius - 1]!;
      scratch[row + x] = sum / (Math.min(width - 1, x + radius) - Math.max(0, x - radius) + 1);
    }
  }
  const sums = new Float64Array(width);
  for (let y = 0; y < Math.min(radius, height); y++) for (let x = 0; x < width; x++) sums[x] = sums[x]! + scratch[y * width + x]!;
  for (let y = 0; y < height; y++) {
    const add = y + radius < height ? (y + radius) * width : -1;
    const drop = y - radius > 0 ? (y - radius - 1) * width : -1;
    const rows = Math.min(height - 1, y + radius) - Math.max(0, y - radius) + 1;
    for (let x = 0; x < width; x++) {
      let sum = sums[x]!;
      if (add >= 0) sum += scratch[add + x]!;
      if (drop >= 0) sum -= scratch[drop + x]!;
      sums[x] = sum;
      values[y * width + x] = sum / rows;
    }
  }
}
