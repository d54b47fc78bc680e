import { BLOCK, smooth } from './blocks.ts';
import { RIM } from './layout.ts';
import type { Flow } from './orientation.ts';

/** Ridge periods that are looked for, in pixels at 500 dpi: children's narrow ridges to adults' wide ones. */
const SHORTEST = 4;
const LONGEST = 16;
const STEPS = 17;
const HALF = 24;
const LINES = 9;
const LINE_STEP = 2;
/** Blocks from one measurement to the next: the window is six blocks wide, so every block would measure the same again. */
const EVERY = 2;

/** Ridge period on the block grid, in pixels at 500 dpi, and how much of the local energy lies at that period, 0..1. */
export interface Periods {
  readonly period: Float32Array;
  readonly periodicity: Float32Array;
}

/**
 * The spectrum of the profile across the ridges (the x-signature of Hong, Wan and Jain 1998), averaged over the neighbourhood
 * before its peak is taken: one block alone is often wrong, its neighbours seldom all.
 */
export function estimatePeriods(
  values: Float32Array,
  width: number,
  height: number,
  flow: Flow,
  weight: Float32Array,
): Periods {
  const { columns, rows } = flow;
  const cells = columns * rows;
  const stride = width + 2 * RIM;
  const spectra: Float32Array[] = [];
  for (let s = 0; s < STEPS; s++) spectra.push(new Float32Array(cells));
  const total = new Float32Array(cells);
  const profile = new Float32Array(2 * HALF + 1);
  const even = new Float32Array(HALF + 1);
  const odd = new Float32Array(HALF + 1);
  for (let by = 0; by < rows; by += EVERY) {
    for (let bx = 0; bx < columns; bx += EVERY) {
      const cell = by * columns + bx;
      if (weight[cell] === 0) continue;
      const angle = Math.atan2(flow.sin[cell]!, flow.cos[cell]!) / 2;
      readProfile(values, stride, width, height, bx * BLOCK + BLOCK / 2, by * BLOCK + BLOCK / 2, angle, profile);
      let energy = profile[HALF]! ** 2;
      for (let k = 1; k <= HALF; k++) {
        const taper = TAPER[k]!;
        const ahead = profile[HALF + k]! * taper;
        const behind = profile[HALF - k]! * taper;
        energy += ahead * ahead + behind * behind;
        even[k] = (ahead + behind) * taper;
        odd[k] = (ahead - behind) * taper;
      }
      for (let s = 0; s < STEPS; s++) {
        let re = profile[HALF]!;
        let im = 0;
        const wave = s * (HALF + 1);
        for (let k = 1; k <= HALF; k++) {
          re += even[k]! * COS[wave + k]!;
          im += odd[k]! * SIN[wave + k]!;
        }
        spectra[s]![cell] = weight[cell]! * (re * re + im * im);
      }
      total[cell] = weight[cell]! * energy;
    }
  }
  for (const spectrum of spectra) smooth(spectrum, flow, 1.5, EVERY);
  smooth(total, flow, 1.5, EVERY);
  const period = new Float32Array(cells);
  const periodicity = new Float32Array(cells);
  for (let i = 0; i < cells; i++) {
    let best = 0;
    for (let s = 1; s < STEPS; s++) if (spectra[s]![i]! > spectra[best]![i]!) best = s;
    const peak = spectra[best]![i]!;
    if (peak <= 0) {
      period[i] = 9;
      continue;
    }
    const left = spectra[Math.max(0, best - 1)]![i]!;
    const right = spectra[Math.min(STEPS - 1, best + 1)]![i]!;
    const bend = left - 2 * peak + right;
    const shift = bend < 0 ? Math.max(-0.5, Math.min(0.5, (left - right) / (2 * bend))) : 0;
    period[i] = SHORTEST * (LONGEST / SHORTEST) ** ((best + shift) / (STEPS - 1));
    periodicity[i] = Math.min(1, peak / (total[i]! * FULL + 1e-9));
  }
  return { period, periodicity };
}

const TAPER = Float32Array.from({ length: HALF + 1 }, (_, k) => 0.5 + 0.5 * Math.cos((Math.PI * k) / (HALF + 1)));
const COS = waves(Math.cos);
const SIN = waves(Math.sin);
/** Full: what `re² + im²` would be for a pure wave of unit tapered energy. */
const FULL = TAPER.reduce((sum, w, k) => sum + (k === 0 ? 1 : 2) * w * w, 0) / 2;

function waves(of: (angle: number) => number): Float32Array {
  const all = new Float32Array(STEPS * (HALF + 1));
  for (let s = 0; s < STEPS; s++) {
    const period = SHORTEST * (LONGEST / SHORTEST) ** (s / (STEPS - 1));
    for (let k = 0; k <= HALF; k++) all[s * (HALF + 1) + k] = of((2 * Math.PI * k) / period);
  }
  return all;
}

/** The mean of the picture along the ridge at each step across it. */
function readProfile(
  values: Float32Array,
  stride: number,
  width: number,
  height: number,
  x: number,
  y: number,
  angle: number,
  profile: Float32Array,
): void {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  for (let k = -HALF; k <= HALF; k++) {
    let sum = 0;
    for (let l = -(LINES >> 1); l <= LINES >> 1; l++) {
      const px = Math.round(x - k * s + l * LINE_STEP * c);
      const py = Math.round(y + k * c + l * LINE_STEP * s);
      if (px < 0 || py < 0 || px >= width || py >= height) continue;
      sum += values[(py + RIM) * stride + px + RIM]!;
    }
    profile[k + HALF] = sum / LINES;
  }
}
