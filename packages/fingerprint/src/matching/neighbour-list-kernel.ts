import { add, type Code, each, int, less, multiply, readInt, routine, subtract, when } from '../kernels/assemble.ts';
import { double, multiplyDouble, notMoreDouble, roundDown, roundUp, toWhole } from '../kernels/doubles.ts';
import { addDouble, and, choose, differ, readDouble, subtractDouble, writeDouble, writeInt } from '../kernels/lanes.ts';
import { MAX_MINUTIAE } from '../template/template.ts';
import { CELLS, FARTHEST_SQUARE, SECTORS, SIDE, SPATIAL_SIGMA } from './neighbour-code-plain.ts';
import { NEIGHBOUR, NEIGHBOURHOOD, NEIGHBOURHOOD_BYTES } from './neighbour-kernel.ts';

/** Bytes of a minutia: x, y, direction. */
export const MINUTIA = 24;
/** Memory layout (addresses): cosine and sine of a minutia's direction, the number of its neighbours, the minutiae. */
export const MINUTIAE = {
  turn: NEIGHBOURHOOD_BYTES,
  listed: NEIGHBOURHOOD_BYTES + 16,
  list: NEIGHBOURHOOD_BYTES + 24,
} as const;
export const MINUTIAE_BYTES = MINUTIAE.list + MINUTIA * MAX_MINUTIAE;

/** Slightly more than three sigmas, so that rounding excludes no cell. */
const WITHIN = 3.001 * SPATIAL_SIGMA;

/**
 * Lists the minutiae that reach the circle around one of them, in its own coordinates, with the cells that each may reach. Parameters:
 * index of the minutia, number of all.
 */
export const LIST_NEIGHBOURS = routine('listNeighbours', 2, (frame, one, count) => {
  const [k, at, own, other] = Array.from({ length: 4 }, () => frame.i32());
  const [c, s, u, v, dx, dy] = Array.from({ length: 6 }, () => frame.f64());
  const placeOf = (of: Code) => add(int(MINUTIAE.list), multiply(of, int(MINUTIA)));
  const times = multiplyDouble;
  const least = (a: Code, b: Code) => choose(less(a, b), a, b);
  const most = (a: Code, b: Code) => choose(less(a, b), b, a);
  /** Fractional index among the rows or columns of cells. */
  const lineOf = (place: Code, beyond: number) =>
    addDouble(times(addDouble(place, double(beyond)), double(1 / SIDE)), double((CELLS - 1) / 2));
  const first = (place: Code) => most(int(0), toWhole(roundUp(lineOf(place, -WITHIN))));
  /** Index after the last cell. */
  const end = (place: Code) => least(int(CELLS), add(toWhole(roundDown(lineOf(place, WITHIN))), int(1)));
  return [
    ...at!.set(int(NEIGHBOURHOOD.list)),
    ...own!.set(placeOf(one!.get)),
    ...c!.set(readDouble(int(MINUTIAE.turn))),
    ...s!.set(readDouble(int(MINUTIAE.turn), 8)),
    ...each(
      k!,
      int(0),
      count!.get,
      1,
      other!.set(placeOf(k!.get)),
      dx!.set(subtractDouble(readDouble(other!.get), readDouble(own!.get))),
      dy!.set(subtractDouble(readDouble(other!.get, 8), readDouble(own!.get, 8))),
      u!.set(addDouble(times(dx!.get, c!.get), times(dy!.get, s!.get))),
      v!.set(subtractDouble(times(dy!.get, c!.get), times(dx!.get, s!.get))),
      when(
        and(
          differ(k!.get, one!.get),
          notMoreDouble(addDouble(times(u!.get, u!.get), times(v!.get, v!.get)), double(FARTHEST_SQUARE)),
        ),
        writeDouble(at!.get, u!.get),
        writeDouble(add(at!.get, int(8)), v!.get),
        writeInt(
          add(at!.get, int(16)),
          multiply(and(subtract(readInt(other!.get, 16), readInt(own!.get, 16)), int(255)), int(SECTORS * 8)),
        ),
        writeInt(add(at!.get, int(20)), first(u!.get)),
        writeInt(add(at!.get, int(24)), end(u!.get)),
        writeInt(add(at!.get, int(28)), first(v!.get)),
        writeInt(add(at!.get, int(32)), end(v!.get)),
        at!.set(add(at!.get, int(NEIGHBOUR))),
      ),
    ),
    ...writeInt(int(MINUTIAE.listed), subtract(at!.get, int(NEIGHBOURHOOD.list))),
  ];
});
