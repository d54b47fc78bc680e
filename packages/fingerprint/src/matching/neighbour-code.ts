import { loadKernel } from '../kernels/load.ts';
import type { Template } from '../template/template.ts';
import { NEIGHBOUR_WORDS, NEIGHBOURS, wordAt } from './layout.ts';
import {
  CELLS,
  describeNeighboursPlainly,
  INSIDE,
  MAX_SQUARE,
  middleOf,
  SECTOR_SHARE,
  spatialAt,
} from './neighbour-code-plain.ts';
import { NEIGHBOUR, NEIGHBOURHOOD, NOWHERE, SET_NEIGHBOURS } from './neighbour-kernel.ts';
import { LIST_NEIGHBOURS, MINUTIA, MINUTIAE, MINUTIAE_BYTES } from './neighbour-list-kernel.ts';

const kernel = loadKernel([LIST_NEIGHBOURS, SET_NEIGHBOURS]);
const listNeighbours = kernel?.routine('listNeighbours');
const setNeighbours = kernel?.routine('setNeighbours');
const memory = kernel?.memory(MINUTIAE_BYTES) ?? new ArrayBuffer(MINUTIAE_BYTES);
const doubles = new Float64Array(memory);
const ints = new Int32Array(memory);
const answers = new Int32Array(memory, NEIGHBOURHOOD.bits, NEIGHBOUR_WORDS + 2);

for (let k = 0; k < CELLS; k++) doubles[NEIGHBOURHOOD.middle / 8 + k] = middleOf(k);
new Uint8Array(memory, NEIGHBOURHOOD.place, CELLS * CELLS).forEach((_, k, places) => {
  const [u, v] = [middleOf(k % CELLS), middleOf(Math.floor(k / CELLS))];
  const place = INSIDE.findIndex(([x, y]) => x === u && y === v);
  places[k] = place < 0 ? NOWHERE : place;
});
// Table of a neighbour's weight for each integer squared distance from a cell.
for (let square = 0; square <= MAX_SQUARE; square++) doubles[NEIGHBOURHOOD.spatial / 8 + square] = spatialAt(square);
doubles.set(SECTOR_SHARE, NEIGHBOURHOOD.shares / 8);

/** Loads the minutiae of a template, for the following calls of `describeNeighbours`. */
export function setMinutiae({ x, y, direction }: Template): void {
  for (let j = 0, at = MINUTIAE.list; j < x.length; j++, at += MINUTIA) {
    doubles[at / 8] = x[j]!;
    doubles[at / 8 + 1] = y[j]!;
    ints[at / 4 + 4] = direction[j]!;
  }
}

/**
 * Sets the neighbour bits of a minutia of the template loaded by `setMinutiae` and returns their number. Sums approximately, and exactly
 * if a sum is close to the limit, so that the bits equal those of `describeNeighboursPlainly`.
 */
export function describeNeighbours(t: Template, i: number, words: Int32Array): number {
  if (listNeighbours === undefined || setNeighbours === undefined) return describeNeighboursPlainly(t, i, words);
  const turn = (t.direction[i]! * Math.PI) / 128;
  doubles[MINUTIAE.turn / 8] = Math.cos(turn);
  doubles[MINUTIAE.turn / 8 + 1] = Math.sin(turn);
  listNeighbours(i, t.x.length);
  setNeighbours(ints[MINUTIAE.listed / 4]! / NEIGHBOUR);
  if (answers[NEIGHBOUR_WORDS + 1] !== 0) return describeNeighboursPlainly(t, i, words);
  for (let word = 0; word < NEIGHBOUR_WORDS; word++) words[wordAt(i, NEIGHBOURS + word)] = answers[word]!;
  return answers[NEIGHBOUR_WORDS]!;
}
