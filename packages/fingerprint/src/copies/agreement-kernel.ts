import { add, each, int, multiply, read4, readInt, routine, shiftLeft, subtract, when } from '../kernels/assemble.ts';
import { readTwo, readTwoApart, secondInt } from '../kernels/doubles.ts';
import {
  addDoubles2,
  all4,
  divideDoubles2,
  doubles2,
  firstInt,
  floor2,
  join2,
  lastTwo,
  lessUnsigned4,
  multiplyDoubles2,
  notLessDoubles2,
  notMoreDoubles2,
  readSame2,
  secondTwo,
  subtractDoubles2,
  swap2,
  toSignedInts2,
  widen2,
  writeInt,
} from '../kernels/lanes.ts';

/**
 * Memory layout (addresses): c, sine and its negative, x0 and y0, size, the limits of a place (right, bottom, and two constant ones), the
 * results (points, alike, groups in doubt), the parameters of `countQuickly`, the levels of the picture.
 */
export const AGREEMENT = {
  c: 0,
  sines: 16,
  origin: 32,
  size: 48,
  limits: 64,
  points: 80,
  alike: 84,
  doubts: 88,
  quick: 96,
  levels: 144,
} as const;

/**
 * Counts, among the points `from` to below `to`, those that are ridge or valley in the picture (points), and those that match the sketch
 * less those that contradict it (alike). A point takes two lanes, x and y. Parameters: the two bounds, addresses of x, y and the signs of
 * all points, width of the picture.
 */
export const countAgreement = (clear: number) =>
  routine('countAgreement', 6, (frame, from, to, xs, ys, signs, width) => {
    const k = frame.i32();
    const at = frame.i32();
    const ridge = frame.i32();
    const valley = frame.i32();
    const points = frame.i32();
    const alike = frame.i32();
    const place = frame.v128();
    const corner = frame.v128();
    const whole = frame.v128();
    const found = frame.v128();
    const below = frame.v128();
    const one = doubles2(1);
    const own = (of: typeof xs) => add(of!.get, shiftLeft(k.get, int(2)));
    const beyond = () => subtractDoubles2(one, place.get);
    const across = (row: readonly number[]) => multiplyDoubles2(widen2(row), join2(beyond(), place.get));
    return [
      ...points.set(int(0)),
      ...alike.set(int(0)),
      ...each(
        k,
        from!.get,
        to!.get,
        1,
        place.set(subtractDoubles2(widen2(readTwoApart(own(xs), own(ys), 0)), read4(int(AGREEMENT.origin)))),
        place.set(
          divideDoubles2(
            addDoubles2(
              multiplyDoubles2(readSame2(int(AGREEMENT.c)), place.get),
              multiplyDoubles2(read4(int(AGREEMENT.sines)), swap2(place.get)),
            ),
            readSame2(int(AGREEMENT.size)),
          ),
        ),
        corner.set(floor2(place.get)),
        whole.set(toSignedInts2(corner.get)),
        when(
          all4(lessUnsigned4(whole.get, read4(int(AGREEMENT.limits)))),
          place.set(subtractDoubles2(place.get, corner.get)),
          at.set(shiftLeft(add(multiply(secondInt(whole.get), width!.get), firstInt(whole.get)), int(2))),
          found.set(across(readTwo(at.get, AGREEMENT.levels))),
          below.set(across(readTwo(add(at.get, shiftLeft(width!.get, int(2))), AGREEMENT.levels))),
          found.set(
            multiplyDoubles2(
              addDoubles2(join2(found.get, below.get), secondTwo(found.get, below.get)),
              secondTwo(beyond(), place.get),
            ),
          ),
          found.set(addDoubles2(found.get, lastTwo(found.get))),
          ridge.set(firstInt(notLessDoubles2(found.get, doubles2(clear)))),
          valley.set(firstInt(notMoreDoubles2(found.get, doubles2(-clear)))),
          points.set(subtract(points.get, add(ridge.get, valley.get))),
          alike.set(add(alike.get, multiply(subtract(valley.get, ridge.get), readInt(own(signs))))),
        ),
      ),
      ...writeInt(int(AGREEMENT.points), points.get),
      ...writeInt(int(AGREEMENT.alike), alike.get),
    ];
  });
