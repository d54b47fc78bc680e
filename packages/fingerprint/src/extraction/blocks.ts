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
