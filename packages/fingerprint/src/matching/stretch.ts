import { loadKernel } from '../kernels/load.ts';
import type { Template } from '../template/template.ts';
import { PLACES, REACH, STIFFNESS, STRETCH, STRETCH_ALONG, STRETCH_BYTES } from './stretch-kernel.ts';

const kernel = loadKernel([STRETCH_ALONG]);
const stretchAlong = kernel?.routine('stretch');
const memory = kernel?.memory(STRETCH_BYTES) ?? new ArrayBuffer(STRETCH_BYTES);
const floats = (at: number) => new Float32Array(memory, at, PLACES);
const placeX = floats(STRETCH.x);
const placeY = floats(STRETCH.y);
const pairX = floats(STRETCH.pairX);
const pairY = floats(STRETCH.pairY);
const offX = floats(STRETCH.offX);
const offY = floats(STRETCH.offY);
const pairOf = new Int32Array(memory, STRETCH.of, PLACES);

/** Minutiae of A and B that coincide. */
interface Pairs {
  readonly count: number;
  readonly a: Uint8Array;
  readonly b: Uint8Array;
}

/** Positions of the minutiae of A on B after the shift. */
export const moved = { x: floats(STRETCH.movedX), y: floats(STRETCH.movedY) };

/**
 * Shifts each laid minutia by the remaining offset of the pairs around it: weighted least squares for a shift and its slopes (moving
 * least squares: Schaefer, McPhail and Warren 2006), so that increasing compression of the skin is followed up to the last pair. A pair
 * never contributes to its own shift: otherwise every chance pair would fit better, above all an impostor's.
 */
export function stretch(ta: Template, tb: Template, { count, a, b }: Pairs): void {
  placeX.set(ta.x);
  placeY.set(ta.y);
  for (let k = 0; k < count; k++) {
    const i = a[k]!;
    pairOf[k] = i;
    pairX[k] = ta.x[i]!;
    pairY[k] = ta.y[i]!;
    offX[k] = tb.x[b[k]!]! - moved.x[i]!;
    offY[k] = tb.y[b[k]!]! - moved.y[i]!;
  }
  if (stretchAlong === undefined) return stretchPlainly(ta.x.length, count);
  stretchAlong(ta.x.length, count);
}

const { fround } = Math;
const PER_SQUARE = fround(1 / (REACH * REACH));

/** Shifts like `stretch`, for hosts without WebAssembly; each step is rounded to 32 bits, as in the kernel. */
export function stretchPlainly(minutiae: number, pairs: number): void {
  for (let i = 0; i < minutiae; i++) {
    const x0 = placeX[i]!;
    const y0 = placeY[i]!;
    let [total, sx, sy, sxx, sxy, syy] = [fround(STIFFNESS), 0, 0, REACH * REACH, 0, REACH * REACH];
    let [x, xByX, xByY, y, yByX, yByY] = [0, 0, 0, 0, 0, 0];
    for (let k = 0; k < pairs; k++) {
      if (pairOf[k] === i) continue;
      const dx = fround(pairX[k]! - x0);
      const dy = fround(pairY[k]! - y0);
      const square = fround(fround(dx * dx) + fround(dy * dy));
      const near = fround(1 / fround(1 + fround(square * PER_SQUARE)));
      const weight = fround(near * near);
      const byX = fround(weight * dx);
      const byY = fround(weight * dy);
      total = fround(total + weight);
      sx = fround(sx + byX);
      sy = fround(sy + byY);
      sxx = fround(sxx + fround(byX * dx));
      sxy = fround(sxy + fround(byX * dy));
      syy = fround(syy + fround(byY * dy));
      x = fround(x + fround(weight * offX[k]!));
      xByX = fround(xByX + fround(byX * offX[k]!));
      xByY = fround(xByY + fround(byY * offX[k]!));
      y = fround(y + fround(weight * offY[k]!));
      yByX = fround(yByX + fround(byX * offY[k]!));
      yByY = fround(yByY + fround(byY * offY[k]!));
    }
    // First row of the inverse of the symmetric matrix (total sx sy; sx sxx sxy; sy sxy syy), by its determinant: the shift at the
    // minutia itself.
    const own = fround(fround(sxx * syy) - fround(sxy * sxy));
    const slopeX = fround(fround(sy * sxy) - fround(sx * syy));
    const slopeY = fround(fround(sx * sxy) - fround(sy * sxx));
    const determinant = fround(fround(fround(total * own) + fround(sx * slopeX)) + fround(sy * slopeY));
    const shift = (one: number, byX: number, byY: number) =>
      fround(fround(fround(fround(own * one) + fround(slopeX * byX)) + fround(slopeY * byY)) / determinant);
    moved.x[i] = moved.x[i]! + shift(x, xByX, xByY);
    moved.y[i] = moved.y[i]! + shift(y, yByX, yByY);
  }
}
