import { MAX_MINUTIAE, type Template } from '../template/template.ts';
import { pairing } from './pairing.ts';

/** Radius in pixels around a minutia, some thirteen adult ridges: a third of a finger, within which stretched skin still agrees. */
const REACH = 120;
/** Expected number of chance pairs there: a share of the minutiae, and a constant for few minutiae. */
const BY_CHANCE = 0.25;
const MIN_BY_CHANCE = 0.3;

/** Cache: for each minutia the number of minutiae within reach, itself included. */
const counts = new WeakMap<Template, Uint8Array>();

const fit = new Float64Array(MAX_MINUTIAE);

/**
 * Surprise: the improbability that the pairs around one pair arise by chance, maximised over all pairs; 0 if chance would produce as
 * many. Equals the square root of the log of the ratio of probabilities (Poisson). Minutiae of strangers pair here and there among many
 * without a partner; those of one finger all pair in some area, even if skin that was pushed over the glass is off elsewhere.
 */
export function surpriseOf(ta: Template, tb: Template): number {
  const { count, a, b, off } = pairing;
  const countsA = countsOf(ta);
  const countsB = countsOf(tb);
  for (let k = 0; k < count; k++) {
    const own = 1 - off[k]!;
    fit[k] = own;
    const x = tb.x[b[k]!]!;
    const y = tb.y[b[k]!]!;
    for (let l = 0; l < k; l++) {
      const dx = tb.x[b[l]!]! - x;
      const dy = tb.y[b[l]!]! - y;
      if (dx * dx + dy * dy >= REACH * REACH) continue;
      fit[k] = fit[k]! + 1 - off[l]!;
      fit[l] = fit[l]! + own;
    }
  }
  let most = 0;
  for (let k = 0; k < count; k++) {
    const expected = BY_CHANCE * Math.sqrt(countsA[a[k]!]! * countsB[b[k]!]!) + MIN_BY_CHANCE;
    if (fit[k]! <= expected) continue;
    most = Math.max(most, fit[k]! * Math.log(fit[k]! / expected) - fit[k]! + expected);
  }
  return Math.sqrt(most);
}

/** Returns the number of minutiae within reach of each, cached as long as the template lives. */
function countsOf(t: Template): Uint8Array {
  const known = counts.get(t);
  if (known !== undefined) return known;
  const made = new Uint8Array(t.x.length).fill(1);
  for (let i = 0; i < t.x.length; i++) {
    for (let l = 0; l < i; l++) {
      const dx = t.x[l]! - t.x[i]!;
      const dy = t.y[l]! - t.y[i]!;
      if (dx * dx + dy * dy >= REACH * REACH) continue;
      made[i] = made[i]! + 1;
      made[l] = made[l]! + 1;
    }
  }
  counts.set(t, made);
  return made;
}
