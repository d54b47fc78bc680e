import type { GreyImage } from '../image.ts';
import { MAX_SIDE } from '../template/template.ts';
import type { Periods } from './frequency.ts';
import { atWorkingResolution, WORKING_DPI } from './resample.ts';

/** Adult ridges at 500 dpi, in pixels: what blocks, filters and margins of the extraction are made for. */
const ADULT_PERIOD = 9;
/** Ridges narrower than this are a child's, or as narrow: below four fifths of an adult's, minutiae are lost with every step. */
const NARROW = 7.2;
/** Pixels of the largest enlarged picture: a child's finger of five pixels a ridge fills no more in a reader's frame of 640 by 480. */
const MOST_PIXELS = 1_000_000;

/**
 * The size at which a picture with narrow ridges is taken apart, as a factor of its own; 1 where it is taken as it is. By the geometric mean of the
 * periods of blocks that are finger and have ridges (`finger`, `least` of periodicity).
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
 * A picture at 500 dpi made larger; as it is where nothing is to be enlarged, or where it would be larger than a template may claim or a finger is:
 * a fine texture is not to cost as much as ten fingers.
 */
export function enlarge(picture: GreyImage, factor: number): GreyImage {
  const { width, height } = picture;
  if (factor === 1 || Math.max(width, height) * factor > MAX_SIDE) return picture;
  if (width * height * factor ** 2 > MOST_PIXELS) return picture;
  return atWorkingResolution({ ...picture, dpi: WORKING_DPI / factor });
}
