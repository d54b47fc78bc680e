import type { Split } from './wsq-bands.ts';

/** Filters that split the picture, from their middle outwards; both are symmetric. */
export interface Filters {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** Merges the four parts of a split within a plane of width `stride`. */
export function join(plane: Float32Array, stride: number, split: Split, filters: Filters): void {
  const { x, y, width, height } = split;
  const columns = lineOf(height, filters);
  for (let i = 0; i < width; i++) joinLine(plane, y * stride + x + i, stride, split.highFirstY, columns);
  const rows = lineOf(width, filters);
  for (let i = 0; i < height; i++) joinLine(plane, (y + i) * stride + x, 1, split.highFirstX, rows);
}

/** Buffers and weights for lines of one length. */
interface Line {
  readonly length: number;
  /** Number of pixels beyond each end that the filters reach. */
  readonly reach: number;
  /** Low and high coefficients interleaved, mirrored beyond both ends. */
  readonly mixed: Float64Array;
  /** For each position beyond an end, the position within the line that it mirrors. */
  readonly mirrored: readonly (readonly [number, number])[];
  /** Weights for an even pixel, and for an odd one. */
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
    // The low filter of the inverse is the high one with alternating signs, and vice versa.
    weights: [around(high, low), around(low, high)],
  };
}

/** Returns the position within a line (of at least two) that mirrors a position beyond its ends; the end pixel itself is not repeated. */
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
