import { loadKernel } from '../kernels/load.ts';
import type { Template } from '../template/template.ts';
import { twistBetween } from '../template/turns.ts';
import { LIST_NEAR, NEAR, PLACES } from './near-kernel.ts';

const kernel = loadKernel([LIST_NEAR]);
const list = kernel?.routine('listNear');
const BYTES = NEAR.count + 4;
const memory = kernel?.memory(BYTES) ?? new ArrayBuffer(BYTES);
const shorts = (at: number) => new Int16Array(memory, at, PLACES);
const ax = shorts(NEAR.ax);
const ay = shorts(NEAR.ay);
const bx = shorts(NEAR.bx);
const by = shorts(NEAR.by);
const directionA = new Uint8Array(memory, NEAR.directionA, PLACES);
const directionB = new Uint8Array(memory, NEAR.directionB, PLACES);
const counted = new Int32Array(memory, NEAR.count, 1);

/** Pairs that are near each other, as 256 times the index in A plus the index in B, ascending; valid until the next call. */
export const near = { count: 0, pairs: new Uint16Array(memory, NEAR.listed, PLACES * PLACES) };

/** Coordinate of padding, farther than any minutia. */
const NOWHERE = 0x7fff;

/** Loads B for the following calls of `listNear`. */
export function setB(tb: Template): void {
  bx.set(tb.x);
  by.set(tb.y);
  directionB.set(tb.direction);
  bx.fill(NOWHERE, tb.x.length);
}

/** Loads A, as laid on B and rotated, for `listNear`. */
export function setA(x: Float32Array, y: Float32Array, directions: Uint8Array, turn: number): void {
  for (let i = 0; i < directions.length; i++) {
    ax[i] = Math.floor(x[i]!);
    ay[i] = Math.floor(y[i]!);
    directionA[i] = directions[i]! + turn;
  }
}

/**
 * Lists all pairs within `apart` (integer) pixels in x and y, and possibly some that are one pixel farther, whose directions differ by at
 * most `twist`.
 */
export function listNear(countA: number, countB: number, apart: number, twist: number): void {
  if (list === undefined) return listNearPlainly(countA, countB, apart, twist);
  list(countA, countB, apart + 1, twist);
  near.count = counted[0]! / 2;
}

/** Lists pairs like `listNear`, for hosts without WebAssembly. */
export function listNearPlainly(countA: number, countB: number, apart: number, twist: number): void {
  near.count = 0;
  for (let i = 0; i < countA; i++) {
    for (let j = 0; j < countB; j++) {
      if (Math.abs(ax[i]! - bx[j]!) > apart + 1 || Math.abs(ay[i]! - by[j]!) > apart + 1) continue;
      if (Math.abs(twistBetween(directionA[i]!, directionB[j]!)) > twist) continue;
      near.pairs[near.count++] = 256 * i + j;
    }
  }
}
