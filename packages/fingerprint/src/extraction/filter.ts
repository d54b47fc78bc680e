import { canvasOf, kernel, layOn } from './canvas.ts';
import { RIM } from './layout.ts';
import {
  ALONG,
  EVEN,
  MAX_REACH,
  ODD,
  offsetsAcross,
  offsetsAlong,
  REACH,
  REACH_ALONG,
  TILE,
  type Tiles,
} from './waves.ts';

/** Filter responses, with a border of RIM zeros. */
interface Filtered {
  readonly even: Float32Array;
  readonly odd: Float32Array;
}

/**
 * Filters a picture with a border of RIM by the filter of each tile; the kernel and the fallback give identical numbers. The odd wave is
 * computed only on request.
 */
export function filter(values: Float32Array, width: number, height: number, tiles: Tiles, withOdd: boolean): Filtered {
  return filterByKernel(values, width, height, tiles, withOdd) ?? filterPlainly(values, width, height, tiles);
}

/** Filters in WebAssembly, four pixels at once, on the canvas; null without WebAssembly. */
export function filterByKernel(
  values: Float32Array,
  width: number,
  height: number,
  { columns, rows, direction, wave, active }: Tiles,
  withOdd: boolean,
): Filtered | null {
  const canvas = canvasOf(width, height);
  if (canvas === null) return null;
  const { memory, bytes, scratch, even, odd } = canvas;
  layOn(canvas.ridges, values);
  const count = columns * rows;
  [direction, wave, active].forEach((of, k) => {
    new Uint8Array(memory, scratch + k * count, count).set(of);
  });
  kernel!.routine(withOdd ? 'filter' : 'filterEven')(bytes, scratch, columns, rows, width, height);
  return { even, odd };
}

const f = Math.fround;

/** Filters like `filterByKernel`, for hosts without WebAssembly. Every step is rounded to 32 bits, as in the kernel. */
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
    const line = tiles.direction[tile]! * MAX_REACH;
    const weights = tiles.wave[tile]! * (MAX_REACH + 1);
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
