import type { Template } from '../template/template.ts';
import { NEIGHBOURS, wordAt } from './layout.ts';

const CELLS = 8;
const SECTORS = 6;
const RADIUS = 70;
const SPATIAL_SIGMA = 28 / 3;
const DIRECTION_SIGMA = (2 * Math.PI) / 9;
const LEAST_CONTRIBUTION = 0.01;
/** Pixels of a cell. */
const SIDE = (2 * RADIUS) / CELLS;

/** Cells of the 8 x 8 square that lie inside the circle: 52. */
const INSIDE: readonly (readonly [u: number, v: number])[] = Array.from({ length: CELLS * CELLS }, (_, k) => {
  return [((k % CELLS) - CELLS / 2 + 0.5) * SIDE, (Math.floor(k / CELLS) - CELLS / 2 + 0.5) * SIDE] as const;
}).filter(([u, v]) => Math.hypot(u, v) <= RADIUS);
const INSIDE_U = Float64Array.from(INSIDE, ([u]) => u);
const INSIDE_V = Float64Array.from(INSIDE, ([, v]) => v);

/** Shares of the sectors for each difference of direction in 256ths of a turn. */
const SECTOR_SHARE = Float64Array.from({ length: 256 * SECTORS }, (_, at) =>
  shareOfSector(Math.floor(at / SECTORS) * (Math.PI / 128), at % SECTORS),
);

const contributions = new Float64Array(INSIDE.length * SECTORS);

/**
 * The neighbours of a minutia as a binary Minutia Cylinder-Code (Cappelli, Ferrara and Maltoni 2010; 8 x 8 cells, 6
 * directions). Answers the number of bits that are set.
 */
export function describeNeighbours(t: Template, i: number, words: Int32Array): number {
  contributions.fill(0);
  const turn = (t.direction[i]! * Math.PI) / 128;
  const c = Math.cos(turn);
  const s = Math.sin(turn);
  for (let j = 0; j < t.x.length; j++) {
    if (j === i) continue;
    const dx = t.x[j]! - t.x[i]!;
    const dy = t.y[j]! - t.y[i]!;
    const u = dx * c + dy * s;
    const v = dy * c - dx * s;
    if (u * u + v * v > (RADIUS + 3 * SPATIAL_SIGMA) ** 2) continue;
    const share = ((t.direction[j]! - t.direction[i]! + 256) & 255) * SECTORS;
    for (let cell = 0; cell < INSIDE.length; cell++) {
      const du = INSIDE_U[cell]! - u;
      const dv = INSIDE_V[cell]! - v;
      const square = du * du + dv * dv;
      if (square > (3 * SPATIAL_SIGMA) ** 2) continue;
      const spatial = Math.exp(-square / (2 * SPATIAL_SIGMA ** 2)) / (SPATIAL_SIGMA * Math.sqrt(2 * Math.PI));
      for (let k = 0; k < SECTORS; k++)
        contributions[cell * SECTORS + k] = contributions[cell * SECTORS + k]! + spatial * SECTOR_SHARE[share + k]!;
    }
  }
  let set = 0;
  for (let bit = 0; bit < contributions.length; bit++) {
    if (contributions[bit]! < LEAST_CONTRIBUTION) continue;
    const word = wordAt(i, NEIGHBOURS + (bit >> 5));
    words[word] = words[word]! | (1 << (bit & 31));
    set++;
  }
  return set;
}

/** Share of a direction, blurred by DIRECTION_SIGMA, that falls into sector k of the turn (midpoint rule). */
function shareOfSector(direction: number, k: number): number {
  const width = (2 * Math.PI) / SECTORS;
  let off = Math.abs(direction - (k + 0.5) * width);
  if (off > Math.PI) off = 2 * Math.PI - off;
  return (width * Math.exp((-off * off) / (2 * DIRECTION_SIGMA ** 2))) / (DIRECTION_SIGMA * Math.sqrt(2 * Math.PI));
}
