import type { GreyImage } from '../image.ts';

/** Resolution at which the whole engine works, in dpi. */
export const WORKING_DPI = 500;

/**
 * Resamples a picture to 500 dpi. Within 2 % of that the picture is left unchanged: a reader's own error is larger. Downscaling averages
 * the whole source area of each pixel, so that fine ridges do not alias; upscaling is bilinear.
 */
export function atWorkingResolution(image: GreyImage): GreyImage {
  const scale = WORKING_DPI / image.dpi;
  if (!(scale > 0) || !Number.isFinite(scale) || Math.abs(scale - 1) < 0.02) return image;
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  if (image.width === 0 || image.height === 0) return image;
  const columns = spans(image.width, width, scale);
  const rows = spans(image.height, height, scale);
  const across = new Float32Array(width * image.height);
  for (let y = 0; y < image.height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let k = columns.start[x]!; k < columns.start[x + 1]!; k++) {
        sum += columns.weight[k]! * image.pixels[y * image.width + columns.index[k]!]!;
      }
      across[y * width + x] = sum;
    }
  }
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let k = rows.start[y]!; k < rows.start[y + 1]!; k++)
        sum += rows.weight[k]! * across[rows.index[k]! * width + x]!;
      pixels[y * width + x] = Math.round(sum);
    }
  }
  return { width, height, dpi: WORKING_DPI, pixels };
}

/** For each target pixel the source pixels and their weights: a triangle one source or target pixel wide, whichever is wider. */
function spans(
  from: number,
  to: number,
  scale: number,
): { start: Int32Array; index: Int32Array; weight: Float32Array } {
  const reach = Math.max(1, 1 / scale);
  const start = new Int32Array(to + 1);
  const index: number[] = [];
  const weight: number[] = [];
  for (let t = 0; t < to; t++) {
    const centre = (t + 0.5) / scale - 0.5;
    const first = index.length;
    let total = 0;
    for (let s = Math.ceil(centre - reach); s <= Math.floor(centre + reach); s++) {
      const w = 1 - Math.abs(s - centre) / reach;
      if (w <= 0) continue;
      index.push(Math.min(from - 1, Math.max(0, s)));
      weight.push(w);
      total += w;
    }
    for (let k = first; k < weight.length; k++) weight[k] = weight[k]! / total;
    start[t + 1] = index.length;
  }
  return { start, index: Int32Array.from(index), weight: Float32Array.from(weight) };
}
