/** Number of minutiae that a kernel processes together, with their words interleaved. */
export const LANES = 4;
/** Words per minutia, and the indices of its parts. */
export const WORDS = 16;
/** Four bit planes of the flow, then the mask of the points that lie on the finger. */
export const FLOW = 0;
export const FLOW_WORDS = 4;
export const MASK = 4;
/** Bits of the cells and directions of the neighbours. */
export const NEIGHBOURS = 5;
export const NEIGHBOUR_WORDS = 10;
/** Square root of the number of bits set in the neighbours' code, as a 32-bit float. */
export const NORM = 15;

/** Returns the index of a word of minutia `i`. */
export function wordAt(i: number, word: number): number {
  return (i & -LANES) * WORDS + word * LANES + (i & (LANES - 1));
}
