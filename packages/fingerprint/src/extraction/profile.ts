import { HALF, LINE_STEP, LINES, LINES_ASIDE, TAPER } from './frequency-tables.ts';
import { RIM } from './layout.ts';
import { FOLDED } from './spectrum-kernel.ts';

/** Block whose ridges are measured. */
export interface Place {
  readonly cell: number;
  readonly x: number;
  readonly y: number;
  /** Cosine and sine of the ridge's direction. */
  readonly cos: number;
  readonly sin: number;
}

/** Folds a profile about its middle, tapered to both ends; returns its energy. */
export function fold(profile: Float32Array, from: number, folded: Float32Array, to: number): number {
  const middle = profile[from + HALF]!;
  folded[to + FOLDED.middle] = middle;
  let energy = middle ** 2;
  for (let k = 1; k <= HALF; k++) {
    const taper = TAPER[k]!;
    const ahead = profile[from + HALF + k]! * taper;
    const behind = profile[from + HALF - k]! * taper;
    energy += ahead * ahead + behind * behind;
    folded[to + k] = (ahead + behind) * taper;
    folded[to + FOLDED.odd + k] = (ahead - behind) * taper;
  }
  return energy;
}

/** Averages the picture along the ridge at each step across it. */
export function readProfile(
  values: Float32Array,
  width: number,
  height: number,
  { x, y, cos, sin }: Place,
  profile: Float32Array,
): void {
  for (let k = -HALF; k <= HALF; k++) {
    let sum = 0;
    for (let l = -LINES_ASIDE; l <= LINES_ASIDE; l++) {
      const px = Math.floor(x - k * sin + l * LINE_STEP * cos + 0.5);
      const py = Math.floor(y + k * cos + l * LINE_STEP * sin + 0.5);
      if (px < 0 || py < 0 || px >= width || py >= height) continue;
      sum += values[(py + RIM) * (width + 2 * RIM) + px + RIM]!;
    }
    profile[k + HALF] = sum / LINES;
  }
}
