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

/** Pairs that lie near each other, 256 times the minutia of A and the one of B, in rising order; they hold until the next are listed. */
export const near = { count: 0, pairs: new Uint16Array(memory, NEAR.listed, PLACES * PLACES) };

/** Farther than any minutia can be. */
const NOWHERE = 0x7fff;

/** Puts B where the calls of `listNear` that follow look for it. */
export function setB(tb: Template): void {
  bx.set(tb.x);
  by.set(tb.y);
  directionB.set(tb.direction);
  bx.fill(NOWHERE, tb.x.length);
}

/** Puts A, as it was laid on B and turned, where `listNear` looks for it. */
export function setA(x: Float32Array, y: Float32Array, directions: Uint8Array, turn: number): void {
  for (let i = 0; i < directions.length; i++) {
    ax[i] = Math.floor(x[i]!);
    ay[i] = Math.floor(y[i]!);
    directionA[i] = directions[i]! + turn;
  }
}

/** Lists all pairs within `apart` pixels (whole ones) in x and in y, and some that are a pixel farther, whose directions differ by at most `twist`. */
export function listNear(countA: number, countB: number, apart: number, twist: number): void {
  if (list === undefined) return listNearPlainly(countA, countB, apart, twist);
  list(countA, countB, apart + 1, twist);
  near.count = counted[0]! / 2;
}

/** The same without WebAssembly. */
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
