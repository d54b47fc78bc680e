import { atWorkingResolution } from '../extraction/resample.ts';
import type { GreyImage } from '../image.ts';
import { loadKernel } from '../kernels/load.ts';
import { MAP_CELL, mapCells, type Template } from '../template/template.ts';
import { RELIEF } from './relief-kernel.ts';
import { FINE, LEFT, LINES, lineOf, RELIEF_LINES, WIDE } from './relief-layout.ts';

const kernel = loadKernel([RELIEF]);

/** Minimum difference in grey levels from the surroundings for a point to count as ridge or valley. */
export const CLEAR = 3;

/** Relief: the level of each point of a picture above or below its surroundings, at 500 dpi. */
export interface Relief {
  readonly width: number;
  readonly height: number;
  /** Grey levels darker (positive, a ridge) or brighter (negative, a valley) than the surroundings; 0 off the finger. */
  readonly level: Float32Array;
}

/**
 * Computes the relief where the template shows the finger. `room` returns a buffer for that many points, whose earlier content is lost; a
 * caller that processes one picture after the other can reuse it.
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

/** Computes the levels of all cells with a known ridge period, four points at once in WebAssembly; false without WebAssembly. */
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

/** Computes the levels like `raiseByKernel`, for hosts without WebAssembly. */
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

/** Mean within WIDE less the mean within FINE, as one quotient, so that only the result is rounded. */
function differenceAt(sums: Int32Array, width: number, height: number, x: number, y: number): number {
  const wide = within(x, width, WIDE) * within(y, height, WIDE);
  const fine = within(x, width, FINE) * within(y, height, FINE);
  return (
    (sumAround(sums, width, height, x, y, WIDE) * fine - sumAround(sums, width, height, x, y, FINE) * wide) /
    (wide * fine)
  );
}

/** Number of positions within `reach` of a position on a side of that length. */
function within(place: number, side: number, reach: number): number {
  return Math.min(side, place + reach + 1) - Math.max(0, place - reach);
}

/** Prefix sums of the pixels (integral image), one row and column larger than the picture. */
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
