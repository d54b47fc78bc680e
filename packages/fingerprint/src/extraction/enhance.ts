import { BLOCK } from './blocks.ts';
import { filter } from './filter.ts';
import type { Flow } from './orientation.ts';
import { DIRECTIONS, PERIOD_STEP, PERIOD_STEPS, SHORTEST, TILE, type Tiles } from './waves.ts';

/** The analytic ridge picture: `even` peaks on ridges, `odd` is a quarter wave behind across them; both with a rim of RIM. */
export interface Waves {
  readonly even: Float32Array;
  readonly odd: Float32Array;
  /** Which of the DIRECTIONS was used, a tile of TILE pixels each. */
  readonly direction: Uint8Array;
  readonly tiles: number;
}

/** Which direction was used at a pixel. */
export function directionAt(waves: Waves, x: number, y: number): number {
  return waves.direction[(y >> 2) * waves.tiles + (x >> 2)]!;
}

/**
 * Contextual filtering with Gabor waves tuned to the local ridge orientation and period (Hong, Wan and Jain 1998), split in two
 * passes of samples on lines: a Gaussian along the ridge, then an even and an odd wave across it. Answers in the blocks of `mask`;
 * `near` is the mask grown by 2 blocks, as far as the second pass reaches.
 */
export function enhance(
  values: Float32Array,
  width: number,
  height: number,
  flow: Flow,
  period: Float32Array,
  mask: Float32Array,
  near: Float32Array,
): Waves {
  const tiles = chooseFilters(width, height, flow, period, mask, near);
  const { even, odd } = filter(values, width, height, tiles);
  return { even, odd, direction: tiles.direction, tiles: tiles.columns };
}

function chooseFilters(
  width: number,
  height: number,
  flow: Flow,
  period: Float32Array,
  mask: Float32Array,
  near: Float32Array,
): Tiles {
  const columns = Math.ceil(width / TILE);
  const rows = Math.ceil(height / TILE);
  const direction = new Uint8Array(columns * rows);
  const wave = new Uint8Array(columns * rows);
  const active = new Uint8Array(columns * rows);
  for (let ty = 0; ty < rows; ty++) {
    for (let tx = 0; tx < columns; tx++) {
      const tile = ty * columns + tx;
      const cell = (((ty * TILE) / BLOCK) | 0) * flow.columns + (((tx * TILE) / BLOCK) | 0);
      if (near[cell] === 0) continue;
      active[tile] = mask[cell] ? 2 : 1;
      const [c, s, p] = interpolate(flow, period, tx * TILE + TILE / 2, ty * TILE + TILE / 2);
      const angle = Math.atan2(s, c) / 2;
      direction[tile] = (Math.round((angle / Math.PI) * DIRECTIONS) + DIRECTIONS) % DIRECTIONS;
      wave[tile] = Math.max(0, Math.min(PERIOD_STEPS - 1, Math.round((p - SHORTEST) / PERIOD_STEP)));
    }
  }
  return { columns, rows, direction, wave, active };
}

/** Flow and period between the four nearest block centres. */
function interpolate(
  flow: Flow,
  period: Float32Array,
  x: number,
  y: number,
): [cos: number, sin: number, period: number] {
  const gx = Math.max(0, Math.min(flow.columns - 1, x / BLOCK - 0.5));
  const gy = Math.max(0, Math.min(flow.rows - 1, y / BLOCK - 0.5));
  const x0 = Math.min(flow.columns - 1, Math.floor(gx));
  const y0 = Math.min(flow.rows - 1, Math.floor(gy));
  const x1 = Math.min(flow.columns - 1, x0 + 1);
  const y1 = Math.min(flow.rows - 1, y0 + 1);
  const fx = gx - x0;
  const fy = gy - y0;
  const a = y0 * flow.columns + x0;
  const b = y0 * flow.columns + x1;
  const c = y1 * flow.columns + x0;
  const d = y1 * flow.columns + x1;
  const mix = (v: Float32Array) => (v[a]! * (1 - fx) + v[b]! * fx) * (1 - fy) + (v[c]! * (1 - fx) + v[d]! * fx) * fy;
  return [mix(flow.cos), mix(flow.sin), mix(period)];
}
