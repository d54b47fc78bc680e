/** Minutiae that a kernel looks at together: a word of the first, the same word of the second, and so on. */
export const LANES = 4;
/** Words of a minutia, and the places among them. */
export const WORDS = 16;
/** Four bit planes of the flow, and the points of it that lie on the finger. */
export const FLOW = 0;
export const FLOW_WORDS = 4;
export const MASK = 4;
/** Cells and directions of the neighbours. */
export const NEIGHBOURS = 5;
export const NEIGHBOUR_WORDS = 10;
/** Square root of the number of bits set in the code of the neighbours, as a number of 32 bits. */
export const NORM = 15;

/** Place of a word of minutia `i`. */
export function wordAt(i: number, word: number): number {
  return (i & -LANES) * WORDS + word * LANES + (i & (LANES - 1));
}
