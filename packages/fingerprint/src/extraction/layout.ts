import { DEPTH, HALF } from './frequency-tables.ts';
import { DIRECTIONS, MAX_REACH, PERIOD_STEPS, REACH_ALONG } from './waves.ts';

/** Border of zeros around the working picture, so that filters need no bounds checks. */
export const RIM = 24;

/** Minimum deviation in grey levels: contrast well below it is sensor noise and must not be amplified. */
export const NOISE_FLOOR = 4;
/** Clamp, so that a speck of dirt much darker than the ridges does not outweigh them. */
export const LOUDEST = 2;

const WAVES_BYTES = Math.ceil((PERIOD_STEPS * 4 * (MAX_REACH + 1)) / 16) * 16;
const LINES_END = 128 + 2 * WAVES_BYTES + 4 * DIRECTIONS * (REACH_ALONG + MAX_REACH);
const SPECTRUM_BYTES = 8 * DEPTH * (HALF + 1);

/** Addresses of the tables of filters and spectra in the kernels' memory; the lines' offsets are in bytes. */
export const TABLES = {
  along: 0,
  reach: 64,
  even: 128,
  odd: 128 + WAVES_BYTES,
  lineAlong: 128 + 2 * WAVES_BYTES,
  lineAcross: 128 + 2 * WAVES_BYTES + 4 * DIRECTIONS * REACH_ALONG,
  cos: LINES_END,
  sin: LINES_END + SPECTRUM_BYTES,
} as const;

/** Address of the first picture; order: ridges, smoothed, even, odd. */
export const PICTURES = LINES_END + 2 * SPECTRUM_BYTES;

/**
 * Descriptor of a row of pixels for the kernel: its fraction between the blocks above and below, one less that, and the addresses of
 * these and its own blocks.
 */
export const LINE = { bytes: 32, below: 0, above: 8, top: 16, bottom: 20, own: 24 } as const;
