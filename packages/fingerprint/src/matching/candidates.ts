import type { Descriptors } from './descriptors.ts';
import { compareSurroundings, type Similarities } from './similarity.ts';
import { SIMILARITY_STEPS } from './similarity-plain.ts';

/** Maximum number of candidate pairs that are considered together. */
export const MAX_CANDIDATES = 48;

/** Minimum number of candidates, if there are more similar pairs: fewer are not enough to find a movement. */
const FEW_CANDIDATES = 24;

/**
 * Candidate pairs of one minutia of A and one of B with similar surroundings. One buffer serves all comparisons, since allocating would
 * cost as much as comparing.
 */
export const candidates = {
  count: 0,
  a: new Uint8Array(MAX_CANDIDATES),
  b: new Uint8Array(MAX_CANDIDATES),
  /** 0..1 */
  similarity: new Float32Array(MAX_CANDIDATES),
};

let similarities: Similarities;

/** Returns the similarity of minutia i of A and j of B, 0..1, for the impressions of the last `findCandidates`. */
export function similarityAt(i: number, j: number): number {
  return similarities.steps[i * similarities.rowLength + j]! / SIMILARITY_STEPS;
}

/** Fills `candidates` with the most similar pairs. */
export function findCandidates(a: Descriptors, b: Descriptors): void {
  similarities = compareSurroundings(a, b, MAX_CANDIDATES, FEW_CANDIDATES);
  const { steps, rowLength, listed, count } = similarities;
  for (let k = 0; k < count; k++) {
    const at = listed[k]!;
    const i = (at / rowLength) | 0;
    candidates.a[k] = i;
    candidates.b[k] = at - i * rowLength;
    candidates.similarity[k] = steps[at]! / SIMILARITY_STEPS;
  }
  candidates.count = count;
}
