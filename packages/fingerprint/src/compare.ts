import { agreement, alignByPairs, alignBySeed, compareMaps, countOverlap, move, overlap, pairing, pairUp, stretch } from "./align.ts";
import { candidates, findCandidates, levels, relax } from "./correspond.ts";
import type { Descriptors } from "./descriptors.ts";
import { describe } from "./descriptors.ts";
import type { Template } from "./template.ts";

/** A template made ready to be compared with many. */
export interface Probe { readonly template: Template; readonly descriptors: Descriptors }

const described = new WeakMap<Template, Descriptors>();

function descriptorsOf(t: Template): Descriptors {
  let d = described.get(t);
  if (d === undefined) {
    d = describe(t);
    described.set(t, d);
  }
  return d;
}

/** Indexes a template once, so that many candidates can be compared with it. */
export function prepareProbe(t: Template): Probe {
  return { template: t, descriptors: descriptorsOf(t) };
}

const SEEDS = 3;
export const FEATURES = 12;

/** The evidence of the best alignment; for scoring and for training the score. */
export const evidence = new Float64Array(FEATURES);

/** The score of two impressions; 30 = one impostor pair in 1,000, +10 for each factor ten. */
export function compareToProbe(probe: Probe, candidate: Template): number {
  const ta = probe.template;
  const da = probe.descriptors;
  const tb = candidate;
  evidence.fill(0);
  if (ta.x.length === 0 || tb.x.length === 0) return 0;
  const db = descriptorsOf(tb);
  findCandidates(ta, da, tb, db);
  if (candidates.count === 0) return 0;
  relax(ta, tb);
  let best = -1e9;
  for (let s = 0; s < SEEDS; s++) {
    const seed = strongest();
    if (seed < 0) break;
    alignBySeed(ta, tb, seed);
    let cluster = 0;
    for (let l = 0; l < candidates.count; l++) cluster += candidates.similarity[l]! * candidates.compatible[seed * 64 + l]!;
    gathered[10] = cluster;
    suppress(seed);
    move(ta);
    pairUp(ta, tb, 20);
    alignByPairs(ta, tb);
    move(ta);
    pairUp(ta, tb, 18);
    alignByPairs(ta, tb);
    move(ta);
    pairUp(ta, tb, 18);
    stretch(ta, tb);
    pairUp(ta, tb, 12);
    compareMaps(ta, tb);
    countOverlap(ta, tb);
    const score = weigh(ta, tb);
    if (score > best) {
      best = score;
      evidence.set(gathered);
    }
  }
  return best;
}

const gathered = new Float64Array(FEATURES);

function weigh(ta: Template, tb: Template): number {
  let fit = 0;
  let quality = 0;
  let types = 0;
  for (let k = 0; k < pairing.count; k++) {
    fit += 1 - pairing.off[k]!;
    quality += (1 - pairing.off[k]!) * Math.sqrt(ta.quality[pairing.a[k]!]! * tb.quality[pairing.b[k]!]!) / 100;
    if (ta.type[pairing.a[k]!] === tb.type[pairing.b[k]!]) types++;
  }
  let alike = 0;
  for (let k = 0; k < pairing.count; k++) alike += levels[pairing.a[k]! * tb.x.length + pairing.b[k]!]! / 256;
  gathered[11] = alike;
  gathered[0] = pairing.count;
  gathered[1] = fit;
  gathered[2] = quality;
  gathered[3] = types;
  gathered[4] = overlap.a;
  gathered[5] = overlap.b;
  gathered[6] = agreement.cells;
  gathered[7] = agreement.flow;
  gathered[8] = agreement.period;
  gathered[9] = fit / Math.sqrt((overlap.a + 3) * (overlap.b + 3));
  const shared = Math.sqrt((overlap.a + 3) * (overlap.b + 3));
  return 22 * (fit / shared) - 0.19 * Math.log(1.02 - agreement.flow) - 2.5 * Math.log(agreement.period + 0.02) - 0.38 * Math.sqrt(gathered[10]!)
    + 2.48 * Math.sqrt(alike) - 0.265 * (shared - pairing.count) + 3.35 * Math.log1p(agreement.cells) - 30;
}

const used = new Uint8Array(64);

function strongest(): number {
  let best = -1;
  let most = 0;
  for (let k = 0; k < candidates.count; k++) if (candidates.support[k]! > most) { most = candidates.support[k]!; best = k; }
  return best;
}

/** Takes a seed and all that agree with it out of the running, so that the next seed is another movement. */
function suppress(seed: number): void {
  for (let l = 0; l < candidates.count; l++) if (l === seed || candidates.compatible[seed * 64 + l]! > 0) candidates.support[l] = 0;
}

/** The score of two impressions. */
export function compare(a: Template, b: Template): number {
  return compareToProbe(prepareProbe(a), b);
}

/** The best score over the enrolled impressions. */
export function bestScore(probe: Probe, candidates: readonly Template[]): number {
  return candidates.reduce((best, c) => Math.max(best, compareToProbe(probe, c)), 0);
}
