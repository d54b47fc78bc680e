import { atWorkingResolution } from '../extraction/resample.ts';
import type { GreyImage } from '../image.ts';
import { MAP_CELL, mapCells, type Template } from '../template/template.ts';

/** Pixels round each point that are averaged: single specks say nothing. */
const FINE = 1;
/** Pixels round each point that ridges and valleys are told from: one of each at least. */
const WIDE = 8;

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
  const level = room(width * height).fill(0);
  // A picture without a finger, or too small for one, has an empty template.
  if (template.width !== width || template.height !== height) return { width, height, level };
  const sums = sumsOf(pixels, width, height);
  const columns = mapCells(width);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / MAP_CELL) * columns;
    const inside = y >= WIDE && y < height - WIDE;
    for (let column = 0; column < columns; column++) {
      if (template.period[row + column] === 0) continue;
      const from = column * MAP_CELL;
      const to = Math.min(width, from + MAP_CELL);
      if (inside && from >= WIDE && to <= width - WIDE) raiseInside(level, sums, width, y, from, to);
      else
        for (let x = from; x < to; x++)
          level[y * width + x] =
            meanAround(sums, width, height, x, y, WIDE) - meanAround(sums, width, height, x, y, FINE);
    }
  }
  return { width, height, level };
}

/** Points of a row that have all of their surroundings: most have, and need not ask. */
function raiseInside(level: Float32Array, sums: Int32Array, width: number, y: number, from: number, to: number): void {
  const wide = width + 1;
  const top = (y - WIDE) * wide;
  const above = (y - FINE) * wide;
  const below = (y + FINE + 1) * wide;
  const bottom = (y + WIDE + 1) * wide;
  for (let x = from; x < to; x++) {
    const left = x - WIDE;
    const right = x + WIDE + 1;
    const near = x - FINE;
    const beyond = x + FINE + 1;
    const whole = sums[bottom + right]! - sums[bottom + left]! - sums[top + right]! + sums[top + left]!;
    const middle = sums[below + beyond]! - sums[below + near]! - sums[above + beyond]! + sums[above + near]!;
    level[y * width + x] = whole / (2 * WIDE + 1) ** 2 - middle / (2 * FINE + 1) ** 2;
  }
}

let sums = new Int32Array(0);

/** Sums of all pixels above and to the left, one row and column wider than the picture; they hold until the next are added up. */
function sumsOf(pixels: Uint8Array, width: number, height: number): Int32Array {
  const wide = width + 1;
  const length = wide * (height + 1);
  if (sums.length < length) sums = new Int32Array(length);
  sums.fill(0, 0, wide);
  for (let y = 0; y < height; y++) {
    let row = 0;
    sums[(y + 1) * wide] = 0;
    for (let x = 0; x < width; x++) {
      row += pixels[y * width + x]!;
      sums[(y + 1) * wide + x + 1] = sums[y * wide + x + 1]! + row;
    }
  }
  return sums;
}

function meanAround(sums: Int32Array, width: number, height: number, x: number, y: number, reach: number): number {
  const wide = width + 1;
  const left = Math.max(0, x - reach);
  const right = Math.min(width, x + reach + 1);
  const top = Math.max(0, y - reach) * wide;
  const bottom = Math.min(height, y + reach + 1) * wide;
  const sum = sums[bottom + right]! - sums[bottom + left]! - sums[top + right]! + sums[top + left]!;
  return (sum * wide) / ((right - left) * (bottom - top));
}
