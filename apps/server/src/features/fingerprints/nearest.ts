import type { Scored } from './tasks.ts';

/** The two nearest who may be identified, and the nearest of the others. */
export function nearest(scored: readonly Scored[]): Scored[] {
  const ranked = scored.toSorted((a, b) => b.score - a.score);
  return [
    ...ranked.filter(({ active }) => active).slice(0, 2),
    ...ranked.filter(({ active }) => !active).slice(0, 1),
  ].sort((a, b) => b.score - a.score);
}
