import { atWorkingResolution } from '../extraction/resample.ts';
import type { GreyImage } from '../image.ts';
import { loadKernel } from '../kernels/load.ts';
import { MAP_CELL, mapCells, type Template } from '../template/template.ts';
import { RELIEF } from './relief-kernel.ts';
import { FINE, LEFT, LINES, lineOf, RELIEF_LINES, WIDE } from './relief-layout.ts';

const kernel = loadKernel([RELIEF]);

/** Grey levels by which a point must stand out from its surroundings to be ridge or valley at all. */
export const CLEAR = 3;

/** Relief: how far the points of a picture stand out as ridge or valley, at 500 dpi. */
export interface Relief {
  readonly width: number;
  readonly height: number;
  /** Grey levels darker (a ridge) or brighter (below 0, a valley) than the surroundings; 0 off the finger. */
  readonly level: Float32Array;
}

/**
 * Tells ridges from valleys, where the template says that the finger lies. `room` has a place for so many points, and whatever it held before is
 * gone: for whoever looks at one picture after the other.
 */
export function reliefOf(
  image: GreyImage,
  template: Template,
  room: (points: number) => Float32Array = (points) => new Float32Array(points),
): Relief {
  const { width, height, pixels } = atWorkingResolution(image);
  const level = room(width * height);
  // A picture without a finger, or too small for one, has an empty template.
  if (template.width !== width || template.height !== height) level.fill(0);
  else if (!raiseByKernel(pixels, width, height, template.period, level))
    raisePlainly(pixels, width, height, template.period, level);
  return { width, height, level };
}

/** Raises the points of all cells whose ridge period is known, four at once in WebAssembly; false where there is none. */
export function raiseByKernel(
  pixels: Uint8Array,
  width: number,
  height: number,
  period: Uint8Array,
  level: Float32Array,
): boolean {
  if (kernel === null) return false;
  const line = lineOf(width);
  const mapAt = Math.ceil(pixels.length / 16) * 16 + 16;
  const linesAt = mapAt + Math.ceil(period.length / 16) * 16;
  const levelsAt = linesAt + RELIEF_LINES * line;
  const memory = kernel.memory(levelsAt + 4 * level.length + 16);
  new Uint8Array(memory, 0, pixels.length).set(pixels);
  new Uint8Array(memory, mapAt, period.length).set(period);
  [
    [LINES.wideColumns, WIDE],
    [LINES.fineColumns, FINE],
  ].forEach(([which, reach]) => {
    const columns = new Int32Array(memory, linesAt + which! * line + LEFT, width);
    for (let x = 0; x < width; x++) columns[x] = within(x, width, reach!);
  });
  kernel.routine('relief')(0, mapAt, linesAt, levelsAt, line, width, height);
  level.set(new Float32Array(memory, levelsAt, level.length));
  return true;
}

/** The same without WebAssembly. */
export function raisePlainly(
  pixels: Uint8Array,
  width: number,
  height: number,
  period: Uint8Array,
  level: Float32Array,
): void {
  const sums = sumsOf(pixels, width, height);
  const columns = mapCells(width);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / MAP_CELL) * columns;
    for (let x = 0; x < width; x++)
      level[y * width + x] = period[row + Math.floor(x / MAP_CELL)] === 0 ? 0 : differenceAt(sums, width, height, x, y);
  }
}

/** Mean of the pixels within WIDE less that within FINE, as one quotient, so that nothing but the result is rounded. */
function differenceAt(sums: Int32Array, width: number, height: number, x: number, y: number): number {
  const wide = within(x, width, WIDE) * within(y, height, WIDE);
  const fine = within(x, width, FINE) * within(y, height, FINE);
  return (
    (sumAround(sums, width, height, x, y, WIDE) * fine - sumAround(sums, width, height, x, y, FINE) * wide) /
    (wide * fine)
  );
}

/** Number of places up to so far away on a side of that length. */
function within(place: number, side: number, reach: number): number {
  return Math.min(side, place + reach + 1) - Math.max(0, place - reach);
}

/** Sums of all pixels above and to the left, one row and column wider than the picture. */
function sumsOf(pixels: Uint8Array, width: number, height: number): Int32Array {
  const wide = width + 1;
  const sums = new Int32Array(wide * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += pixels[y * width + x]!;
      sums[(y + 1) * wide + x + 1] = sums[y * wide + x + 1]! + row;
    }
  }
  return sums;
}

function sumAround(sums: Int32Array, width: number, height: number, x: number, y: number, reach: number): number {
  const wide = width + 1;
  const left = Math.max(0, x - reach);
  const right = Math.min(width, x + reach + 1);
  const top = Math.max(0, y - reach) * wide;
  const bottom = Math.min(height, y + reach + 1) * wide;
  return sums[bottom + right]! - sums[bottom + left]! - sums[top + right]! + sums[top + left]!;
}
