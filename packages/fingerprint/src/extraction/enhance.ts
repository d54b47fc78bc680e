import { BLOCK, type Grid } from './blocks.ts';
import { directionOf } from './direction.ts';
import { filter } from './filter.ts';
import type { Flow } from './orientation.ts';
import { MIN_PERIOD, PERIOD_STEP, PERIOD_STEPS, TILE, type Tiles } from './waves.ts';

/** Analytic ridge picture: `even` peaks on ridges, `odd` lags a quarter wave across them; both with a border of RIM. */
export interface Waves {
  readonly even: Float32Array;
  readonly odd: Float32Array;
  /** Index of the DIRECTIONS that was used, per tile of TILE pixels. */
  readonly direction: Uint8Array;
  readonly tiles: number;
}

/** Returns the direction that was used at a pixel. */
export function directionAt(waves: Waves, x: number, y: number): number {
  return waves.direction[(y >> 2) * waves.tiles + (x >> 2)]!;
}

/**
 * Contextual filtering with Gabor waves tuned to the local ridge orientation and period (Hong, Wan and Jain 1998), in two passes of
 * samples on lines: a Gaussian along the ridge, then an even and an odd wave across it. Filters the blocks of the mask that the waves
 * were chosen for. The result is valid until the next extraction.
 */
export function enhance(values: Float32Array, width: number, height: number, flow: Flow, chosen: ChosenWaves): Waves {
  const tiles = { ...chosen, direction: chooseDirections(flow, chosen) };
  const { even, odd } = filter(values, width, height, tiles, true);
  return { even, odd, direction: tiles.direction, tiles: tiles.columns };
}

/** Computes only the even wave of `enhance`. The result is valid until the next extraction or enhancement. */
export function enhanceEven(
  values: Float32Array,
  width: number,
  height: number,
  flow: Flow,
  chosen: ChosenWaves,
): Float32Array {
  return filter(values, width, height, { ...chosen, direction: chooseDirections(flow, chosen) }, false).even;
}

/** Chosen waves: the filter of each tile except for its direction, which another flow may change. */
export interface ChosenWaves extends Omit<Tiles, 'direction'> {
  readonly across: Places;
  readonly down: Places;
}

/** Positions of tiles among the blocks of a row or column: the centre of each tile lies between the centres of two blocks. */
interface Places {
  readonly first: Int32Array;
  /** Index distance from the first block to the second: 1, or 0 at the end. */
  readonly step: Uint8Array;
  /** Fraction of the way from the first to the second, 0..1. */
  readonly share: Float64Array;
}

/** Chooses the waves of each tile by the ridge period; `near` is `mask` grown by 2 blocks, the reach of the second filter pass. */
export function chooseWaves(
  width: number,
  height: number,
  { columns: blocks, rows: blockRows }: Grid,
  period: Float32Array,
  mask: Float32Array,
  near: Float32Array,
): ChosenWaves {
  const columns = Math.ceil(width / TILE);
  const rows = Math.ceil(height / TILE);
  const [across, down] = [placesOf(columns, blocks), placesOf(rows, blockRows)];
  const wave = new Uint8Array(columns * rows);
  const active = new Uint8Array(columns * rows);
  for (let ty = 0, tile = 0; ty < rows; ty++) {
    const own = (((ty * TILE) / BLOCK) | 0) * blocks;
    const top = down.first[ty]! * blocks;
    const step = down.step[ty]! * blocks;
    const fy = down.share[ty]!;
    for (let tx = 0; tx < columns; tx++, tile++) {
      const cell = own + (((tx * TILE) / BLOCK) | 0);
      if (near[cell] === 0) continue;
      active[tile] = mask[cell] ? 2 : 1;
      const p = between(period, top + across.first[tx]!, across.step[tx]!, step, across.share[tx]!, fy);
      wave[tile] = Math.max(0, Math.min(PERIOD_STEPS - 1, Math.round((p - MIN_PERIOD) / PERIOD_STEP)));
    }
  }
  return { columns, rows, wave, active, across, down };
}

/** Chooses the DIRECTIONS index of each tile's filter. */
function chooseDirections(
  { columns: blocks, cos, sin }: Flow,
  { columns, rows, active, across, down }: ChosenWaves,
): Uint8Array {
  const direction = new Uint8Array(columns * rows);
  for (let ty = 0, tile = 0; ty < rows; ty++) {
    const top = down.first[ty]! * blocks;
    const step = down.step[ty]! * blocks;
    const fy = down.share[ty]!;
    for (let tx = 0; tx < columns; tx++, tile++) {
      if (active[tile] === 0) continue;
      const a = top + across.first[tx]!;
      const right = across.step[tx]!;
      const fx = across.share[tx]!;
      direction[tile] = directionOf(between(cos, a, right, step, fx, fy), between(sin, a, right, step, fx, fy));
    }
  }
  return direction;
}

/** Interpolates the value at a tile's centre between the four nearest block centres, of which the upper left one is at `a`. */
function between(of: Float32Array, a: number, right: number, down: number, fx: number, fy: number): number {
  const above = of[a]! * (1 - fx) + of[a + right]! * fx;
  const below = of[a + down]! * (1 - fx) + of[a + down + right]! * fx;
  return above * (1 - fy) + below * fy;
}

function placesOf(tiles: number, blocks: number): Places {
  const places = { first: new Int32Array(tiles), step: new Uint8Array(tiles), share: new Float64Array(tiles) };
  for (let tile = 0; tile < tiles; tile++) {
    const place = Math.max(0, Math.min(blocks - 1, (tile * TILE + TILE / 2) / BLOCK - 0.5));
    const first = Math.floor(place);
    places.first[tile] = first;
    places.step[tile] = Math.min(blocks - 1, first + 1) - first;
    places.share[tile] = place - first;
  }
  return places;
}
