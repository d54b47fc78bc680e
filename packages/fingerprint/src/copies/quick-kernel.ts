import {
  add,
  add4,
  and4,
  type Code,
  each,
  int,
  ints4,
  type Local,
  multiply4,
  read4,
  readSame4,
  routine,
  sameInt4,
  shiftLeft,
  subtract,
  subtract4,
  unsigned,
  vector,
  vectorBinary,
  vectorUnary,
  when,
} from '../kernels/assemble.ts';
import { butNot4, greater4, readTwo, shiftLeft4 } from '../kernels/doubles.ts';
import {
  addInts4,
  any,
  isNothing,
  multiplyInts4,
  or4,
  shiftRight,
  subtractInts4,
  writeInt,
  xor16,
} from '../kernels/lanes.ts';
import { AGREEMENT } from './agreement-kernel.ts';

/** Number of points in a group. */
export const TOGETHER = 4;

const floor4 = vectorUnary(0x68);
const toInts4 = vectorUnary(0xf8);
const size4 = vectorUnary(0xe0);
const least4 = vectorBinary(0xe8);
const not4 = vectorUnary(0x4d);
const intAt = (numbers: Code, lane: number): Code => [...numbers, ...vector(0x1b), lane];
/** Loads two 32-bit numbers from one address and two from another. */
const readTwoAndTwo = (first: Code, second: Code): Code => [
  ...second,
  ...readTwo(first, AGREEMENT.levels),
  ...vector(0x57),
  0,
  ...unsigned(AGREEMENT.levels),
  1,
];
/** Picks every second of eight numbers, starting with the first or the second. */
const everySecond = (a: Code, b: Code, from: 0 | 1): Code => [
  ...a,
  ...b,
  ...vector(0x0d),
  ...[0, 2, 4, 6].flatMap((lane) => Array.from({ length: 4 }, (_, byte) => 4 * (lane + from) + byte)),
];

/**
 * Counts like `countAgreement`, but approximately and four points at once; groups of four with a point in doubt are listed instead of
 * counted. Parameters: the first group and the end, addresses of x, y, signs and of the list, bytes per row of the picture.
 * `AGREEMENT.quick` holds the inverse movement, `u = along x + across y + right` and `v = along y - across x + down`: these four numbers,
 * the error bound of a place, the two levels between which a point is in doubt, and the limits of u and v.
 */
export const COUNT_QUICKLY = routine('countQuickly', 7, (frame, from, to, xs, ys, signs, list, row) => {
  const k = frame.i32();
  const out = frame.i32();
  const [x, y, u, v, inside, left, right, upper, found, doubt, points, alike] = Array.from({ length: 12 }, () =>
    frame.v128(),
  ) as [Local, Local, Local, Local, Local, Local, Local, Local, Local, Local, Local, Local];
  const told = (place: number) => readSame4(int(AGREEMENT.quick), 4 * place);
  const own = (of: Local | undefined) => read4(add(of!.get, shiftLeft(k.get, int(4))));
  const nothing = ints4(0, 0, 0, 0);
  const lower = (a: Code, b: Code) => greater4(b, a);
  const mix = (a: Code, b: Code, share: Code) => add4(a, multiply4(share, subtract4(b, a)));
  /** Interpolates between the left and right pixels of the four points, whose addresses are in `found`. */
  const acrossRow = (beyond: Code) => {
    const two = (lane: number) =>
      readTwoAndTwo(add(intAt(found.get, lane), beyond), add(intAt(found.get, lane + 1), beyond));
    return [
      ...left.set(two(0)),
      ...right.set(two(2)),
      ...upper.set(mix(everySecond(left.get, right.get, 0), everySecond(left.get, right.get, 1), u.get)),
    ];
  };
  const sum = (of: Code) => add(add(intAt(of, 0), intAt(of, 1)), add(intAt(of, 2), intAt(of, 3)));
  return [
    ...out.set(list!.get),
    ...points.set(nothing),
    ...alike.set(nothing),
    ...each(
      k,
      from!.get,
      to!.get,
      1,
      x.set(own(xs)),
      y.set(own(ys)),
      u.set(add4(add4(multiply4(told(0), x.get), multiply4(told(1), y.get)), told(2))),
      v.set(add4(subtract4(multiply4(told(0), y.get), multiply4(told(1), x.get)), told(3))),
      // Distance to the nearest edge; negative outside of the picture.
      found.set(least4(least4(u.get, subtract4(told(7), u.get)), least4(v.get, subtract4(told(8), v.get)))),
      inside.set(greater4(found.get, told(4))),
      doubt.set(not4(or4(inside.get, lower(found.get, subtract4(nothing, told(4)))))),
      x.set(floor4(u.get)),
      y.set(floor4(v.get)),
      u.set(subtract4(u.get, x.get)),
      v.set(subtract4(v.get, y.get)),
      found.set(addInts4(multiplyInts4(toInts4(y.get), sameInt4(row!.get)), shiftLeft4(toInts4(x.get), 2))),
      found.set(and4(found.get, inside.get)),
      acrossRow(row!.get),
      y.set(upper.get),
      acrossRow(int(0)),
      found.set(mix(upper.get, y.get, v.get)),
      x.set(size4(found.get)),
      y.set(greater4(x.get, told(6))),
      doubt.set(or4(doubt.get, butNot4(inside.get, or4(y.get, lower(x.get, told(5)))))),
      when(any(doubt.get), writeInt(out.get, k.get), out.set(add(out.get, int(4)))),
      when(
        isNothing(any(doubt.get)),
        inside.set(and4(inside.get, y.get)),
        points.set(subtractInts4(points.get, inside.get)),
        // Negated if the point is a valley.
        x.set(lower(found.get, nothing)),
        y.set(subtractInts4(xor16(own(signs), x.get), x.get)),
        alike.set(addInts4(alike.get, and4(y.get, inside.get))),
      ),
    ),
    ...writeInt(int(AGREEMENT.points), sum(points.get)),
    ...writeInt(int(AGREEMENT.alike), sum(alike.get)),
    ...writeInt(int(AGREEMENT.doubts), shiftRight(subtract(out.get, list!.get), int(2))),
  ];
});
