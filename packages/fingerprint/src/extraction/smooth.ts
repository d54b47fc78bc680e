import { loadKernel } from '../kernels/load.ts';
import type { Grid } from './blocks.ts';
import { SMOOTH } from './smooth-kernel.ts';

const kernel = loadKernel([SMOOTH]);

/**
 * Smooths values on a grid by a Gaussian, in place; sigma in cells. Values outside the grid count as 0. If only every second row and
 * column holds values (`every` 2), the zeros between are skipped. `depth`: numbers per cell, each smoothed separately.
 */
export function smooth(values: Float32Array, grid: Grid, sigma: number, every: 1 | 2 = 1, depth = 1): void {
  if (!smoothByKernel(values, grid, sigma, every, depth)) smoothPlainly(values, grid, sigma, every, depth);
}

/** Smooths in WebAssembly, two numbers at once; false without WebAssembly. */
export function smoothByKernel(
  values: Float32Array,
  { columns, rows }: Grid,
  sigma: number,
  every: 1 | 2,
  depth: number,
): boolean {
  if (kernel === null) return false;
  const weights = weightsOf(sigma);
  const reach = weights.length >> 1;
  const length = columns * depth;
  const row = length + 2 * reach * depth + 2;
  const rowAt = 8 * weights.length;
  const valuesAt = rowAt + 8 * row;
  // Each buffer is padded to a whole pair.
  const bytes = 4 * (values.length + 2);
  const memory = kernel.memory(valuesAt + 2 * bytes);
  new Float64Array(memory, 0, weights.length).set(weights);
  new Float64Array(memory, rowAt, row).fill(0);
  const laid = new Float32Array(memory, valuesAt, values.length);
  laid.set(values);
  kernel.routine('smooth')(valuesAt, valuesAt + bytes, rowAt, 0, reach, length, rows, depth, every);
  values.set(laid);
  return true;
}

/** Smooths like `smoothByKernel`, for hosts without WebAssembly. */
export function smoothPlainly(
  values: Float32Array,
  { columns, rows }: Grid,
  sigma: number,
  every: 1 | 2,
  depth: number,
): void {
  const weights = weightsOf(sigma);
  const reach = weights.length >> 1;
  const length = columns * depth;
  const between = new Float32Array(values.length);
  // The padding with zeros avoids bounds checks.
  const row = new Float64Array(length + 2 * reach * depth);
  for (let y = 0; y < rows; y += every) {
    row.set(values.subarray(y * length, (y + 1) * length), reach * depth);
    for (let x = 0; x < length; x++) {
      let sum = 0;
      for (let k = 0; k < weights.length; k++) sum += weights[k]! * row[x + k * depth]!;
      between[y * length + x] = sum;
    }
  }
  const sums = new Float64Array(length);
  for (let y = 0; y < rows; y++) {
    sums.fill(0);
    const first = Math.max(0, y - reach);
    for (let v = every === 1 ? first : first + (first & 1); v <= Math.min(rows - 1, y + reach); v += every) {
      const weight = weights[v - y + reach]!;
      for (let x = 0; x < length; x++) sums[x] = sums[x]! + weight * between[v * length + x]!;
    }
    values.set(sums, y * length);
  }
}

const known = new Map<number, Float64Array>();

function weightsOf(sigma: number): Float64Array {
  const kept = known.get(sigma);
  if (kept) return kept;
  const reach = Math.ceil(2.5 * sigma);
  const weights = new Float32Array(2 * reach + 1);
  let total = 0;
  for (let k = -reach; k <= reach; k++) total += weights[k + reach] = Math.exp((-k * k) / (2 * sigma * sigma));
  const shares = Float64Array.from(weights.map((weight) => weight / total));
  known.set(sigma, shares);
  return shares;
}
