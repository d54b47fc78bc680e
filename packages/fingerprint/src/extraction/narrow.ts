import type { GreyImage } from '../image.ts';
import { MAX_SIDE } from '../template/template.ts';
import type { Periods } from './frequency.ts';
import { atWorkingResolution, WORKING_DPI } from './resample.ts';

/** Ridge period of an adult at 500 dpi, in pixels: the scale that blocks, filters and margins of the extraction are designed for. */
const ADULT_PERIOD = 9;
/**
 * Ridge period below which a finger is enlarged, like a child's: below four fifths of an adult's period minutiae are lost with every
 * step.
 */
const NARROW = 7.2;
/**
 * Maximum number of pixels of an enlarged picture: a child's finger of five pixels per ridge fills no more in a reader's frame of 640 by
 * 480.
 */
const MAX_PIXELS = 1_000_000;

/**
 * Returns the factor by which a picture with narrow ridges is enlarged for the analysis; 1 for none. Uses the geometric mean of the
 * periods of blocks that show a finger with ridges (`finger`, `least` of periodicity).
 */
export function enlargementOf({ period, periodicity }: Periods, finger: Float32Array, least: number): number {
  let sum = 0;
  let blocks = 0;
  for (let i = 0; i < finger.length; i++) {
    if (finger[i] === 0 || periodicity[i]! <= least) continue;
    sum += Math.log(period[i]!);
    blocks++;
  }
  const mean = blocks > 0 ? Math.exp(sum / blocks) : ADULT_PERIOD;
  return mean < NARROW ? ADULT_PERIOD / mean : 1;
}

/**
 * Enlarges a picture at 500 dpi. Returns the picture itself if there is nothing to enlarge, or if the result would exceed the size of a
 * template or a finger: a fine texture must not cost as much as ten fingers.
 */
export function enlarge(picture: GreyImage, factor: number): GreyImage {
  const { width, height } = picture;
  if (factor === 1 || Math.max(width, height) * factor > MAX_SIDE) return picture;
  if (width * height * factor ** 2 > MAX_PIXELS) return picture;
  return atWorkingResolution({ ...picture, dpi: WORKING_DPI / factor });
}
