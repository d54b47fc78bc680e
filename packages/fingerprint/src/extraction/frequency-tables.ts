/** Range of ridge periods that are searched, in pixels at 500 dpi: from children's narrow ridges to adults' wide ones. */
export const MIN_SEARCHED_PERIOD = 4;
export const MAX_SEARCHED_PERIOD = 16;
export const STEPS = 17;
/** Distance in blocks between measurements: the window is six blocks wide, so measuring every block would be redundant. */
export const EVERY = 2;
/** Number of steps of the profile to either side. */
export const HALF = 24;
/** Number of lines across the ridge, to either side of the middle one, and their distance in pixels. */
export const LINES_ASIDE = 4;
export const LINES = 2 * LINES_ASIDE + 1;
export const LINE_STEP = 2;
/** Numbers per spectrum: one for each period, and the energy of the profile. */
export const DEPTH = STEPS + 1;

/** Returns the period of a step, which may be fractional. */
export function periodOf(step: number): number {
  return MIN_SEARCHED_PERIOD * (MAX_SEARCHED_PERIOD / MIN_SEARCHED_PERIOD) ** (step / (STEPS - 1));
}

export const TAPER = Float32Array.from(
  { length: HALF + 1 },
  (_, k) => 0.5 + 0.5 * Math.cos((Math.PI * k) / (HALF + 1)),
);
/** Waves of all periods at each step of the profile, DEPTH numbers each, padded with 0. */
export const COS = waves(Math.cos);
export const SIN = waves(Math.sin);
/** Value of `re² + im²` for a pure wave of unit tapered energy. */
export const FULL = TAPER.reduce((sum, w, k) => sum + (k === 0 ? 1 : 2) * w * w, 0) / 2;

function waves(of: (angle: number) => number): Float64Array {
  const all = new Float64Array(DEPTH * (HALF + 1));
  for (let k = 0; k <= HALF; k++)
    for (let s = 0; s < STEPS; s++) all[k * DEPTH + s] = Math.fround(of((2 * Math.PI * k) / periodOf(s)));
  return all;
}
