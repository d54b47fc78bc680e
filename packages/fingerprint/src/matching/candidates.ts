import type { Descriptors } from './descriptors.ts';
import { compareSurroundings, type Similarities } from './similarity.ts';
import { SIMILARITY_STEPS } from './similarity-plain.ts';

/** Most candidate pairs that are looked at together. */
export const MOST_CANDIDATES = 48;

/** Fewer candidates than these, though there are more alike, leave too little to find a movement by. */
const FEW_CANDIDATES = 24;

/**
 * Pairs of one minutia of A and one of B that look alike with their surroundings. One buffer for all comparisons: allocating would cost as much as
 * comparing.
 */
export const candidates = {
  count: 0,
  a: new Uint8Array(MOST_CANDIDATES),
  b: new Uint8Array(MOST_CANDIDATES),
  /** 0..1 */
  similarity: new Float32Array(MOST_CANDIDATES),
};

let similarities: Similarities;

/** Similarity of minutia i of A and j of B, 0..1, of the impressions whose candidates were found last. */
export function similarityAt(i: number, j: number): number {
  return similarities.steps[i * similarities.rowLength + j]! / SIMILARITY_STEPS;
}

/** Fills `candidates` with the most alike pairs. */
export function findCandidates(a: Descriptors, b: Descriptors): void {
  similarities = compareSurroundings(a, b, MOST_CANDIDATES, FEW_CANDIDATES);
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
