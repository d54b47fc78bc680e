import type { Template } from '../template/template.ts';
import { COS, SIN, twistBetween } from '../template/turns.ts';
import { candidates, MAX_CANDIDATES } from './candidates.ts';
import { listTurned, turned } from './turned.ts';

/** Maximum disagreement of two pairs about the rotation of the finger, in 256ths of a turn (25 degrees). */
const TWIST_ALLOWED = 18;
/** Maximum offset of a pair in pixels, and its increase per pixel of distance: directions are inexact, and skin stretches. */
const OFF_ALLOWED = 8;
const OFF_PER_PIXEL = 0.14;
const SURELY_OFF = 2.01 * OFF_ALLOWED ** 2;
const SURELY_OFF_PER_SQUARE = 2.01 * OFF_PER_PIXEL ** 2;
const ROUNDS = 3;
/** Share of its own support that a pair keeps in each round. */
const OWN_SHARE = 0.1;

/** Support: how well each candidate pair fits the others, 0..1. */
export const support = new Float32Array(MAX_CANDIDATES);

/** Degree to which two candidate pairs can come from one movement of the finger, 0..1, MAX_CANDIDATES per row. */
export const compatible = new Float32Array(MAX_CANDIDATES * MAX_CANDIDATES);

const next = new Float32Array(MAX_CANDIDATES);

/** Partners: the candidates that each one is compatible with, ascending, MAX_CANDIDATES per row. Compatible pairs are rare. */
const partners = new Uint8Array(MAX_CANDIDATES * MAX_CANDIDATES);
const partnerCount = new Uint8Array(MAX_CANDIDATES);

/** Positions of the minutiae of the candidates. */
const ax = new Float64Array(MAX_CANDIDATES);
const ay = new Float64Array(MAX_CANDIDATES);
const bx = new Float64Array(MAX_CANDIDATES);
const by = new Float64Array(MAX_CANDIDATES);

/** Fills `compatible` and `support`: spectral matching (Leordeanu and Hebert 2005) over the geometry between each two pairs. */
export function weighSupport(ta: Template, tb: Template): void {
  const { count, a, b, similarity } = candidates;
  turned.a.set(a);
  turned.b.set(b);
  for (let k = 0; k < count; k++) {
    ax[k] = ta.x[a[k]!]!;
    ay[k] = ta.y[a[k]!]!;
    bx[k] = tb.x[b[k]!]!;
    by[k] = tb.y[b[k]!]!;
    turned.turn[k] = tb.direction[b[k]!]! - ta.direction[a[k]!]!;
  }
  findPartners(count);
  for (let k = 0; k < count; k++) support[k] = similarity[k]!;
  for (let round = 0; round < ROUNDS; round++) {
    let largest = Number.MIN_VALUE;
    for (let k = 0; k < count; k++) {
      let sum = OWN_SHARE * support[k]!;
      const row = k * MAX_CANDIDATES;
      const end = row + partnerCount[k]!;
      for (let at = row; at < end; at++) sum += compatible[row + partners[at]!]! * support[partners[at]!]!;
      next[k] = sum * similarity[k]!;
      if (next[k]! > largest) largest = next[k]!;
    }
    for (let k = 0; k < count; k++) support[k] = next[k]! / largest;
  }
}

function findPartners(count: number): void {
  compatible.fill(0, 0, count * MAX_CANDIDATES);
  partnerCount.fill(0);
  listTurned(count, TWIST_ALLOWED - 1);
  for (let n = 0; n < turned.count; n++) {
    const k = turned.pairs[n]! >> 8;
    const l = turned.pairs[n]! & 255;
    const fit = fitOf(k, l);
    if (fit <= 0) continue;
    compatible[k * MAX_CANDIDATES + l] = fit;
    compatible[l * MAX_CANDIDATES + k] = fit;
    partners[k * MAX_CANDIDATES + partnerCount[k]!] = l;
    partners[l * MAX_CANDIDATES + partnerCount[l]!] = k;
    partnerCount[k] = partnerCount[k]! + 1;
    partnerCount[l] = partnerCount[l]! + 1;
  }
}

function fitOf(k: number, l: number): number {
  const twist = twistBetween(turned.turn[k]!, turned.turn[l]!);
  const turn = (turned.turn[k]! + (twist >> 1)) & 255;
  const x = ax[l]! - ax[k]!;
  const y = ay[l]! - ay[k]!;
  const offX = x * COS[turn]! - y * SIN[turn]! - (bx[l]! - bx[k]!);
  const offY = x * SIN[turn]! + y * COS[turn]! - (by[l]! - by[k]!);
  const square = x * x + y * y;
  const offSquare = offX * offX + offY * offY;
  // Twice the sum of squares is at least the square of the sum, so most pairs are refused without a square root.
  if (offSquare > SURELY_OFF + SURELY_OFF_PER_SQUARE * square) return 0;
  const allowed = OFF_ALLOWED + OFF_PER_PIXEL * Math.sqrt(square);
  const off = offSquare / (allowed * allowed);
  return off < 1 ? (1 - off) * (1 - (twist * twist) / (TWIST_ALLOWED * TWIST_ALLOWED)) : 0;
}

/** Returns the best supported candidate that no earlier seed has used; -1 if none is left. */
export function nextSeed(): number {
  let seed = -1;
  let most = 0;
  for (let k = 0; k < candidates.count; k++) {
    if (support[k]! <= most) continue;
    most = support[k]!;
    seed = k;
  }
  return seed;
}

/** Retires a seed and all candidates that agree with it, so that the next seed is another movement. */
export function retireSeed(seed: number): void {
  for (let k = 0; k < candidates.count; k++)
    if (k === seed || compatible[seed * MAX_CANDIDATES + k]! > 0) support[k] = 0;
}
