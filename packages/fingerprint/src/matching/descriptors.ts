import type { Template } from '../template/template.ts';
import { MAP_CELL, mapCells } from '../template/template.ts';

/** Words of one minutia's ridge-flow code: four bit planes over FLOW_POINTS points. */
export const FLOW_WORDS = 4;
/** Words of one minutia's neighbour code. */
export const NEIGHBOUR_WORDS = 10;

const FLOW_RINGS: readonly (readonly [radius: number, points: number])[] = [
  [24, 8],
  [44, 10],
  [66, 14],
];
/** Points at which the flow round a minutia is sampled. */
export const FLOW_POINTS = 32;

const CELLS = 8;
const SECTORS = 6;
const RADIUS = 70;
const SPATIAL_SIGMA = 28 / 3;
const DIRECTION_SIGMA = (2 * Math.PI) / 9;
const LEAST_CONTRIBUTION = 0.01;

/** Number of bits of a word that are set. */
export function bitsSet(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * Descriptors: what surrounds each minutia of a template, seen along the minutia's own direction, so that turning or
 * moving the finger changes nothing.
 */
export interface Descriptors {
  /** Flow codes, FLOW_WORDS a minutia: 8 relative orientations in a circular 4-bit code whose bit distance is the angular distance. */
  readonly flow: Int32Array;
  /** Which of the points lie on the finger, one word a minutia. */
  readonly flowMask: Int32Array;
  /** Neighbour codes, NEIGHBOUR_WORDS a minutia. */
  readonly neighbours: Int32Array;
  /** Square root of the number of bits set in each neighbour code. */
  readonly neighbourNorm: Float32Array;
}

/**
 * The ridge flow on three rings round each minutia (Tico and Kuosmanen 2003), and its neighbours as a binary Minutia
 * Cylinder-Code (Cappelli, Ferrara and Maltoni 2010; 8 x 8 cells, 6 directions).
 */
export function describe(t: Template): Descriptors {
  const count = t.x.length;
  const d: Descriptors = {
    flow: new Int32Array(count * FLOW_WORDS),
    flowMask: new Int32Array(count),
    neighbours: new Int32Array(count * NEIGHBOUR_WORDS),
    neighbourNorm: new Float32Array(count),
  };
  for (let i = 0; i < count; i++) {
    describeFlow(t, i, d);
    describeNeighbours(t, i, d);
  }
  return d;
}

const CIRCULAR_CODE = [0b0000, 0b0001, 0b0011, 0b0111, 0b1111, 0b1110, 0b1100, 0b1000];

function describeFlow(t: Template, i: number, d: Descriptors): void {
  const turn = (t.direction[i]! * Math.PI) / 128;
  let point = 0;
  for (const [radius, points] of FLOW_RINGS) {
    for (let k = 0; k < points; k++, point++) {
      const angle = turn + (2 * Math.PI * k) / points;
      const orientation = orientationAt(t, t.x[i]! + radius * Math.cos(angle), t.y[i]! + radius * Math.sin(angle));
      if (Number.isNaN(orientation)) continue;
      d.flowMask[i] = d.flowMask[i]! | (1 << point);
      const code = CIRCULAR_CODE[Math.floor(((orientation - turn) * 8) / Math.PI + 32) & 7]!;
      for (let b = 0; b < FLOW_WORDS; b++) {
        if ((code >> b) & 1) d.flow[i * FLOW_WORDS + b] = d.flow[i * FLOW_WORDS + b]! | (1 << point);
      }
    }
  }
}

/** Ridge orientation in radians between the four nearest map cells; NaN where the nearest lies off the finger. */
function orientationAt(t: Template, x: number, y: number): number {
  const columns = mapCells(t.width);
  const rows = mapCells(t.height);
  const nearX = Math.floor(x / MAP_CELL);
  const nearY = Math.floor(y / MAP_CELL);
  if (nearX < 0 || nearY < 0 || nearX >= columns || nearY >= rows || t.period[nearY * columns + nearX] === 0)
    return Number.NaN;
  const gx = x / MAP_CELL - 0.5;
  const gy = y / MAP_CELL - 0.5;
  const x0 = Math.floor(gx);
  const y0 = Math.floor(gy);
  let c = 0;
  let s = 0;
  for (let v = 0; v < 2; v++) {
    for (let u = 0; u < 2; u++) {
      const cx = x0 + u;
      const cy = y0 + v;
      if (cx < 0 || cy < 0 || cx >= columns || cy >= rows) continue;
      const cell = cy * columns + cx;
      if (t.period[cell] === 0) continue;
      const w = (u ? gx - x0 : 1 - gx + x0) * (v ? gy - y0 : 1 - gy + y0);
      const doubled = (t.orientation[cell]! * Math.PI) / 128;
      c += w * Math.cos(doubled);
      s += w * Math.sin(doubled);
    }
  }
  return Math.atan2(s, c) / 2;
}

/** Cells of the 8 x 8 square that lie inside the circle: 52. */
const INSIDE: readonly (readonly [u: number, v: number])[] = Array.from({ length: CELLS * CELLS }, (_, k) => {
  const side = (2 * RADIUS) / CELLS;
  return [((k % CELLS) - CELLS / 2 + 0.5) * side, (Math.floor(k / CELLS) - CELLS / 2 + 0.5) * side] as const;
}).filter(([u, v]) => Math.hypot(u, v) <= RADIUS);

const contributions = new Float64Array(INSIDE.length * SECTORS);
const sectorShare = new Float64Array(SECTORS);

function describeNeighbours(t: Template, i: number, d: Descriptors): void {
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
    const difference = ((t.direction[j]! - t.direction[i]! + 256) & 255) * (Math.PI / 128);
    for (let k = 0; k < SECTORS; k++) sectorShare[k] = shareOfSector(difference, k);
    for (let cell = 0; cell < INSIDE.length; cell++) {
      const du = INSIDE[cell]![0] - u;
      const dv = INSIDE[cell]![1] - v;
      const square = du * du + dv * dv;
      if (square > (3 * SPATIAL_SIGMA) ** 2) continue;
      const spatial = Math.exp(-square / (2 * SPATIAL_SIGMA ** 2)) / (SPATIAL_SIGMA * Math.sqrt(2 * Math.PI));
      for (let k = 0; k < SECTORS; k++)
        contributions[cell * SECTORS + k] = contributions[cell * SECTORS + k]! + spatial * sectorShare[k]!;
    }
  }
  let set = 0;
  for (let bit = 0; bit < contributions.length; bit++) {
    if (contributions[bit]! < LEAST_CONTRIBUTION) continue;
    const word = i * NEIGHBOUR_WORDS + (bit >> 5);
    d.neighbours[word] = d.neighbours[word]! | (1 << (bit & 31));
    set++;
  }
  d.neighbourNorm[i] = Math.sqrt(set);
}

/** Share of a direction, blurred by DIRECTION_SIGMA, that falls into sector k of the turn (midpoint rule). */
function shareOfSector(direction: number, k: number): number {
  const width = (2 * Math.PI) / SECTORS;
  let off = Math.abs(direction - (k + 0.5) * width);
  if (off > Math.PI) off = 2 * Math.PI - off;
  return (width * Math.exp((-off * off) / (2 * DIRECTION_SIGMA ** 2))) / (DIRECTION_SIGMA * Math.sqrt(2 * Math.PI));
}
