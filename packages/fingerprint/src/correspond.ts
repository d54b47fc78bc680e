import type { Descriptors } from "./descriptors.ts";
import { FLOW_WORDS, NEIGHBOUR_WORDS } from "./descriptors.ts";
import type { Template } from "./template.ts";

/** Most correspondences that are looked at together. */
export const MOST = 64;
const LEAST_POINTS = 8;
const LEVELS = 256;
const FLOW_WEIGHT = 0.5;
const LEAST_SIMILARITY = 0.3;
const SUPPORT_ROUNDS = 3;

/** Minutiae of two impressions that look alike with their surroundings, and how well each fits the others. */
export const candidates = {
  count: 0,
  a: new Uint8Array(MOST),
  b: new Uint8Array(MOST),
  similarity: new Float32Array(MOST),
  support: new Float32Array(MOST),
  /** Compatibility of each two, 0..1, MOST a row. */
  compatible: new Float32Array(MOST * MOST),
};

const histogram = new Int32Array(LEVELS);
export let levels = new Uint8Array(0);
export const COS = Float32Array.from({ length: 256 }, (_, k) => Math.cos((k * Math.PI) / 128));
export const SIN = Float32Array.from({ length: 256 }, (_, k) => Math.sin((k * Math.PI) / 128));

function bitsSet(v: number): number {
  v -= (v >>> 1) & 0x55555555;
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Fills `candidates` with the pairs of minutiae whose surroundings are most alike. */
export function findCandidates(ta: Template, da: Descriptors, tb: Template, db: Descriptors): void {
  const na = ta.x.length;
  const nb = tb.x.length;
  if (levels.length < na * nb) levels = new Uint8Array(na * nb);
  histogram.fill(0);
  for (let i = 0; i < na; i++) {
    const maskA = da.flowMask[i]!;
    const fa = i * FLOW_WORDS;
    const ca = i * NEIGHBOUR_WORDS;
    for (let j = 0; j < nb; j++) {
      levels[i * nb + j] = 0;
      const mask = maskA & db.flowMask[j]!;
      const points = bitsSet(mask);
      if (points < LEAST_POINTS) continue;
      const fb = j * FLOW_WORDS;
      const apart = bitsSet((da.flow[fa]! ^ db.flow[fb]!) & mask) + bitsSet((da.flow[fa + 1]! ^ db.flow[fb + 1]!) & mask)
        + bitsSet((da.flow[fa + 2]! ^ db.flow[fb + 2]!) & mask) + bitsSet((da.flow[fa + 3]! ^ db.flow[fb + 3]!) & mask);
      const flow = 1 - apart / (2 * points);
      if (flow < 0.3) continue;
      const norm = da.neighbourNorm[i]! + db.neighbourNorm[j]!;
      let neighbours = 0;
      if (norm > 0) {
        const cb = j * NEIGHBOUR_WORDS;
        let different = 0;
        for (let w = 0; w < NEIGHBOUR_WORDS; w++) different += bitsSet(da.neighbours[ca + w]! ^ db.neighbours[cb + w]!);
        neighbours = 1 - Math.sqrt(different) / norm;
      }
      const similarity = FLOW_WEIGHT * flow + (1 - FLOW_WEIGHT) * neighbours;
      if (similarity < LEAST_SIMILARITY) continue;
      const level = Math.min(LEVELS - 1, (similarity * LEVELS) | 0);
      levels[i * nb + j] = level;
      histogram[level] = histogram[level]! + 1;
    }
  }
  let cut = LEVELS;
  for (let taken = 0; cut > 1 && taken + histogram[cut - 1]! <= MOST; cut--) taken += histogram[cut - 1]!;
  let count = 0;
  for (let i = 0; i < na; i++) {
    for (let j = 0; j < nb; j++) {
      const level = levels[i * nb + j]!;
      if (level < cut || level === 0) continue;
      candidates.a[count] = i;
      candidates.b[count] = j;
      candidates.similarity[count] = level / LEVELS;
      count++;
    }
  }
  candidates.count = count;
}

/**
 * Rates each candidate by how many others agree with it on one movement of the finger: spectral matching (Leordeanu and
 * Hebert 2005) over the rotation- and shift-free geometry of each two candidates. Tolerances grow with distance: skin stretches.
 */
export function relax(ta: Template, tb: Template): void {
  const { count, a, b, similarity, support, compatible } = candidates;
  for (let k = 0; k < count; k++) {
    compatible[k * MOST + k] = 0;
    const ak = a[k]!;
    const bk = b[k]!;
    const turnK = (tb.direction[bk]! - ta.direction[ak]!) & 255;
    for (let l = 0; l < k; l++) {
      const al = a[l]!;
      const bl = b[l]!;
      let fit = 0;
      if (ak !== al && bk !== bl) {
        const turnL = (tb.direction[bl]! - ta.direction[al]!) & 255;
        const twist = ((turnL - turnK + 128) & 255) - 128;
        if (twist < 18 && twist > -18) {
          const turn = (turnK + (twist >> 1)) & 255;
          const ax = ta.x[al]! - ta.x[ak]!;
          const ay = ta.y[al]! - ta.y[ak]!;
          const ex = ax * COS[turn]! - ay * SIN[turn]! - (tb.x[bl]! - tb.x[bk]!);
          const ey = ax * SIN[turn]! + ay * COS[turn]! - (tb.y[bl]! - tb.y[bk]!);
          const allowed = 8 + 0.14 * Math.sqrt(ax * ax + ay * ay);
          const off = (ex * ex + ey * ey) / (allowed * allowed);
          if (off < 1) fit = (1 - off) * (1 - (twist * twist) / 324);
        }
      }
      compatible[k * MOST + l] = fit;
      compatible[l * MOST + k] = fit;
    }
  }
  for (let k = 0; k < count; k++) support[k] = similarity[k]!;
  for (let round = 0; round < SUPPORT_ROUNDS; round++) {
    let largest = 1e-9;
    for (let k = 0; k < count; k++) {
      let sum = 0.1 * support[k]!;
      const row = k * MOST;
      for (let l = 0; l < count; l++) sum += compatible[row + l]! * support[l]!;
      next[k] = sum * similarity[k]!;
      if (next[k]! > largest) largest = next[k]!;
    }
    for (let k = 0; k < count; k++) support[k] = next[k]! / largest;
  }
}

const next = new Float32Array(MOST);
