import type { Template } from '../template/template.ts';
import { NEIGHBOUR_WORDS, NEIGHBOURS, wordAt } from './layout.ts';

export const CELLS = 8;
export const SECTORS = 6;
const RADIUS = 70;
export const SPATIAL_SIGMA = 28 / 3;
const DIRECTION_SIGMA = (2 * Math.PI) / 9;
export const MIN_CONTRIBUTION = 0.01;
/** Side of a cell in pixels. */
export const SIDE = (2 * RADIUS) / CELLS;

/** Cells of the 8 x 8 square that lie inside the circle: 52. */
export const INSIDE: readonly (readonly [u: number, v: number])[] = Array.from({ length: CELLS * CELLS }, (_, k) => {
  return [middleOf(k % CELLS), middleOf(Math.floor(k / CELLS))] as const;
}).filter(([u, v]) => Math.hypot(u, v) <= RADIUS);
export const BITS = INSIDE.length * SECTORS;

/** Share of each sector for each difference of direction in 256ths of a turn. */
export const SECTOR_SHARE = Float64Array.from({ length: 256 * SECTORS }, (_, at) =>
  shareOfSector(Math.floor(at / SECTORS) * (Math.PI / 128), at % SECTORS),
);

export const MAX_SQUARE = (3 * SPATIAL_SIGMA) ** 2;
export const FARTHEST_SQUARE = (RADIUS + 3 * SPATIAL_SIGMA) ** 2;

const contributions = new Float64Array(BITS);

/**
 * Describes the neighbours of a minutia as a binary Minutia Cylinder-Code (Cappelli, Ferrara and Maltoni 2010; 8 x 8 cells, 6
 * directions), each sum by its definition; `describeNeighbours` is the faster equivalent. Returns the number of set bits.
 */
export function describeNeighboursPlainly(t: Template, i: number, words: Int32Array): number {
  contributions.fill(0);
  for (let word = 0; word < NEIGHBOUR_WORDS; word++) words[wordAt(i, NEIGHBOURS + word)] = 0;
  const turn = (t.direction[i]! * Math.PI) / 128;
  const c = Math.cos(turn);
  const s = Math.sin(turn);
  for (let j = 0; j < t.x.length; j++) {
    if (j === i) continue;
    const dx = t.x[j]! - t.x[i]!;
    const dy = t.y[j]! - t.y[i]!;
    const u = dx * c + dy * s;
    const v = dy * c - dx * s;
    if (u * u + v * v > FARTHEST_SQUARE) continue;
    const share = ((t.direction[j]! - t.direction[i]! + 256) & 255) * SECTORS;
    for (let cell = 0; cell < INSIDE.length; cell++) {
      const du = INSIDE[cell]![0] - u;
      const dv = INSIDE[cell]![1] - v;
      const square = du * du + dv * dv;
      if (square > MAX_SQUARE) continue;
      const spatial = spatialAt(square);
      for (let k = 0; k < SECTORS; k++)
        contributions[cell * SECTORS + k] = contributions[cell * SECTORS + k]! + spatial * SECTOR_SHARE[share + k]!;
    }
  }
  let set = 0;
  for (let bit = 0; bit < BITS; bit++) {
    if (contributions[bit]! < MIN_CONTRIBUTION) continue;
    const word = wordAt(i, NEIGHBOURS + (bit >> 5));
    words[word] = words[word]! | (1 << (bit & 31));
    set++;
  }
  return set;
}

/** Returns the centre of a row or column of cells, in pixels from the minutia. */
export function middleOf(place: number): number {
  return (place - CELLS / 2 + 0.5) * SIDE;
}

/** Returns the weight of a neighbour at that squared distance from a cell. */
export function spatialAt(square: number): number {
  return Math.exp(-square / (2 * SPATIAL_SIGMA ** 2)) / (SPATIAL_SIGMA * Math.sqrt(2 * Math.PI));
}

/** Returns the share of a direction, blurred by DIRECTION_SIGMA, in sector k of the turn (midpoint rule). */
function shareOfSector(direction: number, k: number): number {
  const width = (2 * Math.PI) / SECTORS;
  let off = Math.abs(direction - (k + 0.5) * width);
  if (off > Math.PI) off = 2 * Math.PI - off;
  return (width * Math.exp((-off * off) / (2 * DIRECTION_SIGMA ** 2))) / (DIRECTION_SIGMA * Math.sqrt(2 * Math.PI));
}
