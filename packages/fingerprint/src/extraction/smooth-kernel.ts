import {
  add,
  type Code,
  each,
  int,
  ints4,
  type Local,
  less,
  multiply,
  read4,
  routine,
  shiftLeft,
  subtract,
  write4,
} from '../kernels/assemble.ts';
import { narrow2, readTwo, writeTwo } from '../kernels/doubles.ts';
import { addDoubles2, and, choose, multiplyDoubles2, readSame2, widen2 } from '../kernels/lanes.ts';

/**
 * Smooths the rows of a grid, then its columns, two numbers at once. Parameters: addresses of the values, of the intermediate rows, of
 * one row padded with `reach` zero cells on both sides, and of the weights; reach, numbers in a row, rows, numbers in a cell, and the
 * distance between rows that hold values.
 */
export const SMOOTH = routine(
  'smooth',
  9,
  (frame, values, between, row, weights, reach, length, rows, depth, every) => {
    const y = frame.i32();
    const x = frame.i32();
    const k = frame.i32();
    const end = frame.i32();
    const at = frame.i32();
    const sum = frame.v128();
    const nothing = ints4(0, 0, 0, 0);
    const rowOf = (picture: Code, of: Code) => add(picture, shiftLeft(add(multiply(of, length!.get), x.get), int(2)));
    const weighed = (number: Code) => sum.set(addDoubles2(sum.get, number));
    const weight = (of: Code) => readSame2(add(weights!.get, shiftLeft(of, int(3))));
    const taps = add(shiftLeft(reach!.get, int(1)), int(1));
    const first = choose(less(y.get, reach!.get), int(0), subtract(y.get, reach!.get));
    const last = add(add(y.get, reach!.get), int(1));
    // Rows between those with values are zeros and are skipped.
    const others = subtract(every!.get, int(1));
    const eachHeld = (counter: Local, from: Code, to: Code, ...body: Code[]) =>
      each(counter, from, to, 1, ...body, counter.set(add(counter.get, others)));
    const eachX = (...body: Code[]) => each(x, int(0), length!.get, 2, ...body);
    const inRow = (of: Code) => add(row!.get, shiftLeft(of, int(3)));
    return [
      ...eachHeld(
        y,
        int(0),
        rows!.get,
        at.set(inRow(multiply(reach!.get, depth!.get))),
        eachX(write4(add(at.get, shiftLeft(x.get, int(3))), widen2(readTwo(rowOf(values!.get, y.get))))),
        // The last two may overlap the next row.
        write4(add(at.get, shiftLeft(length!.get, int(3))), nothing),
        eachX(
          sum.set(nothing),
          at.set(inRow(x.get)),
          each(
            k,
            int(0),
            taps,
            1,
            weighed(multiplyDoubles2(weight(k.get), read4(at.get))),
            at.set(add(at.get, shiftLeft(depth!.get, int(3)))),
          ),
          writeTwo(rowOf(between!.get, y.get), narrow2(sum.get)),
        ),
      ),
      ...each(
        y,
        int(0),
        rows!.get,
        1,
        end.set(choose(less(last, rows!.get), last, rows!.get)),
        eachX(
          sum.set(nothing),
          eachHeld(
            k,
            add(first, and(first, others)),
            end.get,
            weighed(
              multiplyDoubles2(
                weight(add(subtract(k.get, y.get), reach!.get)),
                widen2(readTwo(rowOf(between!.get, k.get))),
              ),
            ),
          ),
          writeTwo(rowOf(values!.get, y.get), narrow2(sum.get)),
        ),
      ),
    ];
  },
);
