import { BLOCK } from './blocks.ts';
import { canvasOf, kernel, layOn } from './canvas.ts';
import type { Waves } from './enhance.ts';
import { directionAt } from './enhance.ts';
import { RIM } from './layout.ts';
import type { Flow } from './orientation.ts';
import { DIRECTIONS, TILE } from './waves.ts';

/** Points where the ridge phase winds once: between pixels, so at half coordinates. */
export interface Poles {
  readonly count: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** Radians from the x axis towards y, along the ridge to the side that has one ridge more. */
  readonly direction: Float32Array;
}

/**
 * Finds minutiae as spirals of the ridge phase (Larkin and Fletcher 2007): around a ridge ending or bifurcation the phase of the analytic
 * ridge picture winds by one turn. Endings and bifurcations are found alike, without thinning, and the sign of the winding tells on which
 * side the extra ridge lies.
 */
export function findPoles(waves: Waves, width: number, height: number, mask: Float32Array, flow: Flow): Poles {
  return findPolesByKernel(waves, width, height, mask, flow) ?? findPolesPlainly(waves, width, height, mask, flow);
}

/** Finds poles by visiting each pixel, for hosts without WebAssembly. */
export function findPolesPlainly(waves: Waves, width: number, height: number, mask: Float32Array, flow: Flow): Poles {
  return collect(waves, width, (look) => {
    for (let y = 1; y < height - 2; y++) {
      for (let x = 1; x < width - 2; x++)
        if (mask[((y / BLOCK) | 0) * flow.columns + ((x / BLOCK) | 0)] !== 0) look(x, y);
    }
  });
}

/** Finds poles after WebAssembly has excluded most pixels, sixteen at once; null without WebAssembly. */
export function findPolesByKernel(
  waves: Waves,
  width: number,
  height: number,
  mask: Float32Array,
  flow: Flow,
): Poles | null {
  const canvas = canvasOf(width, height);
  if (canvas === null) return null;
  const { memory, scratch, bytes } = canvas;
  layOn(canvas.even, waves.even);
  layOn(canvas.odd, waves.odd);
  const columns = waves.tiles;
  const rows = Math.ceil(height / TILE);
  const marksAt = scratch + 4 * mask.length;
  const directionsAt = marksAt + TILE * columns * rows;
  new Float32Array(memory, scratch, mask.length).set(mask);
  const marks = new Uint8Array(memory, marksAt, TILE * columns * rows).fill(0);
  new Uint8Array(memory, directionsAt, waves.direction.length).set(waves.direction);
  kernel!.routine('crossings')(bytes, directionsAt, scratch, marksAt, columns, rows, flow.columns, width);
  return collect(waves, width, (look) => {
    for (let y = 1; y < height - 2; y++) {
      for (let tile = 0; tile < columns; tile++) {
        const marked = marks[y * columns + tile]!;
        if (marked === 0) continue;
        for (let k = 0; k < TILE; k++) {
          const x = tile * TILE + k;
          if ((marked >> k) & 1 && x > 0 && x < width - 2) look(x, y);
        }
      }
    }
  });
}

/** Collects the poles among the visited pixels. */
function collect(waves: Waves, width: number, visit: (look: (x: number, y: number) => void) => void): Poles {
  const stride = width + 2 * RIM;
  const xs: number[] = [];
  const ys: number[] = [];
  const directions: number[] = [];
  const { even, odd } = waves;
  visit((x, y) => {
    const i = (y + RIM) * stride + x + RIM;
    const a = even[i]!;
    const b = even[i + 1]!;
    const c = even[i + stride + 1]!;
    const d = even[i + stride]!;
    const reference = directionAt(waves, x, y);
    const oa = odd[i]!;
    const ob = odd[i + 1]! * turned(reference, directionAt(waves, x + 1, y));
    const oc = odd[i + stride + 1]! * turned(reference, directionAt(waves, x + 1, y + 1));
    const od = odd[i + stride]! * turned(reference, directionAt(waves, x, y + 1));
    const winding = step(a, oa, b, ob) + step(b, ob, c, oc) + step(c, oc, d, od) + step(d, od, a, oa);
    if (winding !== 4 && winding !== -4) return;
    xs.push(x + 0.5);
    ys.push(y + 0.5);
    const along = (reference * Math.PI) / DIRECTIONS;
    directions.push(winding > 0 ? along : along + Math.PI);
  });
  return {
    count: xs.length,
    x: Float32Array.from(xs),
    y: Float32Array.from(ys),
    direction: Float32Array.from(directions),
  };
}

/** Returns -1 if the wave vectors of two directions point to opposite sides: orientation has no sign, but the odd wave has. */
function turned(a: number, b: number): number {
  const difference = a > b ? a - b : b - a;
  return difference > DIRECTIONS / 2 ? -1 : 1;
}

function quadrant(even: number, odd: number): number {
  return even > 0 ? (odd > 0 ? 0 : 3) : odd > 0 ? 1 : 2;
}

/** Quarter turns from one phase to the next. */
function step(even1: number, odd1: number, even2: number, odd2: number): number {
  const quarters = (quadrant(even2, odd2) - quadrant(even1, odd1) + 4) & 3;
  if (quarters === 3) return -1;
  if (quarters === 2) return even1 * odd2 - odd1 * even2 > 0 ? 2 : -2;
  return quarters;
}
