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

/** Gaussian smoothing of values on a grid, in place; sigma in cells. Outside the grid counts as 0. */
export function smooth(values: Float32Array, grid: Grid, sigma: number): void {
  const reach = Math.ceil(2.5 * sigma);
  const kernel = new Float32Array(2 * reach + 1);
  let total = 0;
  for (let k = -reach; k <= reach; k++) total += kernel[k + reach] = Math.exp((-k * k) / (2 * sigma * sigma));
  for (let k = 0; k < kernel.length; k++) kernel[k] = kernel[k]! / total;
  const { columns, rows } = grid;
  const between = new Float32Array(values.length);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      let sum = 0;
      for (let k = Math.max(-reach, -x); k <= Math.min(reach, columns - 1 - x); k++)
        sum += kernel[k + reach]! * values[y * columns + x + k]!;
      between[y * columns + x] = sum;
    }
  }
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      let sum = 0;
      for (let k = Math.max(-reach, -y); k <= Math.min(reach, rows - 1 - y); k++)
        sum += kernel[k + reach]! * between[(y + k) * columns + x]!;
      values[y * columns + x] = sum;
    }
  }
}
