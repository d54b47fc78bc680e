import type { Descriptors } from './descriptors.ts';
import { FLOW, FLOW_WORDS, MASK, NEIGHBOUR_WORDS, NEIGHBOURS, NORM, wordAt } from './layout.ts';

/** Resolution of similarities: 256ths. */
export const SIMILARITY_STEPS = 256;

/** Minimum number of shared flow points; fewer prove nothing. */
export const MIN_POINTS = 8;
export const MIN_FLOW = 0.45;
export const MIN_SIMILARITY = 0.3;
export const FLOW_SHARE = 0.5;

/** Fills `steps` with the similarity of each minutia of A with each of B, one row per minutia of A. */
export function compareSurroundingsPlainly(a: Descriptors, b: Descriptors, rowLength: number, steps: Uint8Array): void {
  for (let i = 0; i < a.count; i++) {
    for (let j = 0; j < rowLength; j++) {
      const similarity = j < b.count ? similarityOf(a, i, b, j) : 0;
      steps[i * rowLength + j] = Math.min(SIMILARITY_STEPS - 1, (similarity * SIMILARITY_STEPS) | 0);
    }
  }
}

/** Fills `best` with the maximum of each column of rows of that length. */
export function bestOfColumnsPlainly(steps: Uint8Array, rows: number, rowLength: number, best: Uint8Array): void {
  best.fill(0);
  for (let at = 0; at < rows * rowLength; at++) best[at % rowLength] = Math.max(best[at % rowLength]!, steps[at]!);
}

function similarityOf(a: Descriptors, i: number, b: Descriptors, j: number): number {
  const mask = a.words[wordAt(i, MASK)]! & b.words[wordAt(j, MASK)]!;
  const points = bitsSet(mask);
  if (points < MIN_POINTS) return 0;
  let apart = 0;
  for (let w = FLOW; w < FLOW + FLOW_WORDS; w++)
    apart += bitsSet((a.words[wordAt(i, w)]! ^ b.words[wordAt(j, w)]!) & mask);
  // Unrelated flows differ by 2 of 4 bits on average.
  const flow = 1 - apart / (2 * points);
  if (flow < MIN_FLOW) return 0;
  const norm = a.floats[wordAt(i, NORM)]! + b.floats[wordAt(j, NORM)]!;
  let neighbours = 0;
  if (norm > 0) {
    let different = 0;
    for (let w = NEIGHBOURS; w < NEIGHBOURS + NEIGHBOUR_WORDS; w++)
      different += bitsSet(a.words[wordAt(i, w)]! ^ b.words[wordAt(j, w)]!);
    neighbours = 1 - Math.sqrt(different) / norm;
  }
  const similarity = FLOW_SHARE * flow + (1 - FLOW_SHARE) * neighbours;
  return similarity < MIN_SIMILARITY ? 0 : similarity;
}

/** Number of bits of a word that are set. */
function bitsSet(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * Lists the indices of the most similar pairs in `listed`, ascending, and returns their number: whole steps of similarity, as many as
 * `most` allows. If that leaves fewer than `few` because one step is very full (two pictures of one touch: each minutia equals itself),
 * that step is taken in part.
 */
export function listMostAlikePlainly(
  steps: Uint8Array,
  length: number,
  most: number,
  few: number,
  listed: Uint16Array,
): number {
  histogram.fill(0);
  for (let at = 0; at < length; at++) histogram[steps[at]!] = histogram[steps[at]!]! + 1;
  let cut = SIMILARITY_STEPS;
  let whole = 0;
  for (; cut > 1 && whole + histogram[cut - 1]! <= most; cut--) whole += histogram[cut - 1]!;
  let count = 0;
  let spare = whole < few && cut > 1 ? most - whole : 0;
  for (let at = 0; at < length; at++) {
    const step = steps[at]!;
    if (step < cut - 1 || (step < cut && spare-- <= 0)) continue;
    listed[count++] = at;
  }
  return count;
}

const histogram = new Int32Array(SIMILARITY_STEPS);
