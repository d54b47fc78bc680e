import { DEPTH, HALF } from './frequency-tables.ts';
import { DIRECTIONS, LARGEST_REACH, PERIOD_STEPS, REACH_ALONG } from './waves.ts';

/** Rim of zeros round the working picture, so that filters may reach over the edge without asking. */
export const RIM = 24;

/** Grey levels: contrast well below this is sensor noise and is not blown up. */
export const NOISE_FLOOR = 4;
/** A speck of dirt many times darker than the ridges must not outweigh them. */
export const LOUDEST = 2;

const WAVES_BYTES = Math.ceil((PERIOD_STEPS * 4 * (LARGEST_REACH + 1)) / 16) * 16;
const LINES_END = 128 + 2 * WAVES_BYTES + 4 * DIRECTIONS * (REACH_ALONG + LARGEST_REACH);
const SPECTRUM_BYTES = 8 * DEPTH * (HALF + 1);

/** Addresses of the tables of filters and spectra in the memory of the kernels; the lines' offsets are in bytes. */
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

/** Address at which the pictures begin: ridges, smoothed, even, odd. */
export const PICTURES = LINES_END + 2 * SPECTRUM_BYTES;

/** Bytes of what the kernel is told of a row of pixels: how far it lies between the blocks above and below, one less that, and where these and its own blocks are. */
export const LINE = { bytes: 32, below: 0, above: 8, top: 16, bottom: 20, own: 24 } as const;
