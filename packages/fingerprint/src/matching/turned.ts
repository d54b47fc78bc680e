import { loadKernel } from '../kernels/load.ts';
import { twistBetween } from '../template/turns.ts';
import { LIST_TURNED, PLACES, TURNED } from './turned-kernel.ts';

const kernel = loadKernel([LIST_TURNED]);
const list = kernel?.routine('listTurned');
const BYTES = TURNED.count + 4;
const memory = kernel?.memory(BYTES) ?? new ArrayBuffer(BYTES);
const counted = new Int32Array(memory, TURNED.count, 1);

/** Candidates: minutiae of A and of B, and the rotations from one to the other in 256ths. */
export const turned = {
  a: new Uint8Array(memory, TURNED.a, PLACES),
  b: new Uint8Array(memory, TURNED.b, PLACES),
  turn: new Uint8Array(memory, TURNED.turn, PLACES),
  count: 0,
  /** Each two candidates that can come from one rotation of the finger: 256 times the later index plus the earlier one, ascending. */
  pairs: new Uint16Array(memory, TURNED.listed, (PLACES * (PLACES - 1)) / 2),
};

/** Lists each two of the first `count` candidates that share no minutia and whose rotations differ by at most `twist`. */
export function listTurned(count: number, twist: number): void {
  if (list === undefined) return listTurnedPlainly(count, twist);
  list(count, twist);
  turned.count = counted[0]! / 2;
}

/** Lists pairs like `listTurned`, for hosts without WebAssembly. */
export function listTurnedPlainly(count: number, twist: number): void {
  const { a, b, turn, pairs } = turned;
  turned.count = 0;
  for (let k = 0; k < count; k++) {
    for (let l = 0; l < k; l++) {
      if (a[k] === a[l] || b[k] === b[l] || Math.abs(twistBetween(turn[k]!, turn[l]!)) > twist) continue;
      pairs[turned.count++] = 256 * k + l;
    }
  }
}
