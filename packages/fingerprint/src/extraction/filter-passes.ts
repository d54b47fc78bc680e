import {
  add,
  add4,
  type Code,
  each,
  type Frame,
  int,
  ints4,
  type Local,
  multiply,
  multiply4,
  read4,
  readByte,
  readInt,
  readSame4,
  shiftLeft,
  subtract,
  subtract4,
} from '../kernels/assemble.ts';
import { TABLES } from './layout.ts';
import { MAX_REACH, REACH_ALONG, TILE } from './waves.ts';

const WAVE_BYTES = 4 * (MAX_REACH + 1);

/** Rows of a tile. */
export const ROWS = Array.from({ length: TILE }, (_, row) => row);

/** Sums along the ridge around the pixels of a tile, one row per register. */
export function smoothAlong(frame: Frame, direction: Code, pixels: readonly Local[]): { code: Code; sums: Local[] } {
  const line = frame.i32();
  const step = frame.i32();
  const weight = frame.v128();
  const sums = ROWS.map(() => frame.v128());
  const code = [
    ...line.set(multiply(direction, int(4 * REACH_ALONG))),
    ...ROWS.flatMap((r) => sums[r]!.set(multiply4(read4(pixels[r]!.get), readSame4(int(TABLES.along))))),
    ...Array.from({ length: REACH_ALONG }, (_, k) => [
      ...step.set(readInt(line.get, TABLES.lineAlong + 4 * k)),
      ...weight.set(readSame4(int(TABLES.along), 4 * (k + 1))),
      ...ROWS.flatMap((r) => {
        const both = add4(read4(add(pixels[r]!.get, step.get)), read4(subtract(pixels[r]!.get, step.get)));
        return sums[r]!.set(add4(sums[r]!.get, multiply4(weight.get, both)));
      }),
    ]).flat(),
  ];
  return { code, sums };
}

/** Responses of the waves across the ridge at the pixels of a tile, one row per register; the odd wave only `withOdd`. */
export function waveAcross(
  frame: Frame,
  direction: Code,
  wave: Code,
  pixels: readonly Local[],
  withOdd: boolean,
): { code: Code; even: Local[]; odd: Local[] } {
  const line = frame.i32();
  const weights = frame.i32();
  const end = frame.i32();
  const step = frame.i32();
  const evenWeight = frame.v128();
  const oddWeight = frame.v128();
  const ahead = frame.v128();
  const behind = frame.v128();
  const even = ROWS.map(() => frame.v128());
  const odd = withOdd ? ROWS.map(() => frame.v128()) : [];
  const first = add(multiply(wave, int(WAVE_BYTES)), int(4));
  const code = [
    ...line.set(multiply(direction, int(4 * MAX_REACH))),
    ...evenWeight.set(readSame4(multiply(wave, int(WAVE_BYTES)), TABLES.even)),
    ...ROWS.flatMap((r) => even[r]!.set(multiply4(read4(pixels[r]!.get), evenWeight.get))),
    ...odd.flatMap((sum) => sum.set(ints4(0, 0, 0, 0))),
    ...end.set(add(first, shiftLeft(readByte(wave, TABLES.reach), int(2)))),
    ...each(
      weights,
      first,
      end.get,
      4,
      step.set(readInt(line.get, TABLES.lineAcross)),
      line.set(add(line.get, int(4))),
      evenWeight.set(readSame4(weights.get, TABLES.even)),
      withOdd ? oddWeight.set(readSame4(weights.get, TABLES.odd)) : [],
      ...ROWS.flatMap((r) => [
        ahead.set(read4(add(pixels[r]!.get, step.get))),
        behind.set(read4(subtract(pixels[r]!.get, step.get))),
        even[r]!.set(add4(even[r]!.get, multiply4(evenWeight.get, add4(ahead.get, behind.get)))),
        withOdd ? odd[r]!.set(add4(odd[r]!.get, multiply4(oddWeight.get, subtract4(ahead.get, behind.get)))) : [],
      ]),
    ),
  ];
  return { code, even, odd };
}
