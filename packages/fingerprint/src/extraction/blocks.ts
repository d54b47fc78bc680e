/** Side of one block of the ridge-flow fields, in pixels at 500 dpi: about one ridge period. */
export const BLOCK = 8;

/** Values on the block grid of a picture, row by row. */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
}

/** The block grid that covers a picture. */
export function gridOf(width: number, height: number): Grid {
  return { columns: Math.ceil(width / BLOCK), rows: Math.ceil(height / BLOCK) };
}

/**
 * Gaussian smoothing of values on a grid, in place; sigma in cells. Outside the grid counts as 0. Where only every second row and
 * column holds values (`every` 2), the zeros between are passed over.
 */
export function smooth(values: Float32Array, grid: Grid, sigma: number, every: 1 | 2 = 1): void {
  const kernel = kernelOf(sigma);
  const reach = kernel.length >> 1;
  const { columns, rows } = grid;
  const between = new Float32Array(values.length);
  // With a rim of zeros no step asks whether it is still inside.
  const row = new Float64Array(columns + 2 * reach);
  for (let y = 0; y < rows; y += every) {
    const start = y * columns;
    for (let x = 0; x < columns; x++) row[x + reach] = values[start + x]!;
    for (let x = 0; x < columns; x++) {
      let sum = 0;
      for (let k = every === 1 ? 0 : (x + reach) & 1; k < kernel.length; k += every) sum += kernel[k]! * row[x + k]!;
      between[start + x] = sum;
    }
  }
  const sums = new Float64Array(columns);
  for (let y = 0; y < rows; y++) {
    sums.fill(0);
    const first = Math.max(0, y - reach);
    for (let v = every === 1 ? first : first + (first & 1); v <= Math.min(rows - 1, y + reach); v += every) {
      const weight = kernel[v - y + reach]!;
      const start = v * columns;
      for (let x = 0; x < columns; x++) sums[x] = sums[x]! + weight * between[start + x]!;
    }
    values.set(sums, y * columns);
  }
}

const kernels = new Map<number, Float64Array>();

function kernelOf(sigma: number): Float64Array {
  const known = kernels.get(sigma);
  if (known) return known;
  const reach = Math.ceil(2.5 * sigma);
  const kernel = new Float32Array(2 * reach + 1);
  let total = 0;
  for (let k = -reach; k <= reach; k++) total += kernel[k + reach] = Math.exp((-k * k) / (2 * sigma * sigma));
  const shares = Float64Array.from(kernel.map((weight) => weight / total));
  kernels.set(sigma, shares);
  return shares;
}
