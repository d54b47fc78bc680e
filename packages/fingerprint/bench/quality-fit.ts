import type { QualitySigns } from '../src/extraction/quality-signs.ts';

/** A comparison whose outcome is known: of a finger's own pair, both pictures' signs count; of a try against clean impressions, those of the try. */
export interface Tried {
  readonly way: string;
  readonly set: string;
  readonly person: string;
  readonly signs: readonly QualitySigns[];
  readonly score: number;
}

export interface QualityFit {
  readonly weights: readonly number[];
}

/** Scores that a comparison reaches or not: more than that of money, for failures there are few of. */
const REACHED = [40, 60, 80];
const ROUNDS = 4_000;
const RATE = 0.05;
const RIDGE = 0.0005;

/** Weighted sum of the signs. */
export function sumOf(signs: readonly number[], { weights }: QualityFit): number {
  return weights.reduce((sum, weight, k) => sum + weight * signs[k]!, 0);
}

/**
 * Fits weights that are not below 0, so that each sign may only raise the quality, by a logistic regression of whether each score is reached on the lower of the sums (softened). Pairs of each
 * set weigh by the root of their number, tries that were made worse as much as all pairs. Descent by moments (Adam), the same at each run.
 */
export function fitQuality(tried: readonly Tried[]): QualityFit {
  const signs = tried[0]!.signs[0]!.length;
  const groups = Map.groupBy(tried, ({ way, set }) => (way === 'pair' ? set : ''));
  const shareOf = new Map<string, number>();
  const roots = [...groups].filter(([name]) => name !== '').map(([, of]) => Math.sqrt(of.length));
  const whole = roots.reduce((a, b) => a + b, 0);
  for (const [name, of] of groups) shareOf.set(name, name === '' ? 1 / of.length : 1 / Math.sqrt(of.length) / whole);
  const rows = tried.map(({ way, set, signs: [one, other], score }) => ({
    one: one!,
    other,
    score,
    weight: shareOf.get(way === 'pair' ? set : '')!,
    at: signs + (way === 'pair' ? 0 : REACHED.length),
  }));
  const size = signs + 2 * REACHED.length;
  const b = new Float64Array(size).fill(1, 0, signs);
  const moments = [new Float64Array(size), new Float64Array(size)] as const;
  for (let round = 1; round <= ROUNDS; round++) {
    const gradient = Float64Array.from(b, (v, k) => (k < signs ? 2 * RIDGE * v : 0));
    for (const { one, other, score, weight, at } of rows) {
      const first = dot(one, b);
      const second = other && dot(other, b);
      const share = second === undefined ? 1 : 1 / (1 + Math.exp(first - second));
      const lower =
        second === undefined ? first : Math.min(first, second) - Math.log1p(Math.exp(-Math.abs(first - second)));
      for (const [k, reached] of REACHED.entries()) {
        const off = weight * (1 / (1 + Math.exp(b[at + k]! - lower)) - (score >= reached ? 1 : 0));
        gradient[at + k] = gradient[at + k]! - off;
        for (let s = 0; s < signs; s++)
          gradient[s] = gradient[s]! + off * (share * one[s]! + (other ? (1 - share) * other[s]! : 0));
      }
    }
    for (let k = 0; k < size; k++) {
      moments[0][k] = 0.9 * moments[0][k]! + 0.1 * gradient[k]!;
      moments[1][k] = 0.999 * moments[1][k]! + 0.001 * gradient[k]! ** 2;
      const step = moments[0][k]! / (1 - 0.9 ** round) / (Math.sqrt(moments[1][k]! / (1 - 0.999 ** round)) + 1e-9);
      b[k] = b[k]! - (RATE * step) / Math.sqrt(1 + round / 200);
      if (k < signs) b[k] = Math.max(0, b[k]!);
    }
  }
  return { weights: [...b.subarray(0, signs)] };
}

function dot(signs: readonly number[], b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < signs.length; k++) sum += signs[k]! * b[k]!;
  return sum;
}
