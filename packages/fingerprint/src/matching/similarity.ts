import { loadKernel } from '../kernels/load.ts';
import { MAX_MINUTIAE } from '../template/template.ts';
import type { Descriptors } from './descriptors.ts';
import { LANES, WORDS } from './layout.ts';
import { LIST_MOST_ALIKE } from './list-kernel.ts';
import { COMPARE_SURROUNDINGS } from './similarity-kernel.ts';
import { compareSurroundingsPlainly, listMostAlikePlainly } from './similarity-plain.ts';

const DESCRIBED = MAX_MINUTIAE * WORDS * 4;
/** Memory layout (addresses): A, B, the steps with sixteen spare, the list, its length. */
const A = 0;
const B = DESCRIBED;
const STEPS = 2 * DESCRIBED;
const LISTED = STEPS + MAX_MINUTIAE * MAX_MINUTIAE + 16;
const MAX_LISTED = 64;
const COUNT = LISTED + 2 * MAX_LISTED;

/** Similarities of the surroundings of two impressions, and their most similar pairs. */
export interface Similarities {
  /** Similarity of minutia i of A and j of B in 256ths at `i * rowLength + j`; 0 for none. */
  readonly steps: Uint8Array;
  rowLength: number;
  /** Indices of the most similar pairs in `steps`. */
  readonly listed: Uint16Array;
  count: number;
}

const kernel = loadKernel([COMPARE_SURROUNDINGS, LIST_MOST_ALIKE]);
const compare = kernel?.routine('compareSurroundings');
const list = kernel?.routine('listMostAlike');
const memory = kernel?.memory(COUNT + 4) ?? new ArrayBuffer(COUNT + 4);
const words = new Int32Array(memory);
const found: Similarities = {
  steps: new Uint8Array(memory, STEPS, MAX_MINUTIAE * MAX_MINUTIAE),
  rowLength: 0,
  listed: new Uint16Array(memory, LISTED, MAX_LISTED),
  count: 0,
};

/**
 * Compares the surroundings of all minutiae of A and B, and lists at most `most` pairs (see `listMostAlikePlainly`). The result is valid
 * until the next call.
 */
export function compareSurroundings(a: Descriptors, b: Descriptors, most: number, few: number): Similarities {
  return compareByKernel(a, b, most, few) ?? comparePlainly(a, b, most, few);
}

/** Compares in WebAssembly; null without WebAssembly. */
export function compareByKernel(a: Descriptors, b: Descriptors, most: number, few: number): Similarities | null {
  if (compare === undefined || list === undefined) return null;
  words.set(a.words, A / 4);
  words.set(b.words, B / 4);
  found.rowLength = Math.ceil(b.count / LANES) * LANES;
  compare(A, a.count, B, found.rowLength / LANES, STEPS);
  list(STEPS, a.count * found.rowLength, most, few, LISTED, COUNT);
  found.count = words[COUNT / 4]!;
  return found;
}

/** Compares like `compareByKernel`, for hosts without WebAssembly. */
export function comparePlainly(a: Descriptors, b: Descriptors, most: number, few: number): Similarities {
  found.rowLength = Math.ceil(b.count / LANES) * LANES;
  compareSurroundingsPlainly(a, b, found.rowLength, found.steps);
  found.count = listMostAlikePlainly(found.steps, a.count * found.rowLength, most, few, found.listed);
  return found;
}
