import { loadKernel } from '../kernels/load.ts';
import { MAX_MINUTIAE, type Template } from '../template/template.ts';
import { BEST_OF_COLUMNS, COLUMNS } from './columns-kernel.ts';
import { descriptorsOf, type Probe } from './compare.ts';
import type { Descriptors } from './descriptors.ts';
import { LANES, WORDS } from './layout.ts';
import { COMPARE_SURROUNDINGS } from './similarity-kernel.ts';
import { bestOfColumnsPlainly, compareSurroundingsPlainly } from './similarity-plain.ts';

/** Number of minutiae of an enrolled impression that are considered. Templates list the clearest first. */
const CLEAREST = COLUMNS;
/** Number of the best that count: an impression shows a part of the finger, and minutiae outside of it have no partner. */
const COUNTED = 6;

/** Memory layout (addresses): the probe, the enrolled impression, the rows, the maximum of each column. */
const PROBE = 0;
const ENROLLED = MAX_MINUTIAE * WORDS * 4;
const ROWS = ENROLLED + MAX_MINUTIAE * WORDS * 4;
const BEST = ROWS + MAX_MINUTIAE * COLUMNS;
const BYTES = BEST + COLUMNS;

const kernel = loadKernel([COMPARE_SURROUNDINGS, BEST_OF_COLUMNS]);
const compareRows = kernel?.routine('compareSurroundings');
const bestOfColumns = kernel?.routine('bestOfColumns');
const memory = kernel?.memory(BYTES) ?? new ArrayBuffer(BYTES);
const words = new Int32Array(memory);
const rows = new Uint8Array(memory, ROWS, MAX_MINUTIAE * COLUMNS);
const best = new Uint8Array(memory, BEST, COLUMNS);

/**
 * Rank score: a cheap estimate whether an enrolled impression is worth a full comparison with the probe, in a search among many. Sums,
 * over the best of its clearest minutiae, the similarity of the probe's most similar minutia. Says nothing about identity.
 */
export function rankScore(probe: Probe, enrolled: Template): number {
  const described = descriptorsOf(enrolled);
  return rankByKernel(probe.descriptors, described) ?? rankPlainly(probe.descriptors, described);
}

/** Ranks in WebAssembly; null without WebAssembly. */
export function rankByKernel(probe: Descriptors, enrolled: Descriptors): number | null {
  if (compareRows === undefined || bestOfColumns === undefined) return null;
  const length = CLEAREST * WORDS;
  words.set(probe.words, PROBE / 4);
  // Copies all minutiae, since selecting the clearest would cost more.
  words.set(enrolled.words, ENROLLED / 4);
  if (enrolled.words.length < length) words.fill(0, ENROLLED / 4 + enrolled.words.length, ENROLLED / 4 + length);
  compareRows(PROBE, probe.count, ENROLLED, CLEAREST / LANES, ROWS);
  bestOfColumns(ROWS, probe.count * COLUMNS, BEST);
  return sumOfBest();
}

/** Ranks like `rankByKernel`, for hosts without WebAssembly. */
export function rankPlainly(probe: Descriptors, enrolled: Descriptors): number {
  compareSurroundingsPlainly(probe, enrolled, COLUMNS, rows);
  bestOfColumnsPlainly(rows, probe.count, COLUMNS, best);
  return sumOfBest();
}

function sumOfBest(): number {
  best.sort();
  let sum = 0;
  for (let k = COLUMNS - COUNTED; k < COLUMNS; k++) sum += best[k]!;
  return sum;
}

/** Returns the indices of the `most` highest rank scores, unordered; of equal scores the first ones. */
export function highest(scores: ArrayLike<number>, most: number): number[] {
  const places = Array.from(scores, (_, place) => place);
  if (places.length <= most) return places;
  return places.sort((a, b) => scores[b]! - scores[a]! || a - b).slice(0, most);
}
