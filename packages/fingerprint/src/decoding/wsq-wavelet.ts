import type { Split } from './wsq-bands.ts';

/** The filters with which a picture was split, from their middle outwards; both are alike on either side. */
export interface Filters {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** Joins the four parts of a split within a plane that is `stride` wide. */
export function join(plane: Float32Array, stride: number, split: Split, filters: Filters): void {
  const { x, y, width, height } = split;
  const columns = lineOf(height, filters);
  for (let i = 0; i < width; i++) joinLine(plane, y * stride + x + i, stride, split.highFirstY, columns);
  const rows = lineOf(width, filters);
  for (let i = 0; i < height; i++) joinLine(plane, (y + i) * stride + x, 1, split.highFirstX, rows);
}

/** Room and weights for lines of one length. */
interface Line {
  readonly length: number;
  /** Pixels beyond each end that the filters reach. */
  readonly reach: number;
  /** Low and high coefficients by turns, mirrored beyond both ends. */
  readonly mixed: Float64Array;
  /** The place of each coefficient beyond an end, within the line. */
  readonly mirrored: readonly (readonly [number, number])[];
  /** Weights around an even pixel, and around an odd one. */
  readonly weights: readonly [Float64Array, Float64Array];
}

function lineOf(length: number, { low, high }: Filters): Line {
  const reach = Math.max(low.length, high.length) - 1;
  const around = (own: Float64Array, other: Float64Array) =>
    Float64Array.from({ length: 2 * reach + 1 }, (_, i) => {
      const away = Math.abs(i - reach);
      return away % 2 === 0 ? (own[away] ?? 0) : -(other[away] ?? 0);
    });
  const beyond = Array.from({ length: reach }, (_, i) => [-1 - i, length + i]).flat();
  return {
    length,
    reach,
    mixed: new Float64Array(length + 2 * reach),
    mirrored: beyond.map((at) => [at + reach, mirror(at, length) + reach] as const),
    // The high filter with signs by turns is the low one of the way back, and the other way round.
    weights: [around(high, low), around(low, high)],
  };
}

/** The place within a line of at least two that stands for one beyond its ends: the last pixel itself is not doubled. */
export function mirror(at: number, length: number): number {
  const period = 2 * (length - 1);
  const within = ((at % period) + period) % period;
  return within < length ? within : period - within;
}

function joinLine(plane: Float32Array, start: number, step: number, highFirst: boolean, line: Line): void {
  const { length, reach, mixed } = line;
  const highs = Math.floor(length / 2);
  const low = start + (highFirst ? highs * step : 0);
  const high = start + (highFirst ? 0 : (length - highs) * step);
  for (let i = 0; i < length; i++) mixed[reach + i] = plane[(i % 2 === 0 ? low : high) + (i >> 1) * step]!;
  for (const [to, from] of line.mirrored) mixed[to] = mixed[from]!;
  for (let i = 0; i < length; i++) {
    const weights = line.weights[(i & 1) as 0 | 1];
    let sum = 0;
    for (let k = 0; k < weights.length; k++) sum += weights[k]! * mixed[i + k]!;
    plane[start + i * step] = sum;
  }
}
