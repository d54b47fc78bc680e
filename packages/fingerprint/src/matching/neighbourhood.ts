import { MAX_MINUTIAE, type Template } from '../template/template.ts';
import { pairing } from './pairing.ts';

/** Pixels round a minutia, some thirteen adult ridges: a third of a finger, within which stretched skin still agrees. */
const REACH = 120;
/** Pairs that chance makes there: a share of the minutiae, and a little where there are few. */
const BY_CHANCE = 0.25;
const LEAST_BY_CHANCE = 0.3;

/** Counts: of each minutia how many lie within reach of it, itself among them. */
const counts = new WeakMap<Template, Uint8Array>();

const fit = new Float64Array(MAX_MINUTIAE);

/**
 * Surprise: how little the pairs round one pair are like chance, of the pair where they are least like it; 0 where chance makes as many. The root of the log of how much less
 * likely they are by chance (Poisson). Strangers' minutiae pair here and there among many without a partner; those of one finger pair all together
 * somewhere, though skin that was pushed over the glass lies off elsewhere.
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
    const expected = BY_CHANCE * Math.sqrt(countsA[a[k]!]! * countsB[b[k]!]!) + LEAST_BY_CHANCE;
    if (fit[k]! <= expected) continue;
    most = Math.max(most, fit[k]! * Math.log(fit[k]! / expected) - fit[k]! + expected);
  }
  return Math.sqrt(most);
}

/** The number of minutiae within reach of each, kept as long as the template is. */
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
