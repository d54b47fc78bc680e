/** Source of numbers from 0 to 1, deterministic for its seeds on every machine. */
export type Random = () => number;

/** Period of a surface in points, in each direction. */
const SIDE = 16;

/** Mulberry32 over mixed seeds. */
export function randomFrom(...seeds: readonly number[]): Random {
  let state = 0x9e3779b9;
  for (const seed of seeds) {
    state = Math.imul(state ^ (seed | 0) ^ Math.imul(Math.floor(seed / 0x100000000) | 0, 0x27d4eb2f), 0x85ebca6b);
    state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35) ^ (state >>> 16);
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}

/** Returns a bell-shaped random number around 0 with the given standard deviation, clamped to three of them. */
export function bell(random: Random, deviation: number): number {
  let sum = 0;
  for (let i = 0; i < 9; i++) sum += random();
  return deviation * Math.max(-3, Math.min(3, (sum - 4.5) / 0.866));
}

/** Returns a smooth random surface, about -1..1; `size` is the width of its hills in pixels. */
export function hills(random: Random, size: number): (x: number, y: number) => number {
  const lattice = latticeFrom(random);
  return (x, y) => {
    const u = x / size + 1024;
    const v = y / size + 1024;
    const i = Math.floor(u);
    const j = Math.floor(v);
    const s = easeWithin(u - i);
    const t = easeWithin(v - j);
    const row = (j & 15) * SIDE;
    const below = ((j + 1) & 15) * SIDE;
    const top = lattice[row + (i & 15)]! * (1 - s) + lattice[row + ((i + 1) & 15)]! * s;
    const bottom = lattice[below + (i & 15)]! * (1 - s) + lattice[below + ((i + 1) & 15)]! * s;
    return top * (1 - t) + bottom * t;
  };
}

/** Samples the surface at the integer pixels of a picture, with its rows and columns computed once. */
export function hillsOver(
  random: Random,
  size: number,
  width: number,
  height: number,
): (px: number, py: number) => number {
  const lattice = latticeFrom(random);
  const columns = stepsOf(width, size);
  const rows = stepsOf(height, size);
  return (px, py) => {
    const s = columns.share[px]!;
    const t = rows.share[py]!;
    const left = columns.from[px]!;
    const right = columns.to[px]!;
    const row = rows.from[py]! * SIDE;
    const below = rows.to[py]! * SIDE;
    const top = lattice[row + left]! * (1 - s) + lattice[row + right]! * s;
    const bottom = lattice[below + left]! * (1 - s) + lattice[below + right]! * s;
    return top * (1 - t) + bottom * t;
  };
}

function latticeFrom(random: Random): Float32Array {
  const lattice = new Float32Array(SIDE * SIDE);
  for (let i = 0; i < lattice.length; i++) lattice[i] = 2 * random() - 1;
  return lattice;
}

/** For each integer pixel the lattice points on both sides, and the fraction of the way to the second. */
function stepsOf(count: number, size: number): { from: Uint8Array; to: Uint8Array; share: Float64Array } {
  const from = new Uint8Array(count);
  const to = new Uint8Array(count);
  const share = new Float64Array(count);
  for (let p = 0; p < count; p++) {
    const u = p / size + 1024;
    const i = Math.floor(u);
    from[p] = i & 15;
    to[p] = (i + 1) & 15;
    share[p] = easeWithin(u - i);
  }
  return { from, to, share };
}

/** Applies `ease` to a value that is already within 0 to 1. */
function easeWithin(t: number): number {
  return t * t * (3 - 2 * t);
}

/** Smooth step from 0 to 1, without kinks at the ends. */
export function ease(t: number): number {
  return t <= 0 ? 0 : t >= 1 ? 1 : t * t * (3 - 2 * t);
}
