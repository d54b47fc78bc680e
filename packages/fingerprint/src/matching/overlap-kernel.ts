import {
  add,
  and4,
  each,
  int,
  ints4,
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
import {
  addDouble,
  addDoubles2,
  addInts4,
  and,
  choose4,
  doubles2,
  floor2,
  join2,
  lastTwo,
  lessUnsigned4,
  multiplyDoubles2,
  multiplyInts4,
  readDouble,
  readSame2,
  shiftRight4,
  size,
  subtractDouble,
  subtractDoubles2,
  toDoubles2,
  toSignedInts2,
  writeDouble,
  writeInt,
} from '../kernels/lanes.ts';
import { MAX_SIDE, mapCells } from '../template/template.ts';

/** Maximum number of cells of a map. */
export const MAX_CELLS = mapCells(MAX_SIDE) ** 2;
/** Bytes of a map, with at least one extra cell that shows no finger. */
const MAP = 16 * Math.ceil((MAX_CELLS + 1) / 16);
const TABLE = 8 * 256;
/**
 * Memory layout (addresses): the movement (c, s, x0, y0 in cells), the results (flow, period, number of cells), four positions in the map
 * of B, tables of cosines and logarithms, the maps of B, the cells of A.
 */
export const OVERLAP = {
  movement: 0,
  flow: 32,
  period: 40,
  cells: 48,
  places: 64,
  cos: 80,
  log: 80 + TABLE,
  periodB: 80 + 2 * TABLE,
  orientationB: 80 + 2 * TABLE + MAP,
  cellsA: 80 + 2 * TABLE + 2 * MAP,
} as const;

/**
 * Lays the cells of A on the map of B, four at once, and sums the differences of the ridges where both show the finger. A cell of A is a
 * word: column, row, period, orientation. Parameters: number of cells of A, columns and rows of B, rotation.
 */
export const SUM_OVERLAP = routine('sumOverlap', 4, (frame, count, columns, rows, turn) => {
  const at = frame.i32();
  const cell = frame.i32();
  const place = frame.i32();
  const periodB = frame.i32();
  const cells = frame.i32();
  const u = frame.v128();
  const v = frame.v128();
  const x = frame.v128();
  const y = frame.v128();
  const flow = frame.f64();
  const period = frame.f64();
  const moved = { u: [frame.v128(), frame.v128()], v: [frame.v128(), frame.v128()] } as const;
  const [c, s, x0, y0] = [0, 1, 2, 3].map((k) => readSame2(int(OVERLAP.movement + 8 * k)));
  const word = read4(at.get, OVERLAP.cellsA);
  const byte = ints4(255, 255, 255, 255);
  const middle = (numbers: readonly number[]) => addDoubles2(toDoubles2(numbers), doubles2(0.5));
  const move = (h: 0 | 1) => [
    ...x.set(middle(h === 0 ? u.get : lastTwo(u.get))),
    ...y.set(middle(h === 0 ? v.get : lastTwo(v.get))),
    ...moved.u[h].set(
      floor2(addDoubles2(subtractDoubles2(multiplyDoubles2(c!, x.get), multiplyDoubles2(s!, y.get)), x0!)),
    ),
    ...moved.v[h].set(floor2(addDoubles2(addDoubles2(multiplyDoubles2(s!, x.get), multiplyDoubles2(c!, y.get)), y0!))),
  ];
  const whole = ([first, second]: typeof moved.u) => join2(toSignedInts2(first.get), toSignedInts2(second.get));
  const table = (address: number, index: readonly number[]) => readDouble(shiftLeft(index, int(3)), address);
  const lane = (k: number) => [
    ...place.set(readInt(int(OVERLAP.places + 4 * k))),
    ...periodB.set(readByte(place.get, OVERLAP.periodB)),
    ...when(
      multiply(periodB.get, readByte(at.get, OVERLAP.cellsA + 4 * k + 2)),
      cells.set(add(cells.get, int(1))),
      cell.set(
        subtract(
          subtract(readByte(place.get, OVERLAP.orientationB), readByte(at.get, OVERLAP.cellsA + 4 * k + 3)),
          turn!.get,
        ),
      ),
      flow.set(addDouble(flow.get, table(OVERLAP.cos, and(cell.get, int(255))))),
      period.set(
        addDouble(
          period.get,
          size(
            subtractDouble(
              table(OVERLAP.log, periodB.get),
              table(OVERLAP.log, readByte(at.get, OVERLAP.cellsA + 4 * k + 2)),
            ),
          ),
        ),
      ),
    ),
  ];
  return [
    ...each(
      at,
      int(0),
      shiftLeft(count!.get, int(2)),
      16,
      u.set(and4(word, byte)),
      v.set(and4(shiftRight4(word, int(8)), byte)),
      move(0),
      move(1),
      u.set(whole(moved.u)),
      v.set(whole(moved.v)),
      write4(
        int(OVERLAP.places),
        choose4(
          and4(lessUnsigned4(u.get, sameInt4(columns!.get)), lessUnsigned4(v.get, sameInt4(rows!.get))),
          addInts4(multiplyInts4(v.get, sameInt4(columns!.get)), u.get),
          sameInt4(multiply(columns!.get, rows!.get)),
        ),
      ),
      ...[0, 1, 2, 3].map(lane),
    ),
    ...writeDouble(int(OVERLAP.flow), flow.get),
    ...writeDouble(int(OVERLAP.period), period.get),
    ...writeInt(int(OVERLAP.cells), cells.get),
  ];
});
