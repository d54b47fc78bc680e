import { loadKernel } from '../kernels/load.ts';
import { FILTERS, PICTURES } from './filter-kernel.ts';
import { TABLES } from './filter-passes.ts';
import { RIM } from './normalise.ts';
import {
  ALONG,
  EVEN,
  LARGEST_REACH,
  ODD,
  offsetsAcross,
  offsetsAlong,
  REACH,
  REACH_ALONG,
  TILE,
  type Tiles,
} from './waves.ts';

/** Answers of the filters, with a rim of RIM zeros. */
interface Filtered {
  readonly even: Float32Array;
  readonly odd: Float32Array;
}

const kernel = loadKernel(FILTERS);

/** Filters a picture with a rim of RIM by the filter of each tile: the same numbers whether a kernel does it or not. */
export function filter(values: Float32Array, width: number, height: number, tiles: Tiles): Filtered {
  return filterByKernel(values, width, height, tiles) ?? filterPlainly(values, width, height, tiles);
}

/** Four pixels at once in WebAssembly; null where there is none. */
export function filterByKernel(
  values: Float32Array,
  width: number,
  height: number,
  { columns, rows, direction, wave, active }: Tiles,
): Filtered | null {
  if (kernel === null) return null;
  const stride = width + 2 * RIM;
  const { length } = values;
  const bytes = Math.ceil(length / 4) * 16;
  const count = columns * rows;
  const tilesAt = PICTURES + 4 * bytes;
  const memory = kernel.memory(tilesAt + 3 * count);
  const table = (at: number, of: Float32Array) => new Float32Array(memory, at, of.length).set(of);
  table(TABLES.along, ALONG);
  table(TABLES.even, EVEN);
  table(TABLES.odd, ODD);
  new Uint8Array(memory, TABLES.reach, REACH.length).set(REACH);
  const inBytes = (offsets: Int32Array) => offsets.map((offset) => 4 * offset);
  new Int32Array(memory, TABLES.lineAlong).set(inBytes(offsetsAlong(stride)));
  new Int32Array(memory, TABLES.lineAcross).set(inBytes(offsetsAcross(stride)));
  const picture = (k: number) => new Float32Array(memory, PICTURES + k * bytes, length);
  picture(0).set(values);
  new Uint8Array(memory, PICTURES + bytes, 3 * bytes).fill(0);
  [direction, wave, active].forEach((of, k) => {
    new Uint8Array(memory, tilesAt + k * count, count).set(of);
  });
  kernel.routine('filter')(bytes, tilesAt, columns, rows, width, height);
  return { even: picture(2).slice(), odd: picture(3).slice() };
}

const f = Math.fround;

/** The same without WebAssembly. Every step is rounded to 32 bits, as a kernel's is. */
export function filterPlainly(values: Float32Array, width: number, height: number, tiles: Tiles): Filtered {
  const stride = width + 2 * RIM;
  const along = offsetsAlong(stride);
  const across = offsetsAcross(stride);
  const smoothed = new Float32Array(values.length);
  const even = new Float32Array(values.length);
  const odd = new Float32Array(values.length);
  eachPixel(width, height, tiles, 1, (i, tile) => {
    const line = tiles.direction[tile]! * REACH_ALONG;
    let sum = f(values[i]! * ALONG[0]!);
    for (let k = 0; k < REACH_ALONG; k++) {
      const o = along[line + k]!;
      sum = f(sum + f(ALONG[k + 1]! * f(values[i + o]! + values[i - o]!)));
    }
    smoothed[i] = sum;
  });
  eachPixel(width, height, tiles, 2, (i, tile) => {
    const line = tiles.direction[tile]! * LARGEST_REACH;
    const weights = tiles.wave[tile]! * (LARGEST_REACH + 1);
    let e = f(smoothed[i]! * EVEN[weights]!);
    let o = 0;
    for (let k = 1; k <= REACH[tiles.wave[tile]!]!; k++) {
      const at = across[line + k - 1]!;
      const ahead = smoothed[i + at]!;
      const behind = smoothed[i - at]!;
      e = f(e + f(EVEN[weights + k]! * f(ahead + behind)));
      o = f(o + f(ODD[weights + k]! * f(ahead - behind)));
    }
    even[i] = e;
    odd[i] = o;
  });
  return { even, odd };
}

function eachPixel(
  width: number,
  height: number,
  { columns, active }: Tiles,
  least: number,
  visit: (i: number, tile: number) => void,
): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const tile = Math.floor(y / TILE) * columns + Math.floor(x / TILE);
      if (active[tile]! >= least) visit((y + RIM) * (width + 2 * RIM) + x + RIM, tile);
    }
  }
}
