import { MAX_MINUTIAE } from '../template/template.ts';
import type { Descriptors } from './descriptors.ts';
import { bitsSet, FLOW_WORDS, NEIGHBOUR_WORDS } from './descriptors.ts';

/** Most candidate pairs that are looked at together. */
export const MOST_CANDIDATES = 48;

/** Fewer candidates than these, though there are more alike, leave too little to find a movement by. */
const FEW_CANDIDATES = 24;

/** Similarities are kept in 256ths. */
export const SIMILARITY_STEPS = 256;

/** Fewer shared points of the flow than these say nothing. */
const LEAST_POINTS = 8;
const LEAST_FLOW = 0.45;
const LEAST_SIMILARITY = 0.3;
const FLOW_SHARE = 0.5;

/**
 * Pairs of one minutia of A and one of B that look alike with their surroundings. One buffer for all comparisons: a comparison
 * takes some 100 microseconds, and allocating would cost as much again.
 */
export const candidates = {
  count: 0,
  a: new Uint8Array(MOST_CANDIDATES),
  b: new Uint8Array(MOST_CANDIDATES),
  /** 0..1 */
  similarity: new Float32Array(MOST_CANDIDATES),
};

/** Similarity of minutia i of A and j of B in SIMILARITY_STEPS at `i * (minutiae of B) + j`; 0 where they are not alike at all. */
export const similarities = new Uint8Array(MAX_MINUTIAE * MAX_MINUTIAE);

const histogram = new Int32Array(SIMILARITY_STEPS);

/**
 * Fills `similarities`, and `candidates` with the most alike pairs: whole steps of similarity, as many as fit. Where a step is so full that hardly
 * any would be left (two pictures of one touch: each minutia is wholly like itself), it is taken in part.
 */
export function findCandidates(a: Descriptors, b: Descriptors): void {
  const countA = a.flowMask.length;
  const countB = b.flowMask.length;
  histogram.fill(0);
  for (let i = 0; i < countA; i++) {
    for (let j = 0; j < countB; j++) {
      const step = Math.min(SIMILARITY_STEPS - 1, (similarityOf(a, i, b, j) * SIMILARITY_STEPS) | 0);
      similarities[i * countB + j] = step;
      histogram[step] = histogram[step]! + 1;
    }
  }
  let cut = SIMILARITY_STEPS;
  let whole = 0;
  for (; cut > 1 && whole + histogram[cut - 1]! <= MOST_CANDIDATES; cut--) whole += histogram[cut - 1]!;
  let count = 0;
  let spare = whole < FEW_CANDIDATES && cut > 1 ? MOST_CANDIDATES - whole : 0;
  for (let i = 0; i < countA; i++) {
    for (let j = 0; j < countB; j++) {
      const step = similarities[i * countB + j]!;
      if (step < cut - 1 || (step < cut && spare-- <= 0)) continue;
      candidates.a[count] = i;
      candidates.b[count] = j;
      candidates.similarity[count] = step / SIMILARITY_STEPS;
      count++;
    }
  }
  candidates.count = count;
}

function similarityOf(a: Descriptors, i: number, b: Descriptors, j: number): number {
  const mask = a.flowMask[i]! & b.flowMask[j]!;
  const points = bitsSet(mask);
  if (points < LEAST_POINTS) return 0;
  const fa = i * FLOW_WORDS;
  const fb = j * FLOW_WORDS;
  const apart =
    bitsSet((a.flow[fa]! ^ b.flow[fb]!) & mask) +
    bitsSet((a.flow[fa + 1]! ^ b.flow[fb + 1]!) & mask) +
    bitsSet((a.flow[fa + 2]! ^ b.flow[fb + 2]!) & mask) +
    bitsSet((a.flow[fa + 3]! ^ b.flow[fb + 3]!) & mask);
  // Unrelated flows differ by 2 of 4 bits on average.
  const flow = 1 - apart / (2 * points);
  if (flow < LEAST_FLOW) return 0;
  const norm = a.neighbourNorm[i]! + b.neighbourNorm[j]!;
  let neighbours = 0;
  if (norm > 0) {
    const na = i * NEIGHBOUR_WORDS;
    const nb = j * NEIGHBOUR_WORDS;
    let different = 0;
    for (let w = 0; w < NEIGHBOUR_WORDS; w++) different += bitsSet(a.neighbours[na + w]! ^ b.neighbours[nb + w]!);
    neighbours = 1 - Math.sqrt(different) / norm;
  }
  const similarity = FLOW_SHARE * flow + (1 - FLOW_SHARE) * neighbours;
  return similarity < LEAST_SIMILARITY ? 0 : similarity;
}
