import { BLOCK } from '../../src/extraction/blocks.ts';
import { type Contrast, measureContrast } from '../../src/extraction/contrast.ts';
import type { Waves } from '../../src/extraction/enhance.ts';
import { analyse } from '../../src/extraction/extract.ts';
import { RIM } from '../../src/extraction/layout.ts';
import { normalise } from '../../src/extraction/normalise.ts';
import { vote } from '../../src/extraction/segment.ts';
import type { GreyImage } from '../../src/image.ts';

const PHASES = 64;

/** Donor: a real picture of the thief's own finger on the same reader, taken apart. Fields by pixel have a rim of RIM. */
export interface Donor {
  readonly picture: GreyImage;
  readonly waves: Waves;
  readonly mask: Float32Array;
  readonly columns: number;
  /** Ridge evidence of each pixel: less the local mean, over the local deviation, unclipped. */
  readonly value: Float32Array;
  /** Grey level and deviation round a pixel. */
  readonly mean: (x: number, y: number) => number;
  readonly deviation: (x: number, y: number) => number;
  /** The mean evidence at each phase of the ridge: flat valleys and steep flanks, which a sinusoid has not. */
  readonly profile: (even: number, odd: number) => number;
}

/** Takes a picture apart. */
export function takeApart(picture: GreyImage): Donor {
  const { width, height } = picture;
  const found = analyse(picture);
  const contrast = measureContrast(picture);
  const columns = contrast.columns;
  const wide = vote(found.mask, contrast, 2, Number.EPSILON);
  const clipped = normalise(picture, contrast, wide);
  const mean = between(contrast, contrast.mean);
  const deviation = between(contrast, contrast.deviation);
  const stride = width + 2 * RIM;
  const value = new Float32Array(clipped.length);
  const sums = new Float64Array(PHASES);
  const counts = new Float64Array(PHASES).fill(1e-6);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = (y + RIM) * stride + x + RIM;
      value[i] = (mean(x, y) - picture.pixels[y * width + x]!) / (deviation(x, y) + 4);
      if (found.mask[((y / BLOCK) | 0) * columns + ((x / BLOCK) | 0)] === 0) continue;
      const bin = binOf(found.waves.even[i]!, found.waves.odd[i]!);
      sums[bin] = sums[bin]! + value[i]!;
      counts[bin] = counts[bin]! + 1;
    }
  }
  const profile = (even: number, odd: number) => {
    const bin = binOf(even, odd);
    return sums[bin]! / counts[bin]!;
  };
  return { picture, waves: found.waves, mask: found.mask, columns, value, mean, deviation, profile };
}

function binOf(even: number, odd: number): number {
  return Math.floor((Math.atan2(odd, even) / (2 * Math.PI) + 1) * PHASES) % PHASES;
}

/** Values of the block grid between the four nearest block centres. */
function between(grid: Contrast, values: Float32Array): (x: number, y: number) => number {
  const { columns, rows } = grid;
  return (x, y) => {
    const gx = Math.max(0, Math.min(columns - 1, (x + 0.5) / BLOCK - 0.5));
    const gy = Math.max(0, Math.min(rows - 1, (y + 0.5) / BLOCK - 0.5));
    const left = Math.floor(gx);
    const top = Math.floor(gy);
    const right = Math.min(columns - 1, left + 1);
    const below = Math.min(rows - 1, top + 1);
    const fx = gx - left;
    const fy = gy - top;
    return (
      (values[top * columns + left]! * (1 - fx) + values[top * columns + right]! * fx) * (1 - fy) +
      (values[below * columns + left]! * (1 - fx) + values[below * columns + right]! * fx) * fy
    );
  };
}
