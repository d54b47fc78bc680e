import { candidates, COS, MOST, SIN } from "./correspond.ts";
import type { Template } from "./template.ts";
import { MAP_CELL, mapCells, MAX_MINUTIAE } from "./template.ts";

/** A movement that lays impression A on impression B: x' = xx·x + xy·y + x0, y' = yx·x + yy·y + y0, turned by `turn` (256ths). */
export const movement = { xx: 1, xy: 0, yx: 0, yy: 1, x0: 0, y0: 0, turn: 0 };

/** Minutiae paired under the movement. */
export const pairing = {
  count: 0,
  a: new Uint8Array(MAX_MINUTIAE),
  b: new Uint8Array(MAX_MINUTIAE),
  /** Squared distance over squared tolerance, 0..1. */
  off: new Float32Array(MAX_MINUTIAE),
  /** Direction difference, 256ths. */
  twist: new Float32Array(MAX_MINUTIAE),
};

/** Moves by the candidates that are compatible with candidate `seed`. */
export function alignBySeed(ta: Template, tb: Template, seed: number): void {
  const { count, a, b, support, compatible } = candidates;
  let w = 0, ax = 0, ay = 0, bx = 0, by = 0;
  for (let l = 0; l < count; l++) {
    const weight = l === seed ? support[l]! : compatible[seed * MOST + l]! * support[l]!;
    if (weight <= 0) continue;
    w += weight;
    ax += weight * ta.x[a[l]!]!;
    ay += weight * ta.y[a[l]!]!;
    bx += weight * tb.x[b[l]!]!;
    by += weight * tb.y[b[l]!]!;
  }
  ax /= w; ay /= w; bx /= w; by /= w;
  let dot = 0, cross = 0, size = 0;
  const turn = (tb.direction[b[seed]!]! - ta.direction[a[seed]!]!) & 255;
  for (let l = 0; l < count; l++) {
    const weight = l === seed ? support[l]! : compatible[seed * MOST + l]! * support[l]!;
    if (weight <= 0) continue;
    const px = ta.x[a[l]!]! - ax, py = ta.y[a[l]!]! - ay, qx = tb.x[b[l]!]! - bx, qy = tb.y[b[l]!]! - by;
    dot += weight * (px * qx + py * qy);
    cross += weight * (px * qy - py * qx);
    size += weight * (px * px + py * py);
    // The directions count as well as the places: with few pairs the places alone turn wildly.
    const t = (tb.direction[b[l]!]! - ta.direction[a[l]!]!) & 255;
    dot += weight * 900 * COS[t]!;
    cross += weight * 900 * SIN[t]!;
    size += weight * 900;
  }
  if (size === 0) { dot = COS[turn]!; cross = SIN[turn]!; size = 1; }
  const length = Math.hypot(dot, cross) || 1;
  setMovement(dot / length, cross / length, 1, ax, ay, bx, by);
}

function setMovement(c: number, s: number, scale: number, ax: number, ay: number, bx: number, by: number): void {
  movement.xx = scale * c;
  movement.xy = -scale * s;
  movement.yx = scale * s;
  movement.yy = scale * c;
  movement.x0 = bx - movement.xx * ax - movement.xy * ay;
  movement.y0 = by - movement.yx * ax - movement.yy * ay;
  movement.turn = (Math.atan2(s, c) * 128) / Math.PI;
}

const movedX = new Float32Array(MAX_MINUTIAE);
const movedY = new Float32Array(MAX_MINUTIAE);
const takenBy = new Int16Array(MAX_MINUTIAE);
const bestOff = new Float32Array(MAX_MINUTIAE);
const TWIST_ALLOWED = 20;

/** Lays the minutiae of A on B by the movement. */
export function move(ta: Template): void {
  for (let i = 0; i < ta.x.length; i++) {
    movedX[i] = movement.xx * ta.x[i]! + movement.xy * ta.y[i]! + movement.x0;
    movedY[i] = movement.yx * ta.x[i]! + movement.yy * ta.y[i]! + movement.y0;
  }
}

const errorX = new Float32Array(MAX_MINUTIAE);
const errorY = new Float32Array(MAX_MINUTIAE);
const pairOf = new Int16Array(MAX_MINUTIAE);
const REACH_SQUARE = 45 * 45;
const STIFFNESS = 0.5;

/**
 * Shifts each moved minutia by what the pairs around it are still off: skin stretches, but neighbours stretch alike.
 * A pair never speaks for itself, so that a chance pair does not fit better by it.
 */
export function stretch(ta: Template, tb: Template): void {
  const { count, a, b } = pairing;
  pairOf.fill(-1, 0, ta.x.length);
  for (let k = 0; k < count; k++) {
    errorX[k] = tb.x[b[k]!]! - movedX[a[k]!]!;
    errorY[k] = tb.y[b[k]!]! - movedY[a[k]!]!;
    pairOf[a[k]!] = k;
  }
  for (let i = 0; i < ta.x.length; i++) {
    let total = STIFFNESS;
    let x = 0;
    let y = 0;
    for (let k = 0; k < count; k++) {
      if (pairOf[i] === k) continue;
      const dx = ta.x[i]! - ta.x[a[k]!]!;
      const dy = ta.y[i]! - ta.y[a[k]!]!;
      const near = 1 / (1 + (dx * dx + dy * dy) / REACH_SQUARE);
      const w = near * near;
      total += w;
      x += w * errorX[k]!;
      y += w * errorY[k]!;
    }
    shiftX[i] = x / total;
    shiftY[i] = y / total;
  }
  for (let i = 0; i < ta.x.length; i++) {
    movedX[i] = movedX[i]! + shiftX[i]!;
    movedY[i] = movedY[i]! + shiftY[i]!;
  }
}

const shiftX = new Float32Array(MAX_MINUTIAE);
const shiftY = new Float32Array(MAX_MINUTIAE);

/** Pairs each minutia of A with the nearest of B under the movement, one to one, within `allowed` pixels and 28 degrees. */
export function pairUp(ta: Template, tb: Template, allowed: number): void {
  const na = ta.x.length;
  const nb = tb.x.length;
  const turn = Math.round(movement.turn);
  for (let j = 0; j < nb; j++) { takenBy[j] = -1; bestOff[j] = 2; }
  const least = allowed * allowed;
  for (let i = 0; i < na; i++) {
    let best = -1;
    let bestHere = 1;
    for (let j = 0; j < nb; j++) {
      const dx = movedX[i]! - tb.x[j]!;
      const dy = movedY[i]! - tb.y[j]!;
      const square = dx * dx + dy * dy;
      if (square >= least) continue;
      const twist = ((tb.direction[j]! - ta.direction[i]! - turn + 128) & 255) - 128;
      if (twist > TWIST_ALLOWED || twist < -TWIST_ALLOWED) continue;
      const off = 0.7 * square / least + 0.3 * (twist * twist) / (TWIST_ALLOWED * TWIST_ALLOWED);
      if (off < bestHere && off < bestOff[j]!) { bestHere = off; best = j; }
    }
    if (best >= 0) { takenBy[best] = i; bestOff[best] = bestHere; }
  }
  let count = 0;
  for (let j = 0; j < nb; j++) {
    const i = takenBy[j]!;
    if (i < 0) continue;
    pairing.a[count] = i;
    pairing.b[count] = j;
    pairing.off[count] = bestOff[j]!;
    pairing.twist[count] = ((tb.direction[j]! - ta.direction[i]! - turn + 128) & 255) - 128;
    count++;
  }
  pairing.count = count;
}

/** Moves by the pairs found so far: a turn, a shift and a change of scale, weighted by how well each pair fits. */
export function alignByPairs(ta: Template, tb: Template): void {
  const { count, a, b, off } = pairing;
  if (count < 2) return;
  let w = 0, ax = 0, ay = 0, bx = 0, by = 0;
  for (let l = 0; l < count; l++) {
    const weight = 1.05 - off[l]!;
    w += weight;
    ax += weight * ta.x[a[l]!]!; ay += weight * ta.y[a[l]!]!; bx += weight * tb.x[b[l]!]!; by += weight * tb.y[b[l]!]!;
  }
  ax /= w; ay /= w; bx /= w; by /= w;
  let dot = 0, cross = 0, size = 0;
  for (let l = 0; l < count; l++) {
    const weight = 1.05 - off[l]!;
    const px = ta.x[a[l]!]! - ax, py = ta.y[a[l]!]! - ay, qx = tb.x[b[l]!]! - bx, qy = tb.y[b[l]!]! - by;
    const t = (tb.direction[b[l]!]! - ta.direction[a[l]!]!) & 255;
    dot += weight * (px * qx + py * qy + 400 * COS[t]!);
    cross += weight * (px * qy - py * qx + 400 * SIN[t]!);
    size += weight * (px * px + py * py + 400);
  }
  const length = Math.hypot(dot, cross) || 1;
  const scale = Math.max(0.92, Math.min(1.08, length / size));
  setMovement(dot / length, cross / length, scale, ax, ay, bx, by);
}

/** How the ridge maps agree where both lie on the finger under the movement. */
export const agreement = { cells: 0, flow: 0, period: 0, spread: 0 };

/** Compares ridge orientation and period cell by cell. `flow`: mean cos of the doubled difference, -1..1; `period`: mean absolute log ratio. */
export function compareMaps(ta: Template, tb: Template): void {
  const columnsA = mapCells(ta.width);
  const columnsB = mapCells(tb.width);
  const rowsA = mapCells(ta.height);
  const rowsB = mapCells(tb.height);
  const turn = Math.round(movement.turn * 2);
  let cells = 0, flow = 0, periods = 0;
  for (let y = 0; y < rowsA; y++) {
    for (let x = 0; x < columnsA; x++) {
      const cell = y * columnsA + x;
      if (ta.period[cell] === 0) continue;
      const px = x * MAP_CELL + MAP_CELL / 2;
      const py = y * MAP_CELL + MAP_CELL / 2;
      const u = Math.floor((movement.xx * px + movement.xy * py + movement.x0) / MAP_CELL);
      const v = Math.floor((movement.yx * px + movement.yy * py + movement.y0) / MAP_CELL);
      if (u < 0 || v < 0 || u >= columnsB || v >= rowsB) continue;
      const other = v * columnsB + u;
      if (tb.period[other] === 0) continue;
      cells++;
      flow += COS[(tb.orientation[other]! - ta.orientation[cell]! - turn) & 255]!;
      periods += Math.abs(LOG[tb.period[other]!]! - LOG[ta.period[cell]!]!);
    }
  }
  agreement.cells = cells;
  agreement.flow = cells ? flow / cells : 0;
  agreement.period = cells ? periods / cells : 0;
}

const LOG = Float32Array.from({ length: 256 }, (_, k) => Math.log(Math.max(1, k)));

/** How many minutiae of each impression lie where the other shows finger: A's and B's. */
export const overlap = { a: 0, b: 0 };

export function countOverlap(ta: Template, tb: Template): void {
  overlap.a = 0;
  overlap.b = 0;
  const columnsA = mapCells(ta.width), columnsB = mapCells(tb.width);
  for (let i = 0; i < ta.x.length; i++) {
    const u = Math.floor(movedX[i]! / MAP_CELL), v = Math.floor(movedY[i]! / MAP_CELL);
    if (u >= 0 && v >= 0 && u < columnsB && v < mapCells(tb.height) && tb.period[v * columnsB + u]! > 0) overlap.a++;
  }
  const determinant = movement.xx * movement.yy - movement.xy * movement.yx;
  for (let j = 0; j < tb.x.length; j++) {
    const px = tb.x[j]! - movement.x0, py = tb.y[j]! - movement.y0;
    const u = Math.floor((movement.yy * px - movement.xy * py) / determinant / MAP_CELL);
    const v = Math.floor((movement.xx * py - movement.yx * px) / determinant / MAP_CELL);
    if (u >= 0 && v >= 0 && u < columnsA && v < mapCells(ta.height) && ta.period[v * columnsA + u]! > 0) overlap.b++;
  }
}
