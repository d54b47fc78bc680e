import { add, each, int, ints4, multiply, read4, readInt, readSame4, routine, shiftLeft } from '../kernels/assemble.ts';
import { narrow2, writeTwo } from '../kernels/doubles.ts';
import { addDoubles2, multiplyDoubles2, widen2 } from '../kernels/lanes.ts';
import { DEPTH, HALF } from './frequency-tables.ts';
import { TABLES } from './layout.ts';

/**
 * Offsets, in 32-bit numbers, in the record of a folded profile: its middle, then its even part; its odd part; its weight, and its
 * address among the spectra.
 */
export const FOLDED = { middle: 0, odd: 32, weight: 30, address: 31, numbers: 64 } as const;

/** Periods that are summed together, in pairs, so that their sums fill the registers. */
const SHARES = [
  [0, 1, 2, 3, 4],
  [5, 6, 7, 8],
];

/** Writes the spectrum of each folded profile, two periods at once. Parameters: address of the profiles, their number. */
export const SPECTRA = routine('spectra', 2, (frame, folded, count) => {
  const n = frame.i32();
  const k = frame.i32();
  const at = frame.i32();
  const wave = frame.i32();
  const even = frame.v128();
  const odd = frame.v128();
  const sums = SHARES[0]!.map(() => ({ re: frame.v128(), im: frame.v128() }));
  const number = (beyond: number) => widen2(readSame4(at.get, 4 * beyond));
  const share = (pairs: readonly number[]) => [
    ...pairs.flatMap((_, p) => [...sums[p]!.re.set(number(FOLDED.middle)), ...sums[p]!.im.set(ints4(0, 0, 0, 0))]),
    ...each(
      k,
      int(1),
      int(HALF + 1),
      1,
      even.set(widen2(readSame4(add(at.get, shiftLeft(k.get, int(2)))))),
      odd.set(widen2(readSame4(add(at.get, shiftLeft(k.get, int(2))), 4 * FOLDED.odd))),
      wave.set(multiply(k.get, int(8 * DEPTH))),
      ...pairs.flatMap((pair, p) => {
        const { re, im } = sums[p]!;
        return [
          re.set(addDoubles2(re.get, multiplyDoubles2(even.get, read4(wave.get, TABLES.cos + 16 * pair)))),
          im.set(addDoubles2(im.get, multiplyDoubles2(odd.get, read4(wave.get, TABLES.sin + 16 * pair)))),
        ];
      }),
    ),
    ...pairs.flatMap((pair, p) => {
      const { re, im } = sums[p]!;
      const power = addDoubles2(multiplyDoubles2(re.get, re.get), multiplyDoubles2(im.get, im.get));
      return writeTwo(
        readInt(at.get, 4 * FOLDED.address),
        narrow2(multiplyDoubles2(number(FOLDED.weight), power)),
        8 * pair,
      );
    }),
  ];
  return [
    ...at.set(folded!.get),
    ...each(n, int(0), count!.get, 1, ...SHARES.map(share), at.set(add(at.get, int(4 * FOLDED.numbers)))),
  ];
});
