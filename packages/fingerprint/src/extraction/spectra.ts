import { BLOCK } from './blocks.ts';
import { canvasOf, kernel, layOn } from './canvas.ts';
import { COS, DEPTH, EVERY, HALF, SIN, STEPS } from './frequency-tables.ts';
import { RIM } from './layout.ts';
import type { Flow } from './orientation.ts';
import { fold, type Place, readProfile } from './profile.ts';
import { PLACE_BYTES, PROFILE_BYTES } from './profile-kernel.ts';
import { FOLDED } from './spectrum-kernel.ts';

/**
 * Measures the spectra of the profiles across the ridges of every second block (in both directions) with a non-zero weight, DEPTH numbers
 * per block. The result is valid until another kernel of the extraction runs.
 */
export function measureSpectra(
  values: Float32Array,
  width: number,
  height: number,
  flow: Flow,
  weight: Float32Array,
): Float32Array {
  return measureByKernel(values, width, height, flow, weight) ?? measurePlainly(values, width, height, flow, weight);
}

/** Measures in WebAssembly, two numbers at once, on the canvas; null without WebAssembly. */
export function measureByKernel(
  values: Float32Array,
  width: number,
  height: number,
  flow: Flow,
  weight: Float32Array,
): Float32Array | null {
  const canvas = canvasOf(width, height);
  if (canvas === null) return null;
  const { memory, scratch } = canvas;
  layOn(canvas.ridges, values);
  const places = placesOf(flow, weight);
  const stride = width + 2 * RIM;
  const sizeAt = scratch;
  const placesAt = sizeAt + 32;
  const profilesAt = placesAt + PLACE_BYTES * places.length;
  const foldedAt = profilesAt + PROFILE_BYTES * places.length;
  const spectraAt = foldedAt + 4 * FOLDED.numbers * places.length;
  new Float64Array(memory, sizeAt, 4).set([stride, RIM * stride + RIM, -HALF, 1 - HALF]);
  const told = new Float64Array(memory, placesAt, 4 * places.length);
  places.forEach(({ x, y, cos, sin }, n) => {
    told.set([x, y, cos, sin], 4 * n);
  });
  kernel!.routine('profiles')(placesAt, places.length, profilesAt, sizeAt);
  const spectra = new Float32Array(memory, spectraAt, DEPTH * weight.length).fill(0);
  const numbers = PROFILE_BYTES / 4;
  const profiles = new Float32Array(memory, profilesAt, numbers * places.length);
  const folded = new Float32Array(memory, foldedAt, FOLDED.numbers * places.length);
  const addresses = new Int32Array(memory, foldedAt, FOLDED.numbers * places.length);
  const energies = places.map(({ cell }, n) => {
    const own = FOLDED.numbers * n;
    addresses[own + FOLDED.address] = spectraAt + 4 * DEPTH * cell;
    folded[own + FOLDED.weight] = weight[cell]!;
    return fold(profiles, numbers * n, folded, own);
  });
  kernel!.routine('spectra')(foldedAt, places.length);
  places.forEach(({ cell }, n) => {
    spectra[DEPTH * cell + STEPS] = weight[cell]! * energies[n]!;
  });
  return spectra;
}

/** Measures like `measureByKernel`, for hosts without WebAssembly. */
export function measurePlainly(
  values: Float32Array,
  width: number,
  height: number,
  flow: Flow,
  weight: Float32Array,
): Float32Array {
  const spectra = new Float32Array(DEPTH * weight.length);
  const profile = new Float32Array(2 * HALF + 1);
  const folded = new Float32Array(FOLDED.numbers);
  for (const place of placesOf(flow, weight)) {
    readProfile(values, width, height, place, profile);
    const own = weight[place.cell]!;
    spectra[DEPTH * place.cell + STEPS] = own * fold(profile, 0, folded, 0);
    for (let s = 0; s < STEPS; s++) {
      let re = folded[FOLDED.middle]!;
      let im = 0;
      for (let k = 1; k <= HALF; k++) {
        re += folded[k]! * COS[k * DEPTH + s]!;
        im += folded[FOLDED.odd + k]! * SIN[k * DEPTH + s]!;
      }
      spectra[DEPTH * place.cell + s] = own * (re * re + im * im);
    }
  }
  return spectra;
}

function placesOf({ columns, rows, cos, sin }: Flow, weight: Float32Array): Place[] {
  const places: Place[] = [];
  for (let by = 0; by < rows; by += EVERY) {
    for (let bx = 0; bx < columns; bx += EVERY) {
      const cell = by * columns + bx;
      if (weight[cell] === 0) continue;
      const angle = Math.atan2(sin[cell]!, cos[cell]!) / 2;
      places.push({
        cell,
        x: bx * BLOCK + BLOCK / 2,
        y: by * BLOCK + BLOCK / 2,
        cos: Math.cos(angle),
        sin: Math.sin(angle),
      });
    }
  }
  return places;
}
