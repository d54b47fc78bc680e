import {
  add,
  and4,
  type Code,
  each,
  int,
  ints4,
  type Local,
  less,
  multiply,
  read4,
  readByte,
  readInt,
  routine,
  sameInt4,
  shiftLeft,
  subtract,
  when,
} from '../kernels/assemble.ts';
import { bits4, butNot4, greater4, writeByte } from '../kernels/doubles.ts';
import { halve, or, or4, xor16 } from '../kernels/lanes.ts';
import { ROWS } from './filter-passes.ts';
import { PICTURES, RIM } from './layout.ts';
import { DIRECTIONS, TILE } from './waves.ts';

/**
 * Marks the pixels where both waves take both signs among the pixel and its right and lower neighbours: elsewhere the phase cannot wind.
 * Parameters: bytes of a picture, addresses of the tiles' directions, of the requested blocks, of the marks (a byte for each row of a
 * tile, row by row, cleared); columns and rows of tiles, columns of blocks, width.
 */
export const CROSSINGS = routine(
  'crossings',
  8,
  (frame, bytes, directions, asked, marks, columns, rows, blocks, width) => {
    const row = frame.i32();
    const column = frame.i32();
    const stride = frame.i32();
    const at = frame.i32();
    const own = frame.i32();
    const beside = frame.v128();
    const below = frame.v128();
    const across = frame.v128();
    const mixed = frame.v128();
    const any = frame.v128();
    const all = frame.v128();
    const one = frame.v128();
    const tile = add(multiply(row.get, columns!.get), column.get);
    const direction = (right: number, down: number) =>
      readByte(add(add(directions!.get, tile), down ? columns!.get : int(0)), right);
    // Orientation has no sign, but the odd wave has: it is negated if two directions differ by more than a quarter turn.
    const turned = (other: Code) => {
      const [ahead, behind] = [subtract(own.get, other), subtract(other, own.get)];
      const far = or(less(int(DIRECTIONS / 2), ahead), less(int(DIRECTIONS / 2), behind));
      return sameInt4(shiftLeft(far, int(31)));
    };
    const last = ints4(0, 0, 0, -1);
    const first = ints4(-1, -1, -1, 0);
    const hasBoth = (four: readonly Code[]) => [
      ...four.flatMap((values, k) => [
        ...one.set(greater4(values, ints4(0, 0, 0, 0))),
        ...any.set(k === 0 ? one.get : or4(any.get, one.get)),
        ...all.set(k === 0 ? one.get : and4(all.get, one.get)),
      ]),
    ];
    const rowOf = (r: number) => {
      const next = add(at.get, stride.get);
      const odd = (of: Code, beyond = 0) => read4(add(of, bytes!.get), beyond);
      const onRight = and4(beside.get, last);
      const underneath = r < TILE - 1 ? ints4(0, 0, 0, 0) : below.get;
      const diagonal = r < TILE - 1 ? onRight : or4(and4(below.get, first), and4(across.get, last));
      return [
        ...hasBoth([read4(at.get), read4(at.get, 4), read4(next, 4), read4(next)]),
        ...mixed.set(butNot4(any.get, all.get)),
        ...hasBoth([
          odd(at.get),
          xor16(odd(at.get, 4), onRight),
          xor16(odd(next, 4), diagonal),
          xor16(odd(next), underneath),
        ]),
        ...writeByte(
          add(add(marks!.get, multiply(add(multiply(row.get, int(TILE)), int(r)), columns!.get)), column.get),
          bits4(and4(mixed.get, butNot4(any.get, all.get))),
        ),
        ...at.set(next),
      ];
    };
    const set = (place: Local, right: number, down: number) => place.set(turned(direction(right, down)));
    const block = add(multiply(halve(row.get), blocks!.get), halve(column.get));
    const firstPixel = add(
      multiply(add(multiply(row.get, int(TILE)), int(RIM)), stride.get),
      shiftLeft(add(multiply(column.get, int(TILE)), int(RIM)), int(2)),
    );
    return [
      ...stride.set(shiftLeft(add(width!.get, int(2 * RIM)), int(2))),
      ...each(
        row,
        int(0),
        rows!.get,
        1,
        each(
          column,
          int(0),
          columns!.get,
          1,
          when(
            readInt(add(asked!.get, shiftLeft(block, int(2)))),
            own.set(direction(0, 0)),
            set(beside, 1, 0),
            set(below, 0, 1),
            set(across, 1, 1),
            at.set(add(add(int(PICTURES), shiftLeft(bytes!.get, int(1))), firstPixel)),
            ...ROWS.map(rowOf),
          ),
        ),
      ),
    ];
  },
);
