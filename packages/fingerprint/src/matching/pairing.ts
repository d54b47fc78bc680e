import type { Template } from '../template/template.ts';
import { MAX_MINUTIAE } from '../template/template.ts';
import { twistBetween } from '../template/turns.ts';
import { listNear, near, setA } from './near.ts';
import { moved } from './stretch.ts';

/** Minutiae of A and B that coincide, one to one. */
export const pairing = {
  count: 0,
  a: new Uint8Array(MAX_MINUTIAE),
  b: new Uint8Array(MAX_MINUTIAE),
  /** Distance of the pair: 0 for none, 1 at the limit. */
  off: new Float32Array(MAX_MINUTIAE),
};

/** Maximum difference of direction of a pair, in 256ths of a turn (28 degrees). */
const TWIST_ALLOWED = 20;
const DISTANCE_SHARE = 0.7;

const takenBy = new Int16Array(MAX_MINUTIAE);
const offOf = new Float32Array(MAX_MINUTIAE);

/** Lays the minutiae of A on B. */
export function layOn(
  ta: Template,
  entry: { readonly c: number; readonly s: number; readonly x0: number; readonly y0: number },
): void {
  const { c, s, x0, y0 } = entry;
  for (let i = 0; i < ta.x.length; i++) {
    moved.x[i] = c * ta.x[i]! - s * ta.y[i]! + x0;
    moved.y[i] = s * ta.x[i]! + c * ta.y[i]! + y0;
  }
}

/**
 * Pairs each minutia of A with the nearest of B within `allowed` pixels, if each is the other's nearest. B must have been loaded by
 * `setB`. `turn`: 256ths of a turn from A to B.
 */
export function pairUp(ta: Template, tb: Template, turn: number, allowed: number): void {
  const countB = tb.x.length;
  const perSquare = 1 / (allowed * allowed);
  const rounded = Math.round(turn);
  takenBy.fill(-1, 0, countB);
  offOf.fill(1, 0, countB);
  setA(moved.x, moved.y, ta.direction, rounded);
  listNear(ta.x.length, countB, allowed, TWIST_ALLOWED);
  for (let n = 0; n < near.count; ) {
    const i = near.pairs[n]! >> 8;
    const x = moved.x[i]!;
    const y = moved.y[i]!;
    const direction = ta.direction[i]! + rounded;
    let nearest = -1;
    let least = 1;
    for (; n < near.count && near.pairs[n]! >> 8 === i; n++) {
      const j = near.pairs[n]! & 255;
      const dx = x - tb.x[j]!;
      if (dx > allowed || dx < -allowed) continue;
      const dy = y - tb.y[j]!;
      const away = (dx * dx + dy * dy) * perSquare;
      if (away >= 1) continue;
      const twist = twistBetween(direction, tb.direction[j]!) / TWIST_ALLOWED;
      const off = DISTANCE_SHARE * away + (1 - DISTANCE_SHARE) * twist * twist;
      if (off >= least || off >= offOf[j]!) continue;
      least = off;
      nearest = j;
    }
    if (nearest < 0) continue;
    takenBy[nearest] = i;
    offOf[nearest] = least;
  }
  let count = 0;
  for (let j = 0; j < countB; j++) {
    if (takenBy[j]! < 0) continue;
    pairing.a[count] = takenBy[j]!;
    pairing.b[count] = j;
    pairing.off[count] = offOf[j]!;
    count++;
  }
  pairing.count = count;
}
