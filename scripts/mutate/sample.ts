import { createHash } from 'node:crypto';

/**
 * Draws a share of things by their keys. The draw depends on seed and key alone, so adding or removing one thing changes the draw of at
 * most one other.
 */
export function drawSample<T>(things: readonly T[], keyOf: (one: T) => string, share: number, seed: string): T[] {
  if (share >= 1) return [...things];
  const placeOf = (one: T) =>
    createHash('sha256')
      .update(`${seed}\0${keyOf(one)}`)
      .digest('hex');
  const ranked = things.map((one) => ({ one, place: placeOf(one) })).sort((a, b) => (a.place < b.place ? -1 : 1));
  const drawn = new Set(ranked.slice(0, Math.ceil(things.length * share)).map(({ one }) => one));
  return things.filter((one) => drawn.has(one));
}

/** Returns the Wilson interval of a proportion at 95 %, as shares from 0 to 1; without trials the interval is 0 to 1. */
export function wilsonInterval(successes: number, trials: number): [low: number, high: number] {
  if (trials === 0) return [0, 1];
  const z = 1.96;
  const share = successes / trials;
  const centre = share + z ** 2 / (2 * trials);
  const spread = z * Math.sqrt((share * (1 - share)) / trials + z ** 2 / (4 * trials ** 2));
  const scale = 1 + z ** 2 / trials;
  return [Math.max(0, (centre - spread) / scale), Math.min(1, (centre + spread) / scale)];
}
