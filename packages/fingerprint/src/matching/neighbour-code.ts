import type { Template } from '../template/template.ts';
import { NEIGHBOURS, wordAt } from './layout.ts';
import {
  BITS,
  CELLS,
  describeNeighboursPlainly,
  FARTHEST_SQUARE,
  INSIDE,
  LEAST_CONTRIBUTION,
  MOST_SQUARE,
  middleOf,
  SECTOR_SHARE,
  SECTORS,
  SIDE,
  SPATIAL_SIGMA,
  spatialAt,
} from './neighbour-code-plain.ts';

/** Place among the cells inside of each of the 8 x 8; outside the circle the last, which nobody reads. */
const PLACE = Uint8Array.from({ length: CELLS * CELLS }, (_, k) => {
  const [u, v] = [middleOf(k % CELLS), middleOf(Math.floor(k / CELLS))];
  const place = INSIDE.findIndex(([x, y]) => x === u && y === v);
  return place < 0 ? INSIDE.length : place;
});
const MIDDLE = Float64Array.from({ length: CELLS }, (_, k) => middleOf(k));

/** A neighbour counts so much at each whole square of its distance from a cell. */
const SPATIAL = Float64Array.from({ length: MOST_SQUARE + 2 }, (_, square) => spatialAt(square));
/** Far more than the quick sum of a cell can be off. */
const DOUBTFUL = 1e-9;

const contributions = new Float64Array((INSIDE.length + 1) * SECTORS);

/**
 * Sets the bits of the neighbours of a minutia and answers their number. Sums up nearly, and exactly where a sum lies close to the limit: the bits are those of `describeNeighboursPlainly`.
 */
export function describeNeighbours(t: Template, i: number, words: Int32Array): number {
  contributions.fill(0);
  const { x, y, direction } = t;
  const turn = (direction[i]! * Math.PI) / 128;
  const c = Math.cos(turn);
  const s = Math.sin(turn);
  for (let j = 0; j < x.length; j++) {
    const dx = x[j]! - x[i]!;
    const dy = y[j]! - y[i]!;
    const u = dx * c + dy * s;
    const v = dy * c - dx * s;
    if (j === i || u * u + v * v > FARTHEST_SQUARE) continue;
    addNeighbour(u, v, ((direction[j]! - direction[i]! + 256) & 255) * SECTORS);
  }
  return setBits(i, words) ?? describeNeighboursPlainly(t, i, words);
}

function addNeighbour(u: number, v: number, share: number): void {
  const left = firstWithin(u);
  const right = lastWithin(u);
  const bottom = lastWithin(v);
  for (let row = firstWithin(v); row <= bottom; row++) {
    const dv = MIDDLE[row]! - v;
    for (let column = left; column <= right; column++) {
      const du = MIDDLE[column]! - u;
      const square = du * du + dv * dv;
      if (square > MOST_SQUARE) continue;
      // The exponential of less than a hundredth: five terms of its series are right to thirteen digits.
      const whole = square | 0;
      const rest = (whole - square) / (2 * SPATIAL_SIGMA ** 2);
      const spatial = SPATIAL[whole]! * (1 + rest * (1 + rest * (1 / 2 + rest * (1 / 6 + rest * (1 / 24)))));
      const at = PLACE[row * CELLS + column]! * SECTORS;
      for (let k = 0; k < SECTORS; k++)
        contributions[at + k] = contributions[at + k]! + spatial * SECTOR_SHARE[share + k]!;
    }
  }
}

/** The first and the last row or column that a neighbour may reach, a hair more rather than less. */
function firstWithin(place: number): number {
  return Math.max(0, Math.ceil((place - 3.001 * SPATIAL_SIGMA) / SIDE + (CELLS - 1) / 2));
}
function lastWithin(place: number): number {
  return Math.min(CELLS - 1, Math.floor((place + 3.001 * SPATIAL_SIGMA) / SIDE + (CELLS - 1) / 2));
}

/** Sets the bits of the sums; null where one is too close to the limit to be told. */
function setBits(i: number, words: Int32Array): number | null {
  let set = 0;
  let bits = 0;
  for (let bit = 0; bit < BITS; bit++) {
    const over = contributions[bit]! - LEAST_CONTRIBUTION;
    if (over < DOUBTFUL && over > -DOUBTFUL) return null;
    if (over > 0) {
      bits |= 1 << (bit & 31);
      set++;
    }
    if ((bit & 31) < 31 && bit < BITS - 1) continue;
    words[wordAt(i, NEIGHBOURS + (bit >> 5))] = bits;
    bits = 0;
  }
  return set;
}
