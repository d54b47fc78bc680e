import { BLOCK } from './blocks.ts';
import { directionOf } from './direction.ts';
import { filter } from './filter.ts';
import type { Flow } from './orientation.ts';
import { PERIOD_STEP, PERIOD_STEPS, SHORTEST, TILE, type Tiles } from './waves.ts';

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
 * `near` is the mask grown by 2 blocks, as far as the second pass reaches. Holds until the next extraction.
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
  const { even, odd } = filter(values, width, height, tiles, true);
  return { even, odd, direction: tiles.direction, tiles: tiles.columns };
}

/** The even wave of `enhance` alone. Holds until the next extraction or enhancement. */
export function enhanceEven(
  values: Float32Array,
  width: number,
  height: number,
  flow: Flow,
  period: Float32Array,
  mask: Float32Array,
  near: Float32Array,
): Float32Array {
  return filter(values, width, height, chooseFilters(width, height, flow, period, mask, near), false).even;
}

function chooseFilters(
  width: number,
  height: number,
  { columns: blocks, cos, sin, rows: blockRows }: Flow,
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
    const gy = placeOf(ty, blockRows);
    const [top, below] = [Math.floor(gy), Math.min(blockRows - 1, Math.floor(gy) + 1)];
    const fy = gy - top;
    for (let tx = 0; tx < columns; tx++) {
      const tile = ty * columns + tx;
      const cell = (((ty * TILE) / BLOCK) | 0) * blocks + (((tx * TILE) / BLOCK) | 0);
      if (near[cell] === 0) continue;
      active[tile] = mask[cell] ? 2 : 1;
      // Flow and period between the four nearest block centres.
      const gx = placeOf(tx, blocks);
      const left = Math.floor(gx);
      const right = Math.min(blocks - 1, left + 1);
      const fx = gx - left;
      const a = top * blocks + left;
      const b = top * blocks + right;
      const c = below * blocks + left;
      const d = below * blocks + right;
      const co = (cos[a]! * (1 - fx) + cos[b]! * fx) * (1 - fy) + (cos[c]! * (1 - fx) + cos[d]! * fx) * fy;
      const si = (sin[a]! * (1 - fx) + sin[b]! * fx) * (1 - fy) + (sin[c]! * (1 - fx) + sin[d]! * fx) * fy;
      const p = (period[a]! * (1 - fx) + period[b]! * fx) * (1 - fy) + (period[c]! * (1 - fx) + period[d]! * fx) * fy;
      direction[tile] = directionOf(co, si);
      wave[tile] = Math.max(0, Math.min(PERIOD_STEPS - 1, Math.round((p - SHORTEST) / PERIOD_STEP)));
    }
  }
  return { columns, rows, direction, wave, active };
}

/** Place of a tile's middle among the middles of the blocks. */
function placeOf(tile: number, blocks: number): number {
  return Math.max(0, Math.min(blocks - 1, (tile * TILE + TILE / 2) / BLOCK - 0.5));
}
