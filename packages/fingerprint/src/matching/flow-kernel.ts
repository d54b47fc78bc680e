import {
  add,
  type Code,
  each,
  int,
  ints4,
  multiply,
  read4,
  readByte,
  routine,
  shiftLeft,
  vector,
  when,
  write4,
} from '../kernels/assemble.ts';
import { bits2, secondInt, size2 } from '../kernels/doubles.ts';
import {
  addDoubles2,
  all4,
  and,
  any,
  doubles2,
  firstInt,
  floor2,
  greaterDoubles2,
  join2,
  lessUnsigned4,
  multiplyDoubles2,
  notMoreDoubles2,
  or,
  or4,
  secondTwo,
  subtractDoubles2,
  swap2,
  toSignedInts2,
  writeInt,
} from '../kernels/lanes.ts';
import { MAP_CELL } from '../template/template.ts';
import { FLOW_POINTS } from './flow-code-plain.ts';

const POINTS_BYTES = 256 * FLOW_POINTS * 16;
const [codes, points] = [128, 256];
/**
 * Memory layout (addresses): position of the minutia, cosine of its doubled direction, the sine and its negative, columns and rows of the
 * map (and two constants), the results (four planes, the mask, non-zero if an angle is in doubt), the planes of each eighth of a turn,
 * the points of each direction, the map: cosine and sine of each cell from `map` on, and a flag byte per cell at the given address.
 */
export const FLOW_MEMORY = {
  place: 0,
  cos: 16,
  sines: 32,
  limits: 48,
  planes: 64,
  mask: 80,
  doubt: 84,
  codes,
  points,
  map: points + POINTS_BYTES,
} as const;

/** Error bound, far larger than the error of the quick sums. */
const DOUBTFUL = 1e-9;

const shiftedBy = (numbers: Code, by: Code): Code => [...numbers, ...by, ...vector(0xab)];

/**
 * Determines the ridge flow at the points around a minutia: the eighth of a turn of each, by the signs of sine and cosine and the larger
 * of the two. Parameters: direction of the minutia, cells per row of the map, address of the flags of shown cells.
 */
export const DESCRIBE_FLOW = routine('describeFlow', 3, (frame, direction, wide, shown) => {
  const [k, at, cell, mask, eighth] = Array.from({ length: 5 }, () => frame.i32());
  const [place, corner, turned, sizes, planes, doubt] = Array.from({ length: 6 }, () => frame.v128());
  const whole = corner!;
  const first = (of: Code) => join2(of, of);
  const second = (of: Code) => secondTwo(of, of);
  const beyond = subtractDoubles2(doubles2(1), place!.get);
  const mixed = (one: Code, other: Code, share: (of: Code) => Code) =>
    addDoubles2(multiplyDoubles2(one, share(beyond)), multiplyDoubles2(other, share(place!.get)));
  const below = add(at!.get, shiftLeft(wide!.get, int(4)));
  const read = (from: Code, next: number) => read4(from, FLOW_MEMORY.map + next);
  const doubtful = (of: Code) => doubt!.set(or4(doubt!.get, notMoreDoubles2(of, doubles2(DOUBTFUL))));
  const note = [
    // Position of the point between the centres of the four nearest cells, including the border.
    ...place!.set(addDoubles2(place!.get, doubles2(0.5))),
    ...corner!.set(floor2(place!.get)),
    ...place!.set(subtractDoubles2(place!.get, corner!.get)),
    ...whole.set(toSignedInts2(corner!.get)),
    ...at!.set(shiftLeft(add(multiply(secondInt(whole.get), wide!.get), firstInt(whole.get)), int(4))),
    ...turned!.set(
      mixed(mixed(read(at!.get, 0), read(at!.get, 16), first), mixed(read(below, 0), read(below, 16), first), second),
    ),
    ...turned!.set(
      addDoubles2(
        multiplyDoubles2(turned!.get, read4(int(FLOW_MEMORY.cos))),
        multiplyDoubles2(swap2(turned!.get), read4(int(FLOW_MEMORY.sines))),
      ),
    ),
    ...sizes!.set(size2(turned!.get)),
    ...doubtful(sizes!.get),
    ...doubtful(size2(subtractDoubles2(sizes!.get, swap2(sizes!.get)))),
    ...eighth!.set(
      or(
        shiftLeft(bits2(greaterDoubles2(doubles2(0), turned!.get)), int(1)),
        and(bits2(greaterDoubles2(swap2(sizes!.get), sizes!.get)), int(1)),
      ),
    ),
    ...mask!.set(or(mask!.get, shiftLeft(int(1), k!.get))),
    ...planes!.set(or4(planes!.get, shiftedBy(read4(shiftLeft(eighth!.get, int(4)), FLOW_MEMORY.codes), k!.get))),
  ];
  return [
    ...mask!.set(int(0)),
    ...planes!.set(ints4(0, 0, 0, 0)),
    ...doubt!.set(ints4(0, 0, 0, 0)),
    ...each(
      k!,
      int(0),
      int(FLOW_POINTS),
      1,
      place!.set(
        multiplyDoubles2(
          addDoubles2(
            read4(int(FLOW_MEMORY.place)),
            read4(shiftLeft(add(multiply(direction!.get, int(FLOW_POINTS)), k!.get), int(4)), FLOW_MEMORY.points),
          ),
          doubles2(1 / MAP_CELL),
        ),
      ),
      whole.set(toSignedInts2(floor2(place!.get))),
      when(
        all4(lessUnsigned4(whole.get, read4(int(FLOW_MEMORY.limits)))),
        cell!.set(add(multiply(add(secondInt(whole.get), int(1)), wide!.get), add(firstInt(whole.get), int(1)))),
        when(readByte(add(cell!.get, shown!.get)), note),
      ),
    ),
    ...write4(int(FLOW_MEMORY.planes), planes!.get),
    ...writeInt(int(FLOW_MEMORY.mask), mask!.get),
    ...writeInt(int(FLOW_MEMORY.doubt), any(doubt!.get)),
  ];
});
