import type { Template } from '../template/template.ts';
import { COS, SIN } from '../template/turns.ts';
import { candidates, MAX_CANDIDATES } from './candidates.ts';
import { pairing } from './pairing.ts';
import { compatible, support } from './support.ts';

/** Movement that lays impression A on impression B: `x' = c x - s y + x0`, `y' = s x + c y + y0`. */
export const entry = { c: 1, s: 0, x0: 0, y0: 0, turn: 0 };

/** Weight of the directions relative to the positions, in squared pixels. With few pairs, positions alone give unstable rotations. */
const DIRECTION_WEIGHT_SEED = 900;
const DIRECTION_WEIGHT_PAIRS = 400;
/** Bound of the scale: growth, pressure and sensors change the size only slightly. */
const MAX_SCALE = 1.08;

const fit = { weight: 0, ax: 0, ay: 0, bx: 0, by: 0, dot: 0, cross: 0, size: 0 };

/** Estimates the movement from a candidate and those compatible with it, without scaling. */
export function moveBySeed(ta: Template, tb: Template, seed: number): void {
  const { count, a, b } = candidates;
  for (let pass = 0; pass < 2; pass++) {
    begin(pass);
    for (let k = 0; k < count; k++) {
      const weight = support[k]! * (k === seed ? 1 : compatible[seed * MAX_CANDIDATES + k]!);
      if (weight > 0) add(pass, ta, a[k]!, tb, b[k]!, weight, DIRECTION_WEIGHT_SEED);
    }
  }
  finish(1);
}

/**
 * Estimates the movement from the pairs found so far (at least 2; otherwise unchanged): rotation, shift and a small scaling, with more
 * weight for closer pairs.
 */
export function moveByPairs(ta: Template, tb: Template): void {
  const { count, a, b, off } = pairing;
  if (count < 2) return;
  for (let pass = 0; pass < 2; pass++) {
    begin(pass);
    for (let k = 0; k < count; k++) add(pass, ta, a[k]!, tb, b[k]!, 1.05 - off[k]!, DIRECTION_WEIGHT_PAIRS);
  }
  finish(MAX_SCALE);
}

/** Least squares after Umeyama (1991) in two passes: first the centres, then rotation and scale about them. */
function begin(pass: number): void {
  if (pass === 0) {
    fit.weight = fit.ax = fit.ay = fit.bx = fit.by = 0;
    return;
  }
  fit.ax /= fit.weight;
  fit.ay /= fit.weight;
  fit.bx /= fit.weight;
  fit.by /= fit.weight;
  fit.dot = fit.cross = fit.size = 0;
}

function add(
  pass: number,
  ta: Template,
  i: number,
  tb: Template,
  j: number,
  weight: number,
  directionWeight: number,
): void {
  if (pass === 0) {
    fit.weight += weight;
    fit.ax += weight * ta.x[i]!;
    fit.ay += weight * ta.y[i]!;
    fit.bx += weight * tb.x[j]!;
    fit.by += weight * tb.y[j]!;
    return;
  }
  const px = ta.x[i]! - fit.ax;
  const py = ta.y[i]! - fit.ay;
  const qx = tb.x[j]! - fit.bx;
  const qy = tb.y[j]! - fit.by;
  const turn = (tb.direction[j]! - ta.direction[i]!) & 255;
  fit.dot += weight * (px * qx + py * qy + directionWeight * COS[turn]!);
  fit.cross += weight * (px * qy - py * qx + directionWeight * SIN[turn]!);
  fit.size += weight * (px * px + py * py + directionWeight);
}

function finish(mostScale: number): void {
  const length = Math.sqrt(fit.dot * fit.dot + fit.cross * fit.cross);
  const scale = Math.max(1 / mostScale, Math.min(mostScale, length / fit.size));
  entry.c = length > 0 ? (scale * fit.dot) / length : scale;
  entry.s = length > 0 ? (scale * fit.cross) / length : 0;
  entry.x0 = fit.bx - entry.c * fit.ax + entry.s * fit.ay;
  entry.y0 = fit.by - entry.s * fit.ax - entry.c * fit.ay;
  entry.turn = (Math.atan2(fit.cross, fit.dot) * 128) / Math.PI;
}
