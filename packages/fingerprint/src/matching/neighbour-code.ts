import { loadKernel } from '../kernels/load.ts';
import type { Template } from '../template/template.ts';
import { NEIGHBOUR_WORDS, NEIGHBOURS, wordAt } from './layout.ts';
import {
  CELLS,
  describeNeighboursPlainly,
  FARTHEST_SQUARE,
  INSIDE,
  MOST_SQUARE,
  middleOf,
  SECTOR_SHARE,
  SECTORS,
  SIDE,
  SPATIAL_SIGMA,
  spatialAt,
} from './neighbour-code-plain.ts';
import { NEIGHBOUR, NEIGHBOURHOOD, NEIGHBOURHOOD_BYTES, NOWHERE, SET_NEIGHBOURS } from './neighbour-kernel.ts';

const kernel = loadKernel([SET_NEIGHBOURS]);
const setNeighbours = kernel?.routine('setNeighbours');
const memory = kernel?.memory(NEIGHBOURHOOD_BYTES) ?? new ArrayBuffer(NEIGHBOURHOOD_BYTES);
const doubles = new Float64Array(memory);
const ints = new Int32Array(memory);
const answers = new Int32Array(memory, NEIGHBOURHOOD.bits, NEIGHBOUR_WORDS + 2);

for (let k = 0; k < CELLS; k++) doubles[NEIGHBOURHOOD.middle / 8 + k] = middleOf(k);
new Uint8Array(memory, NEIGHBOURHOOD.place, CELLS * CELLS).forEach((_, k, places) => {
  const [u, v] = [middleOf(k % CELLS), middleOf(Math.floor(k / CELLS))];
  const place = INSIDE.findIndex(([x, y]) => x === u && y === v);
  places[k] = place < 0 ? NOWHERE : place;
});
// A neighbour counts so much at each whole square of its distance from a cell.
for (let square = 0; square <= MOST_SQUARE; square++) doubles[NEIGHBOURHOOD.spatial / 8 + square] = spatialAt(square);
doubles.set(SECTOR_SHARE, NEIGHBOURHOOD.shares / 8);

/**
 * Sets the bits of the neighbours of a minutia and answers their number. Sums up nearly, and exactly where a sum lies close to the limit: the bits are those of
 * `describeNeighboursPlainly`.
 */
export function describeNeighbours(t: Template, i: number, words: Int32Array): number {
  if (setNeighbours === undefined) return describeNeighboursPlainly(t, i, words);
  setNeighbours(listNeighbours(t, i));
  if (answers[NEIGHBOUR_WORDS + 1] !== 0) return describeNeighboursPlainly(t, i, words);
  for (let word = 0; word < NEIGHBOUR_WORDS; word++) words[wordAt(i, NEIGHBOURS + word)] = answers[word]!;
  return answers[NEIGHBOUR_WORDS]!;
}

/** Lists the minutiae that reach the circle, as seen along the minutia, with the cells that each may reach. */
function listNeighbours({ x, y, direction }: Template, i: number): number {
  const turn = (direction[i]! * Math.PI) / 128;
  const c = Math.cos(turn);
  const s = Math.sin(turn);
  let at = NEIGHBOURHOOD.list;
  for (let j = 0; j < x.length; j++) {
    const dx = x[j]! - x[i]!;
    const dy = y[j]! - y[i]!;
    const u = dx * c + dy * s;
    const v = dy * c - dx * s;
    if (j === i || u * u + v * v > FARTHEST_SQUARE) continue;
    doubles[at >> 3] = u;
    doubles[(at >> 3) + 1] = v;
    const rest = (at >> 2) + 4;
    ints[rest] = ((direction[j]! - direction[i]!) & 255) * SECTORS * 8;
    ints[rest + 1] = firstWithin(u);
    ints[rest + 2] = endWithin(u);
    ints[rest + 3] = firstWithin(v);
    ints[rest + 4] = endWithin(v);
    at += NEIGHBOUR;
  }
  return (at - NEIGHBOURHOOD.list) / NEIGHBOUR;
}

/** The first row or column that a neighbour may reach, and the one behind the last; a hair more rather than less. */
function firstWithin(place: number): number {
  return Math.max(0, Math.ceil((place - 3.001 * SPATIAL_SIGMA) / SIDE + (CELLS - 1) / 2));
}
function endWithin(place: number): number {
  return Math.min(CELLS, Math.floor((place + 3.001 * SPATIAL_SIGMA) / SIDE + (CELLS + 1) / 2));
}
