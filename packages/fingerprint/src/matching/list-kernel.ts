import {
  add,
  each,
  int,
  ints4,
  less,
  read4,
  readByte,
  routine,
  shiftLeft,
  subtract,
  when,
  write4,
} from '../kernels/assemble.ts';
import {
  and,
  choose,
  countBits,
  halve,
  lowestBit,
  notLess16,
  repeat,
  sameByte16,
  signs16,
  writeInt,
  writeShort,
} from '../kernels/lanes.ts';
import { SIMILARITY_STEPS } from './similarity-plain.ts';

/** Number of similarity steps per register. */
const SIXTEEN = 16;

/**
 * Lists the most similar pairs, sixteen steps per register. Parameters: address and number of the steps (the sixteen behind them are
 * overwritten), maximum number of pairs, minimum number of pairs, address of the list (one longer than the maximum), address of the
 * result.
 */
export const LIST_MOST_ALIKE = routine('listMostAlike', 6, (frame, steps, length, most, few, listed, answer) => {
  const low = frame.i32();
  const cut = frame.i32();
  const middle = frame.i32();
  const count = frame.i32();
  const whole = frame.i32();
  const spare = frame.i32();
  const at = frame.i32();
  const end = frame.i32();
  const bits = frame.i32();
  const place = frame.i32();
  const below = frame.i32();
  const bar = frame.v128();
  const reaching = signs16(notLess16(read4(at.get), bar.get));
  return [
    ...end.set(add(steps!.get, length!.get)),
    ...write4(end.get, ints4(0, 0, 0, 0)),
    // Binary search for the lowest cut that at most `most` pairs reach.
    ...low.set(int(1)),
    ...cut.set(int(SIMILARITY_STEPS)),
    ...repeat(
      less(low.get, cut.get),
      middle.set(halve(add(low.get, cut.get))),
      bar.set(sameByte16(middle.get)),
      count.set(int(0)),
      each(at, steps!.get, end.get, SIXTEEN, count.set(add(count.get, countBits(reaching)))),
      below.set(less(most!.get, count.get)),
      low.set(choose(below.get, add(middle.get, int(1)), low.get)),
      whole.set(choose(below.get, whole.get, count.get)),
      cut.set(choose(below.get, cut.get, middle.get)),
    ),
    ...when(less(whole.get, few!.get), when(less(int(1), cut.get), spare.set(subtract(most!.get, whole.get)))),
    ...bar.set(sameByte16(choose(less(int(1), cut.get), subtract(cut.get, int(1)), cut.get))),
    ...count.set(int(0)),
    ...each(
      at,
      steps!.get,
      end.get,
      SIXTEEN,
      bits.set(reaching),
      repeat(
        bits.get,
        place.set(add(at.get, lowestBit(bits.get))),
        bits.set(and(bits.get, subtract(bits.get, int(1)))),
        below.set(less(readByte(place.get), cut.get)),
        writeShort(add(listed!.get, shiftLeft(count.get, int(1))), subtract(place.get, steps!.get)),
        count.set(add(count.get, choose(below.get, less(int(0), spare.get), int(1)))),
        spare.set(subtract(spare.get, below.get)),
      ),
    ),
    ...writeInt(answer!.get, count.get),
  ];
});
