import type { Pattern } from './orientation.ts';
import type { Random } from './random.ts';
import { bell, between } from './random.ts';

/** A height field, row by row: ridges above 0, valleys below. */
export interface Relief {
  readonly width: number;
  readonly height: number;
  readonly level: Float32Array;
}

/** A synthetic fingertip, not of a living person, so it may be shown, stored and shipped. */
export interface Finger {
  readonly seed: number;
  readonly pattern: Pattern['name'];
  /** Skin at 500 dpi, with the middle of the fingertip in the middle and the nail above. */
  readonly skin: Relief;
  /** Half axes of the contact area at full pressure, in pixels at 500 dpi. */
  readonly halfWidth: number;
  readonly halfHeight: number;
}

/** Doubles the resolution by cubic interpolation, so that the waves stay waves. */
export function refine(coarse: Relief): Relief {
  const width = coarse.width * 2;
  const height = coarse.height * 2;
  const level = new Float32Array(width * height);
  for (let y = 0; y < coarse.height; y++) {
    for (let x = 0; x < coarse.width; x++) level[2 * y * width + 2 * x] = coarse.level[y * coarse.width + x]!;
    for (let x = 3; x < width - 3; x += 2) level[2 * y * width + x] = midway(level, 2 * y * width + x, 1);
  }
  for (let y = 3; y < height - 3; y += 2)
    for (let x = 0; x < width; x++) level[y * width + x] = midway(level, y * width + x, width);
  for (let i = 0; i < level.length; i++) level[i] = Math.max(-1, Math.min(1, level[i]! * 1.3));
  return { width, height, level };
}

function midway(level: Float32Array, at: number, step: number): number {
  return (9 * (level[at - step]! + level[at + step]!) - level[at - 3 * step]! - level[at + 3 * step]!) / 16;
}

/** Adds sweat pores to the ridges: each finger has its own, and they show as light dots. */
export function addPores(relief: Relief, random: Random): void {
  const spacing = between(random, 7.5, 9.5);
  const depth = between(random, 0.7, 1.25);
  const { width, height, level } = relief;
  const crests: number[] = [];
  for (let y = 8; y < height - 8; y += spacing) {
    for (let x = 8; x < width - 8; x += spacing) {
      let best = Math.floor(y + 3 * random()) * width + Math.floor(x + 3 * random());
      // Climbs to the crest of the ridge.
      for (let step = 0; step < 5; step++) {
        const here = best;
        for (const near of [here - 1, here + 1, here - width, here + width])
          if (level[near]! > level[best]!) best = near;
      }
      if (level[best]! > 0.4) crests.push(best);
    }
  }
  for (const crest of crests) {
    const share = depth * between(random, 0.5, 1.2);
    for (let dy = -3; dy <= 3; dy++)
      for (let dx = -3; dx <= 3; dx++) level[crest + dy * width + dx]! -= share * Math.exp(-(dx * dx + dy * dy) / 2.2);
  }
}

/** Adds a few creases and small scars, which leave white lines: mostly across, in the half towards the joint. */
export function addCreases(relief: Relief, random: Random): void {
  const { width, height, level } = relief;
  const count = 2 + Math.floor(5 * random());
  for (let c = 0; c < count; c++) {
    const small = c % 2 === 1;
    let x = width / 2 + bell(random, 60);
    let y = height / 2 + (small ? bell(random, 80) : between(random, 20, 150));
    let heading = small ? random() * Math.PI : bell(random, 0.25);
    const thickness = between(random, 0.8, small ? 1.2 : 1.9);
    for (let length = small ? between(random, 8, 35) : between(random, 30, 110); length > 0; length--) {
      const reach = 6;
      for (let v = Math.floor(y) - reach; v <= y + reach; v++) {
        for (let u = Math.floor(x) - reach; u <= x + reach; u++) {
          if (u < 0 || v < 0 || u >= width || v >= height) continue;
          const off = (u - x) ** 2 + (v - y) ** 2;
          level[v * width + u]! -= 0.55 * Math.exp(-off / (2 * thickness * thickness));
        }
      }
      heading += bell(random, 0.06);
      x += Math.cos(heading);
      y += Math.sin(heading);
    }
  }
}
