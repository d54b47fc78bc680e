import type { Random } from './random.ts';
import { bell, between, ease, hills } from './random.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Ridge flow of a finger. Coordinates are pixels at 500 dpi from the middle of the fingertip, x to the right, y towards the nail. */
export interface Pattern {
  readonly name: 'arch' | 'tented arch' | 'left loop' | 'right loop' | 'whorl' | 'double loop';
  readonly cores: readonly Point[];
  readonly deltas: readonly Point[];
  /** Slope of the ridges at the left and right rim, in radians. */
  readonly leftSlope: number;
  readonly rightSlope: number;
  /** Height at which the arching has set in; below it ridges run level with the joint. */
  readonly base: number;
  /** Distance from the middle, in pixels, at which the ridges reach that slope. */
  readonly breadth: number;
  /** Irregularity in radians, which makes this flow unique among those of its pattern. */
  readonly unrest: (x: number, y: number) => number;
}

/** Chooses a pattern with the frequencies of real hands: two thirds loops, a quarter whorls, the rest arches. */
export function choosePattern(random: Random): Pattern {
  const draw = random();
  const unrest = unrestFrom(random);
  const core = { x: bell(random, 8), y: 18 + bell(random, 10) };
  const delta = (side: number): Point => ({
    x: core.x + side * between(random, 45, 120),
    y: core.y - between(random, 60, 135),
  });
  const steep = () => between(random, 0.35, 0.95);
  const arching = {
    leftSlope: steep(),
    rightSlope: steep(),
    base: between(random, -180, -100),
    breadth: between(random, 115, 190),
    unrest,
  };
  if (draw < 0.05) return { name: 'arch', cores: [], deltas: [], ...arching, base: between(random, -110, -80) };
  if (draw < 0.08) {
    const foot = { x: core.x + bell(random, 4), y: core.y - between(random, 55, 80) };
    return { name: 'tented arch', cores: [core], deltas: [foot], ...arching };
  }
  if (draw < 0.41)
    return {
      name: 'left loop',
      cores: [core],
      deltas: [delta(1)],
      ...arching,
      rightSlope: between(random, 0, 0.6) * arching.rightSlope,
    };
  if (draw < 0.72)
    return {
      name: 'right loop',
      cores: [core],
      deltas: [delta(-1)],
      ...arching,
      leftSlope: between(random, 0, 0.6) * arching.leftSlope,
    };
  const double = draw > 0.92;
  const gap = double ? between(random, 28, 46) : between(random, 5, 24);
  const lean = double ? between(random, 0.4, 1) * (random() < 0.5 ? -1 : 1) : bell(random, 0.3);
  const second = { x: core.x + gap * Math.sin(lean), y: core.y - gap * Math.cos(lean) };
  return {
    name: double ? 'double loop' : 'whorl',
    cores: [core, second],
    deltas: [delta(-1), delta(1)],
    ...arching,
    leftSlope: between(random, 0, 0.8) * arching.leftSlope,
    rightSlope: between(random, 0, 0.8) * arching.rightSlope,
  };
}

function unrestFrom(random: Random): Pattern['unrest'] {
  const wide = hills(random, between(random, 80, 120));
  const narrow = hills(random, between(random, 38, 55));
  const [wideSize, narrowSize] = [between(random, 0.1, 0.3), between(random, 0.05, 0.15)];
  return (x, y) => wideSize * wide(x, y) + narrowSize * narrow(x, y);
}

/**
 * Returns the direction of the ridges at a point, in radians from x towards y (up), modulo half a turn. Zero-pole model of Sherlock and
 * Monro with an added arch.
 */
export function orientationAt(pattern: Pattern, x: number, y: number): number {
  let turn = 0;
  for (const c of pattern.cores) turn += Math.atan2(y - c.y, x - c.x);
  for (const d of pattern.deltas) turn -= Math.atan2(y - d.y, x - d.x);
  const side = Math.sin((Math.PI / 2) * Math.max(-1, Math.min(1, x / pattern.breadth)));
  const height = ease((y - pattern.base) / 150);
  const arch = -side * height * (x < 0 ? pattern.leftSlope : pattern.rightSlope);
  return turn / 2 + arch + pattern.unrest(x, y);
}
