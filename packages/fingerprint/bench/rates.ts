/** The scores of a set: pairs of one finger, and pairs of two fingers. */
export interface Scores {
  readonly genuine: Float64Array;
  readonly impostor: Float64Array;
}

/** By which a sum of shares may be off. */
const SUM_ERROR = 1e-12;

/** Share of genuine pairs below a threshold. */
export function fnmrAt(scores: Scores, threshold: number): number {
  return scores.genuine.reduce((sum, s) => sum + (s < threshold ? 1 : 0), 0) / scores.genuine.length;
}

/** Share of impostor pairs at or above a threshold. */
export function fmrAt(scores: Scores, threshold: number): number {
  return scores.impostor.reduce((sum, s) => sum + (s >= threshold ? 1 : 0), 0) / scores.impostor.length;
}

/** The lowest threshold at which no more than this share of impostor pairs is let in. */
export function thresholdFor(impostor: Float64Array, fmr: number): number {
  const falling = Float64Array.from(impostor).sort().reverse();
  const next = falling[Math.floor(falling.length * fmr)];
  return next === undefined ? Number.NEGATIVE_INFINITY : next + 1e-9;
}

/** The lowest threshold at which no more than this share of impostor pairs is let in, each group's pairs counting alike, however many it has. */
export function thresholdForGroups(groups: readonly Float64Array[], fmr: number): number {
  const falling = groups
    .flatMap((group) => Array.from(group, (score) => ({ score, share: 1 / group.length / groups.length })))
    .sort((a, b) => b.score - a.score);
  let passing = 0;
  for (const { score, share } of falling) {
    passing += share;
    if (passing > fmr + SUM_ERROR) return score + 1e-9;
  }
  return Number.NEGATIVE_INFINITY;
}

/** Equal error rate: where the shares of genuine pairs refused and of impostor pairs let in meet. */
export function equalErrorRate(scores: Scores): number {
  const genuine = Float64Array.from(scores.genuine).sort();
  const impostor = Float64Array.from(scores.impostor).sort().reverse();
  let below = genuine.length;
  for (let k = 0; k < impostor.length; k++) {
    while (below > 0 && genuine[below - 1]! >= impostor[k]!) below--;
    const fmr = (k + 1) / impostor.length;
    const fnmr = below / genuine.length;
    if (fmr >= fnmr) return (fmr + fnmr) / 2;
  }
  return below / genuine.length;
}
