import { DEPTH, EVERY, FULL, periodOf, STEPS } from './frequency-tables.ts';
import type { Flow } from './orientation.ts';
import { smooth } from './smooth.ts';
import { measureSpectra } from './spectra.ts';

/** Period of a block without ridges nearby. */
const UNKNOWN = 9;

/** Ridge period on the block grid, in pixels at 500 dpi, and the share of the local energy at that period, 0..1. */
export interface Periods {
  readonly period: Float32Array;
  readonly periodicity: Float32Array;
}

/**
 * Estimates periods from the spectrum of the profile across the ridges (the x-signature of Hong, Wan and Jain 1998). Spectra are averaged
 * over the neighbourhood before the peak is taken, since a single block is often wrong, but seldom all its neighbours.
 */
export function estimatePeriods(
  values: Float32Array,
  width: number,
  height: number,
  flow: Flow,
  weight: Float32Array,
): Periods {
  const spectra = measureSpectra(values, width, height, flow, weight);
  smooth(spectra, flow, 1.5, EVERY, DEPTH);
  const cells = flow.columns * flow.rows;
  const period = new Float32Array(cells);
  const periodicity = new Float32Array(cells);
  for (let i = 0; i < cells; i++) {
    const own = DEPTH * i;
    let best = 0;
    for (let s = 1; s < STEPS; s++) if (spectra[own + s]! > spectra[own + best]!) best = s;
    const peak = spectra[own + best]!;
    if (peak <= 0) {
      period[i] = UNKNOWN;
      continue;
    }
    const left = spectra[own + Math.max(0, best - 1)]!;
    const right = spectra[own + Math.min(STEPS - 1, best + 1)]!;
    const bend = left - 2 * peak + right;
    const shift = bend < 0 ? Math.max(-0.5, Math.min(0.5, (left - right) / (2 * bend))) : 0;
    period[i] = periodOf(best + shift);
    periodicity[i] = Math.min(1, peak / (spectra[own + STEPS]! * FULL + 1e-9));
  }
  return { period, periodicity };
}
