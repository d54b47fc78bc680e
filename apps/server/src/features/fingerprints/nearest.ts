import type { Scored } from './tasks.ts';

/** Selects the two best active students, and the best of the others. */
export function nearest(scored: readonly Scored[]): Scored[] {
  const ranked = scored.toSorted((a, b) => b.score - a.score);
  return [
    ...ranked.filter(({ active }) => active).slice(0, 2),
    ...ranked.filter(({ active }) => !active).slice(0, 1),
  ].sort((a, b) => b.score - a.score);
}
