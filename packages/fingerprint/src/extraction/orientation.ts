import type { Grid } from './blocks.ts';
import { gridOf } from './blocks.ts';
import { sumGradients } from './gradients.ts';
import { smooth } from './smooth.ts';

/** Ridge flow on the block grid, as doubled-angle vectors: (cos 2a, sin 2a) scaled by coherence 0..1, where `a` runs along the ridge. */
export interface Flow extends Grid {
  readonly cos: Float32Array;
  readonly sin: Float32Array;
}

/** Smoothing in blocks: of the gradient tensor, and then of the flow itself, which also fills gaps from the surroundings. */
export interface Smoothing {
  readonly tensor: number;
  readonly flow: number;
}

/** Smoothing for the raw picture, and for the picture after one enhancement. */
export const ROUGH: Smoothing = { tensor: 1.2, flow: 1 };
export const REFINED: Smoothing = { tensor: 1, flow: 0.5 };

/**
 * Estimates ridge orientation by the averaged squared gradients of Kass and Witkin (1987), Bazen and Gerez (2002). `values` has a border
 * of RIM pixels; `weight` (block grid) masks blocks without finger.
 */
export function estimateFlow(
  values: Float32Array,
  width: number,
  height: number,
  weight: Float32Array,
  smoothing: Smoothing,
): Flow {
  const grid = gridOf(width, height);
  const cells = grid.columns * grid.rows;
  const cos = new Float32Array(cells);
  const sin = new Float32Array(cells);
  const energy = new Float32Array(cells);
  const sums = sumGradients(values, width, height, weight);
  for (let cell = 0; cell < cells; cell++) {
    const [xx, xy, yy] = [sums[3 * cell]!, sums[3 * cell + 1]!, sums[3 * cell + 2]!];
    // The gradient is perpendicular to the ridge: a quarter turn flips the sign of the doubled angle.
    cos[cell] = (yy - xx) * weight[cell]!;
    sin[cell] = -2 * xy * weight[cell]!;
    energy[cell] = (xx + yy) * weight[cell]!;
  }
  smooth(cos, grid, smoothing.tensor);
  smooth(sin, grid, smoothing.tensor);
  smooth(energy, grid, smoothing.tensor);
  for (let i = 0; i < cells; i++) {
    const e = energy[i]! + 1e-6;
    cos[i] = cos[i]! / e;
    sin[i] = sin[i]! / e;
  }
  smooth(cos, grid, smoothing.flow);
  smooth(sin, grid, smoothing.flow);
  return { ...grid, cos, sin };
}
