import { BLOCK } from '../../src/extraction/blocks.ts';
import { directionAt } from '../../src/extraction/enhance.ts';
import { RIM } from '../../src/extraction/layout.ts';
import { DIRECTIONS } from '../../src/extraction/waves.ts';
import type { GreyImage } from '../../src/image.ts';
import type { Rebuilt } from '../../src/rebuilt/rebuild.testkit.ts';
import type { Random } from '../../src/synthetic/random.ts';
import type { Donor } from './donor.ts';

/** Pixels from one patch to the next, and how far one reaches. */
const STEP = 5;
const REACH = 5;
const PHASES = 8;
const TRIED = 60;
const MIN_PLACES = 20;

/**
 * Lays patches of real pictures over the rebuilt ridges: for each place the patch of a donor whose ridges run most alike there (image
 * quilting, Efros and Freeman 2001, with feathered seams). All texture is real; only the ridges' course is the stolen one.
 */
export function quilt(ridges: Rebuilt, donors: readonly Donor[], random: Random): GreyImage {
  const { width, height, waves } = ridges;
  const stride = width + 2 * RIM;
  const first = donors[0]!;
  const bins = donors.map(binsOf);
  const sum = new Float32Array(stride * (height + 2 * RIM));
  const weight = new Float32Array(sum.length);
  for (let y = REACH; y < height - REACH; y += STEP) {
    for (let x = REACH; x < width - REACH; x += STEP) {
      const at = (y + RIM) * stride + x + RIM;
      const even = waves.even[at]!;
      const odd = waves.odd[at]!;
      if (even === 0 && odd === 0) continue;
      const key = keyOf(directionAt(waves, x, y), even, odd);
      let best: { donor: Donor; place: number } | undefined;
      let least = Number.POSITIVE_INFINITY;
      for (const [k, donor] of donors.entries()) {
        const places = bins[k]!.get(key) ?? [];
        if (places.length < MIN_PLACES) continue;
        for (let tried = 0; tried < TRIED; tried++) {
          const place = places[Math.floor(random() * places.length)]!;
          const off = difference(ridges, at, stride, donor, place, least);
          if (off >= least) continue;
          least = off;
          best = { donor, place };
        }
      }
      if (best === undefined) continue;
      const own = best.donor.picture.width + 2 * RIM;
      for (let dy = -REACH; dy <= REACH; dy++) {
        for (let dx = -REACH; dx <= REACH; dx++) {
          const to = at + dy * stride + dx;
          // Steep, so that most pixels come from one patch and keep its grain.
          const w = Math.exp(-1.2 * Math.max(Math.abs(dx), Math.abs(dy)));
          sum[to] = sum[to]! + w * best.donor.value[best.place + dy * own + dx]!;
          weight[to] = weight[to]! + w;
        }
      }
    }
  }
  const pixels = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y + RIM) * stride + x + RIM;
      const u = Math.min(first.picture.width - 1, x);
      const v = Math.min(first.picture.height - 1, y);
      const finger = first.mask[((v / BLOCK) | 0) * first.columns + ((u / BLOCK) | 0)]! > 0 && weight[at]! > 0;
      pixels[y * width + x] = finger
        ? first.mean(u, v) - (first.deviation(u, v) + 4) * (sum[at]! / weight[at]!)
        : first.picture.pixels[v * first.picture.width + u]!;
    }
  }
  return { width, height, dpi: 500, pixels: Uint8Array.from(pixels) };
}

function keyOf(direction: number, even: number, odd: number): number {
  const phase = Math.floor((Math.atan2(odd, even) / (2 * Math.PI) + 1) * PHASES) % PHASES;
  return (((direction + 1) % DIRECTIONS) >> 1) * PHASES + phase;
}

function binsOf(donor: Donor): Map<number, number[]> {
  const { width, height } = donor.picture;
  const stride = width + 2 * RIM;
  const bins = new Map<number, number[]>();
  for (let y = REACH; y < height - REACH; y++) {
    for (let x = REACH; x < width - REACH; x++) {
      if (donor.mask[((y / BLOCK) | 0) * donor.columns + ((x / BLOCK) | 0)] === 0) continue;
      const at = (y + RIM) * stride + x + RIM;
      const key = keyOf(directionAt(donor.waves, x, y), donor.waves.even[at]!, donor.waves.odd[at]!);
      const places = bins.get(key);
      if (places === undefined) bins.set(key, [at]);
      else places.push(at);
    }
  }
  return bins;
}

function difference(ridges: Rebuilt, at: number, stride: number, donor: Donor, place: number, most: number): number {
  const own = donor.picture.width + 2 * RIM;
  let off = 0;
  for (let dy = -REACH; dy <= REACH && off < most; dy++) {
    for (let dx = -REACH; dx <= REACH; dx++) {
      const d = ridges.level[at + dy * stride + dx]! - donor.waves.even[place + dy * own + dx]!;
      off += d * d;
    }
  }
  return off;
}
