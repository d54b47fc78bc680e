import { add, and4, each, int, less, read4, routine, shiftLeft, subtract } from '../kernels/assemble.ts';
import {
  and,
  choose,
  differ16,
  lowestBit,
  notMore16,
  or,
  readSame16,
  repeat,
  sameByte16,
  signs16,
  size16,
  subtractBytes16,
  writeInt,
  writeShort,
} from '../kernels/lanes.ts';

/** Maximum number of candidates in the kernel's memory, a multiple of 16. */
export const PLACES = 48;
/** Memory layout (addresses): minutiae of A and B, rotations from one to the other, all as bytes; the pairs of candidates, their number. */
export const TURNED = {
  a: 0,
  b: PLACES,
  turn: 2 * PLACES,
  listed: 3 * PLACES,
  count: 3 * PLACES + 2 * PLACES * PLACES,
} as const;

/**
 * Lists each two candidates that share no minutia and rotate the finger alike, as 256 times the later index plus the earlier one, sixteen
 * at once. Parameters: number of candidates, maximum difference of the rotations.
 */
export const LIST_TURNED = routine('listTurned', 2, (frame, count, twist) => {
  const k = frame.i32();
  const l = frame.i32();
  const bits = frame.i32();
  const out = frame.i32();
  const a = frame.v128();
  const b = frame.v128();
  const turn = frame.v128();
  const twistAtMost = frame.v128();
  const alike = notMore16(size16(subtractBytes16(turn.get, read4(l.get, TURNED.turn))), twistAtMost.get);
  const apart = and4(differ16(a.get, read4(l.get, TURNED.a)), differ16(b.get, read4(l.get, TURNED.b)));
  // Of the last sixteen only those before `k` count.
  const before = subtract(k.get, l.get);
  const earlier = choose(less(before, int(16)), subtract(shiftLeft(int(1), before), int(1)), int(0xffff));
  return [
    ...out.set(int(TURNED.listed)),
    ...twistAtMost.set(sameByte16(twist!.get)),
    ...each(
      k,
      int(0),
      count!.get,
      1,
      a.set(readSame16(k.get, TURNED.a)),
      b.set(readSame16(k.get, TURNED.b)),
      turn.set(readSame16(k.get, TURNED.turn)),
      each(
        l,
        int(0),
        k.get,
        16,
        bits.set(and(signs16(and4(alike, apart)), earlier)),
        repeat(
          bits.get,
          writeShort(out.get, or(shiftLeft(k.get, int(8)), add(l.get, lowestBit(bits.get)))),
          out.set(add(out.get, int(2))),
          bits.set(and(bits.get, subtract(bits.get, int(1)))),
        ),
      ),
    ),
    ...writeInt(int(TURNED.count), subtract(out.get, int(TURNED.listed))),
  ];
});
