import {
  add,
  type Code,
  each,
  int,
  ints4,
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
  write4,
} from '../kernels/assemble.ts';
import { bytesToInts4, intsToDoubles2, narrow2, readFourBytes } from '../kernels/doubles.ts';
import {
  addInts4,
  and,
  choose,
  differ,
  divideDoubles2,
  doubles2,
  isNothing,
  join2,
  lastTwo,
  multiplyDoubles2,
  multiplyInts4,
  shiftRight,
  subtractInts4,
  writeInt,
} from '../kernels/lanes.ts';
import { FINE, LEFT, LINES, WIDE } from './relief-layout.ts';

/**
 * Computes the levels of all points whose map cell is not 0, four at once, and sets the others to 0. Parameters: addresses of the pixels,
 * the map, the lines, the levels; bytes of a line, width, height.
 */
export const RELIEF = routine('relief', 7, (frame, pixels, map, lines, levels, line, width, height) => {
  const [x, y, at, sum, cell, known, rows] = Array.from({ length: 7 }, () => frame.i32());
  const number = frame.v128();
  const other = frame.v128();
  const nothing = ints4(0, 0, 0, 0);
  const lineAt = (which: number) => add(lines!.get, add(multiply(line!.get, int(which)), int(LEFT)));
  /** Address of the entry of column x. */
  const own = (which: number) => add(lineAt(which), shiftLeft(x!.get, int(2)));
  const least = (a: Code, b: Code) => choose(less(a, b), a, b);
  const most = (a: Code, b: Code) => choose(less(a, b), b, a);
  const eachColumn = (...body: Code[]) => each(x!, int(0), width!.get, 4, ...body);
  /** Adds a row of pixels to the column sums, or subtracts it; rows outside of the picture are skipped. */
  const take = (which: number, row: Code, into: (a: Code, b: Code) => Code) =>
    when(
      and(less(int(-1), row), less(row, height!.get)),
      at!.set(add(pixels!.get, multiply(row, width!.get))),
      eachColumn(write4(own(which), into(read4(own(which)), bytesToInts4(readFourBytes(add(at!.get, x!.get)))))),
    );
  const rowsWithin = (reach: number) =>
    add(
      subtract(
        least(add(y!.get, int(reach)), subtract(height!.get, int(1))),
        most(subtract(y!.get, int(reach)), int(0)),
      ),
      int(1),
    );
  const area = (rowsOf: number, columns: number) => multiplyInts4(sameInt4(rowsWithin(rowsOf)), read4(own(columns)));
  const shares = add(lineAt(LINES.share), shiftLeft(x!.get, int(3)));
  const share = (of: Code, beyond: number) => write4(shares, divideDoubles2(doubles2(1), intsToDoubles2(of)), beyond);
  /** Areas change only near the upper and lower edges. */
  const measureAreas = [
    ...rows!.set(add(shiftLeft(rowsWithin(WIDE), int(2)), rowsWithin(FINE))),
    ...when(
      differ(rows!.get, known!.get),
      known!.set(rows!.get),
      eachColumn(
        number.set(area(WIDE, LINES.wideColumns)),
        other.set(area(FINE, LINES.fineColumns)),
        write4(own(LINES.wideArea), number.get),
        write4(own(LINES.fineArea), other.get),
        number.set(multiplyInts4(number.get, other.get)),
        share(number.get, 0),
        share(lastTwo(number.get), 16),
      ),
    ),
  ];
  const sumUp = [
    ...sum!.set(int(0)),
    ...each(
      x!,
      int(0),
      width!.get,
      1,
      sum!.set(add(sum!.get, readInt(own(LINES.wide)))),
      writeInt(add(own(LINES.upTo), int(4)), sum!.get),
    ),
    ...each(x!, width!.get, add(width!.get, int(WIDE)), 1, writeInt(add(own(LINES.upTo), int(4)), sum!.get)),
  ];
  const near = (which: number, apart: number) => read4(add(own(which), int(4 * apart)));
  const raise = [
    ...number.set(subtractInts4(near(LINES.upTo, WIDE + 1), near(LINES.upTo, -WIDE))),
    ...number.set(multiplyInts4(number.get, read4(own(LINES.fineArea)))),
    ...other.set(addInts4(addInts4(near(LINES.fine, -FINE), near(LINES.fine, 0)), near(LINES.fine, FINE))),
    ...number.set(subtractInts4(number.get, multiplyInts4(other.get, read4(own(LINES.wideArea))))),
    ...write4(
      at!.get,
      join2(
        narrow2(multiplyDoubles2(intsToDoubles2(number.get), read4(shares, 0))),
        narrow2(multiplyDoubles2(intsToDoubles2(lastTwo(number.get)), read4(shares, 16))),
      ),
    ),
  ];
  // The last four may overlap the next row, which is written afterwards.
  const writeRow = [
    ...at!.set(add(levels!.get, shiftLeft(multiply(y!.get, width!.get), int(2)))),
    ...each(
      x!,
      int(0),
      width!.get,
      4,
      sum!.set(readByte(add(cell!.get, shiftRight(x!.get, int(4))))),
      when(sum!.get, raise),
      when(isNothing(sum!.get), write4(at!.get, nothing)),
      at!.set(add(at!.get, int(16))),
    ),
  ];
  return [
    ...known!.set(int(0)),
    ...[LINES.wide, LINES.fine].flatMap((which) => eachColumn(write4(own(which), nothing))),
    ...x!.set(int(0)),
    ...[-8, -4].flatMap((apart) => write4(add(own(LINES.upTo), int(4 * apart)), nothing)),
    ...writeInt(own(LINES.upTo), int(0)),
    ...write4(add(own(LINES.fine), int(-16)), nothing),
    ...each(
      y!,
      int(-WIDE),
      height!.get,
      1,
      take(LINES.wide, add(y!.get, int(WIDE)), addInts4),
      take(LINES.wide, subtract(y!.get, int(WIDE + 1)), subtractInts4),
      take(LINES.fine, add(y!.get, int(FINE)), addInts4),
      take(LINES.fine, subtract(y!.get, int(FINE + 1)), subtractInts4),
      when(
        less(int(-1), y!.get),
        // Pixels right of the picture count as absent, too.
        x!.set(width!.get),
        write4(own(LINES.fine), nothing),
        sumUp,
        measureAreas,
        cell!.set(add(map!.get, multiply(shiftRight(y!.get, int(4)), shiftRight(add(width!.get, int(15)), int(4))))),
        writeRow,
      ),
    ),
  ];
});
