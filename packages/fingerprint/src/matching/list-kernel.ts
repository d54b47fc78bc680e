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

/** Steps in one register. */
const SIXTEEN = 16;

/**
 * Lists the most alike pairs, sixteen steps in one register. Takes: place and number of the steps (behind them sixteen are overwritten), how many
 * may be listed, how few are too few, place of the list (one longer than that), place of the answer.
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
    // The lowest cut that no more than `most` reach.
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
