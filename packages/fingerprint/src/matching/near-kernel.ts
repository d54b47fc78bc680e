import { add, and4, each, int, read4, routine, shiftLeft, subtract } from '../kernels/assemble.ts';
import {
  and,
  join8,
  lowestBit,
  notMore8,
  notMore16,
  or,
  readSame8,
  readSame16,
  repeat,
  sameByte16,
  sameShort8,
  signs16,
  size8,
  size16,
  subtract8,
  subtractBytes16,
  writeInt,
  writeShort,
} from '../kernels/lanes.ts';

/** Maximum number of minutiae in the kernel's memory, a multiple of 16. */
export const PLACES = 128;
/** Memory layout (addresses): x and y of A and B as 16-bit integers, directions as bytes, the pairs, their number. */
export const NEAR = {
  ax: 0,
  ay: 2 * PLACES,
  bx: 4 * PLACES,
  by: 6 * PLACES,
  directionA: 8 * PLACES,
  directionB: 9 * PLACES,
  listed: 10 * PLACES,
  count: 10 * PLACES + 2 * PLACES * PLACES,
} as const;

/**
 * Lists the pairs of A and B that are near each other with similar directions, encoded as 256 times the index in A plus the index in B,
 * sixteen of B at once. Parameters: numbers of minutiae of A and of B, maximum difference of x and y in pixels, maximum difference of
 * direction.
 */
export const LIST_NEAR = routine('listNear', 4, (frame, countA, countB, apart, twist) => {
  const i = frame.i32();
  const j = frame.i32();
  const bits = frame.i32();
  const out = frame.i32();
  const x = frame.v128();
  const y = frame.v128();
  const direction = frame.v128();
  const apartAtMost = frame.v128();
  const twistAtMost = frame.v128();
  const near = (beyond: number) => {
    const at = shiftLeft(j.get, int(1));
    return and4(
      notMore8(size8(subtract8(x.get, read4(at, NEAR.bx + beyond))), apartAtMost.get),
      notMore8(size8(subtract8(y.get, read4(at, NEAR.by + beyond))), apartAtMost.get),
    );
  };
  const alike = notMore16(size16(subtractBytes16(direction.get, read4(j.get, NEAR.directionB))), twistAtMost.get);
  return [
    ...out.set(int(NEAR.listed)),
    ...apartAtMost.set(sameShort8(apart!.get)),
    ...twistAtMost.set(sameByte16(twist!.get)),
    ...each(
      i,
      int(0),
      countA!.get,
      1,
      x.set(readSame8(shiftLeft(i.get, int(1)), NEAR.ax)),
      y.set(readSame8(shiftLeft(i.get, int(1)), NEAR.ay)),
      direction.set(readSame16(i.get, NEAR.directionA)),
      each(
        j,
        int(0),
        countB!.get,
        16,
        bits.set(signs16(and4(join8(near(0), near(16)), alike))),
        repeat(
          bits.get,
          writeShort(out.get, or(shiftLeft(i.get, int(8)), add(j.get, lowestBit(bits.get)))),
          out.set(add(out.get, int(2))),
          bits.set(and(bits.get, subtract(bits.get, int(1)))),
        ),
      ),
    ),
    ...writeInt(int(NEAR.count), subtract(out.get, int(NEAR.listed))),
  ];
});
