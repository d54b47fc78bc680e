import {
  add,
  type Code,
  each,
  int,
  ints4,
  type Local,
  multiply,
  readInt,
  routine,
  shiftLeft,
  when,
} from '../kernels/assemble.ts';
import { narrow2, readTwoApart, writeTwo } from '../kernels/doubles.ts';
import { addDoubles2, doubles2, multiplyDoubles2, or, widen2 } from '../kernels/lanes.ts';
import { BLOCK } from './blocks.ts';
import { PICTURES, RIM } from './layout.ts';

/** Number of blocks that are summed together. */
export const TOGETHER = 4;

/**
 * Sums the energy of the ridges, and of the waves that explain them, for each block, four blocks at once. Parameters: bytes of a picture,
 * addresses of the requested blocks and of both sums; columns and rows of blocks, width. Up to three blocks beyond the requested ones are
 * written too.
 */
export const ENERGIES = routine('energies', 7, (frame, bytes, asked, all, explained, columns, rows, width) => {
  const row = frame.i32();
  const column = frame.i32();
  const cell = frame.i32();
  const y = frame.i32();
  const stride = frame.i32();
  const at = frame.i32();
  const v = frame.v128();
  const w = frame.v128();
  const pairs = [0, 1].map((place) => ({ place, all: frame.v128(), explained: frame.v128() }));
  const picture = (of: number) => add(at.get, multiply(bytes!.get, int(of)));
  // Each sum is rounded to 32 bits at each step.
  const rounded = (sum: Local, more: Code) => sum.set(widen2(narrow2(addDoubles2(sum.get, more))));
  const square = (of: Local) => multiplyDoubles2(of.get, of.get);
  const read = (of: number, beyond: number) =>
    widen2(readTwoApart(picture(of), picture(of), beyond, beyond + 4 * BLOCK));
  const step = (x: number) =>
    pairs.flatMap(({ place, all, explained }) => {
      const beyond = 4 * (x + 2 * BLOCK * place);
      return [
        ...v.set(read(0, beyond)),
        ...rounded(all, square(v)),
        ...v.set(read(2, beyond)),
        ...w.set(read(3, beyond)),
        ...rounded(explained, multiplyDoubles2(addDoubles2(square(v), square(w)), doubles2(0.5))),
      ];
    });
  const firstPixel = shiftLeft(
    add(
      multiply(add(multiply(row.get, int(BLOCK)), int(RIM)), stride.get),
      add(multiply(column.get, int(BLOCK)), int(RIM)),
    ),
    int(2),
  );
  const any = Array.from({ length: TOGETHER }, (_, k) => readInt(add(asked!.get, shiftLeft(cell.get, int(2))), 4 * k));
  return [
    ...stride.set(add(width!.get, int(2 * RIM))),
    ...each(
      row,
      int(0),
      rows!.get,
      1,
      each(
        column,
        int(0),
        columns!.get,
        TOGETHER,
        cell.set(add(multiply(row.get, columns!.get), column.get)),
        when(
          any.reduce((one, other) => or(one, other)),
          ...pairs.flatMap(({ all, explained }) => [all, explained].map((sum) => sum.set(ints4(0, 0, 0, 0)))),
          at.set(add(int(PICTURES), firstPixel)),
          each(
            y,
            int(0),
            int(BLOCK),
            1,
            ...Array.from({ length: BLOCK }, (_, x) => step(x)),
            at.set(add(at.get, shiftLeft(stride.get, int(2)))),
          ),
          ...pairs.flatMap((pair) => [
            writeTwo(add(all!.get, shiftLeft(cell.get, int(2))), narrow2(pair.all.get), 8 * pair.place),
            writeTwo(add(explained!.get, shiftLeft(cell.get, int(2))), narrow2(pair.explained.get), 8 * pair.place),
          ]),
        ),
      ),
    ),
  ];
});
