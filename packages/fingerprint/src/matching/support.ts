import type { Template } from '../template/template.ts';
import { COS, SIN, twistBetween } from '../template/turns.ts';
import { candidates, MOST_CANDIDATES } from './candidates.ts';

/** Angle by which two pairs may disagree about the turn of the finger, in 256ths of a turn (25 degrees). */
const TWIST_ALLOWED = 18;
/** Distance by which a pair may lie off, in pixels, and how much more for each pixel of distance: directions err, and skin stretches. */
const OFF_ALLOWED = 8;
const OFF_PER_PIXEL = 0.14;
const ROUNDS = 3;
/** Own share: what a pair keeps of its own support in each round. */
const OWN_SHARE = 0.1;

/** Support: how well each candidate pair fits the others, 0..1. */
export const support = new Float32Array(MOST_CANDIDATES);

/** True if two candidate pairs can come from one movement of the finger, 0..1, MOST_CANDIDATES a row. */
export const compatible = new Float32Array(MOST_CANDIDATES * MOST_CANDIDATES);

const next = new Float32Array(MOST_CANDIDATES);

/** Fills `compatible` and `support`: spectral matching (Leordeanu and Hebert 2005) over the geometry between each two pairs. */
export function weighSupport(ta: Template, tb: Template): void {
  const { count, a, b } = candidates;
  for (let k = 0; k < count; k++) {
    compatible[k * MOST_CANDIDATES + k] = 0;
    for (let l = 0; l < k; l++) {
      const fit = a[k] === a[l] || b[k] === b[l] ? 0 : fitOf(ta, tb, a[k]!, b[k]!, a[l]!, b[l]!);
      compatible[k * MOST_CANDIDATES + l] = fit;
      compatible[l * MOST_CANDIDATES + k] = fit;
    }
  }
  const { similarity } = candidates;
  for (let k = 0; k < count; k++) support[k] = similarity[k]!;
  for (let round = 0; round < ROUNDS; round++) {
    let largest = Number.MIN_VALUE;
    for (let k = 0; k < count; k++) {
      let sum = OWN_SHARE * support[k]!;
      const row = k * MOST_CANDIDATES;
      for (let l = 0; l < count; l++) sum += compatible[row + l]! * support[l]!;
      next[k] = sum * similarity[k]!;
      if (next[k]! > largest) largest = next[k]!;
    }
    for (let k = 0; k < count; k++) support[k] = next[k]! / largest;
  }
}

function fitOf(ta: Template, tb: Template, a1: number, b1: number, a2: number, b2: number): number {
  const turn1 = tb.direction[b1]! - ta.direction[a1]!;
  const twist = twistBetween(turn1, tb.direction[b2]! - ta.direction[a2]!);
  if (twist >= TWIST_ALLOWED || twist <= -TWIST_ALLOWED) return 0;
  const turn = (turn1 + (twist >> 1)) & 255;
  const x = ta.x[a2]! - ta.x[a1]!;
  const y = ta.y[a2]! - ta.y[a1]!;
  const offX = x * COS[turn]! - y * SIN[turn]! - (tb.x[b2]! - tb.x[b1]!);
  const offY = x * SIN[turn]! + y * COS[turn]! - (tb.y[b2]! - tb.y[b1]!);
  const allowed = OFF_ALLOWED + OFF_PER_PIXEL * Math.sqrt(x * x + y * y);
  const off = (offX * offX + offY * offY) / (allowed * allowed);
  return off < 1 ? (1 - off) * (1 - (twist * twist) / (TWIST_ALLOWED * TWIST_ALLOWED)) : 0;
}

/** The best supported candidate that no earlier seed has spoken for; -1 where none is left. */
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

/** Takes a seed and all that agree with it out of the running, so that the next seed is another movement. */
export function retireSeed(seed: number): void {
  for (let k = 0; k < candidates.count; k++)
    if (k === seed || compatible[seed * MOST_CANDIDATES + k]! > 0) support[k] = 0;
}
