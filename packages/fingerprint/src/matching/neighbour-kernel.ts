import {
  add,
  each,
  int,
  multiply,
  read4,
  readByte,
  readInt,
  routine,
  shiftLeft,
  when,
  write4,
} from '../kernels/assemble.ts';
import {
  bits2,
  double,
  multiplyDouble,
  notMoreDouble,
  sameDouble2,
  size2,
  toDouble,
  toWhole,
} from '../kernels/doubles.ts';
import {
  addDouble,
  addDoubles2,
  any,
  countBits,
  doubles2,
  greaterDoubles2,
  multiplyDoubles2,
  notMoreDoubles2,
  or,
  or4,
  readDouble,
  subtractDouble,
  subtractDoubles2,
  writeInt,
} from '../kernels/lanes.ts';
import { MAX_MINUTIAE } from '../template/template.ts';
import { NEIGHBOUR_WORDS } from './layout.ts';
import { CELLS, MAX_SQUARE, MIN_CONTRIBUTION, SECTORS, SPATIAL_SIGMA } from './neighbour-code-plain.ts';

/**
 * Bytes of the sums of a cell, and of a neighbour: u, v, address of its shares, first and last column, first row and row after the last.
 */
const CELL = 8 * SECTORS;
export const NEIGHBOUR = 40;
/** Sums padded to whole words of bits, plus one dummy cell. */
const SUMS = 32 * NEIGHBOUR_WORDS + 2 * SECTORS;
/** Dummy cell for writes that are discarded. */
export const NOWHERE = Math.ceil((32 * NEIGHBOUR_WORDS) / SECTORS);
const SPATIALS = Math.ceil(MAX_SQUARE) + 1;
const [middle, place, sums] = [0, 8 * CELLS, 8 * CELLS + CELLS * CELLS];
const spatial = sums + 8 * SUMS;
const shares = spatial + 8 * SPATIALS;
const bits = shares + 256 * CELL;
/**
 * Memory layout (addresses): the centres of rows and columns, the address of each cell, the sums, the tables of `neighbour-code.ts`, the
 * results (words of bits, number of set bits, non-zero if one is in doubt), the neighbours.
 */
export const NEIGHBOURHOOD = { middle, place, spatial, shares, bits, list: bits + 48 } as const;
export const NEIGHBOURHOOD_BYTES = NEIGHBOURHOOD.list + NEIGHBOUR * MAX_MINUTIAE;

/** Error bound, far larger than the error of a sum. */
const DOUBTFUL = 1e-9;

/** Sums the neighbours of a minutia and sets the bits. Parameter: number of neighbours. */
export const SET_NEIGHBOURS = routine('setNeighbours', 1, (frame, count) => {
  const [k, row, column, near, at, whole, word, set] = Array.from({ length: 8 }, () => frame.i32());
  const [u, v, square, rest] = Array.from({ length: 4 }, () => frame.f64());
  const weight = frame.v128();
  const over = frame.v128();
  const doubt = frame.v128();
  const middleAt = (index: readonly number[]) => readDouble(shiftLeft(index, int(3)), middle);
  /** Adds one term of the series. */
  const term = (factor: number, inner: readonly number[]) =>
    addDouble(double(factor), multiplyDouble(rest!.get, inner));
  return [
    ...each(k!, int(0), int(8 * SUMS), 16, write4(k!.get, doubles2(0), sums)),
    ...each(
      k!,
      int(NEIGHBOURHOOD.list),
      add(int(NEIGHBOURHOOD.list), multiply(count!.get, int(NEIGHBOUR))),
      NEIGHBOUR,
      near!.set(readInt(k!.get, 16)),
      each(
        row!,
        readInt(k!.get, 28),
        readInt(k!.get, 32),
        1,
        v!.set(subtractDouble(middleAt(row!.get), readDouble(k!.get, 8))),
        v!.set(multiplyDouble(v!.get, v!.get)),
        each(
          column!,
          readInt(k!.get, 20),
          readInt(k!.get, 24),
          1,
          u!.set(subtractDouble(middleAt(column!.get), readDouble(k!.get))),
          square!.set(addDouble(multiplyDouble(u!.get, u!.get), v!.get)),
          when(
            notMoreDouble(square!.get, double(MAX_SQUARE)),
            whole!.set(toWhole(square!.get)),
            rest!.set(
              multiplyDouble(subtractDouble(toDouble(whole!.get), square!.get), double(1 / (2 * SPATIAL_SIGMA ** 2))),
            ),
            // Exponential of less than a hundredth: five terms of its series are exact to thirteen digits.
            weight.set(
              sameDouble2(
                multiplyDouble(
                  readDouble(shiftLeft(whole!.get, int(3)), spatial),
                  term(1, term(1, term(1 / 2, term(1 / 6, double(1 / 24))))),
                ),
              ),
            ),
            at!.set(multiply(readByte(add(shiftLeft(row!.get, int(3)), column!.get), place), int(CELL))),
            ...[0, 16, 32].map((two) =>
              write4(
                at!.get,
                addDoubles2(read4(at!.get, sums + two), multiplyDoubles2(weight.get, read4(near!.get, shares + two))),
                sums + two,
              ),
            ),
          ),
        ),
      ),
    ),
    ...set!.set(int(0)),
    ...doubt.set(doubles2(0)),
    ...each(
      k!,
      int(0),
      int(4 * NEIGHBOUR_WORDS),
      4,
      at!.set(shiftLeft(k!.get, int(6))),
      word!.set(int(0)),
      ...Array.from({ length: 16 }, (_, two) => [
        ...over.set(subtractDoubles2(read4(at!.get, sums + 16 * two), doubles2(MIN_CONTRIBUTION))),
        ...doubt.set(or4(doubt.get, notMoreDoubles2(size2(over.get), doubles2(DOUBTFUL)))),
        ...word!.set(or(word!.get, shiftLeft(bits2(greaterDoubles2(over.get, doubles2(0))), int(2 * two)))),
      ]),
      writeInt(add(k!.get, int(bits)), word!.get),
      set!.set(add(set!.get, countBits(word!.get))),
    ),
    ...writeInt(int(bits + 4 * NEIGHBOUR_WORDS), set!.get),
    ...writeInt(int(bits + 4 * NEIGHBOUR_WORDS + 4), any(doubt.get)),
  ];
});
