import {
  add,
  and4,
  type Code,
  each,
  int,
  ints4,
  type Local,
  less,
  lessInt4,
  multiply,
  read4,
  readInt,
  readSame4,
  routine,
  sameInt4,
  shiftLeft,
  subtract,
  when,
  write4,
} from '../kernels/assemble.ts';
import {
  bytesToInts4,
  intsToDoubles2,
  leastDoubles2,
  mostDoubles2,
  narrow2,
  readFourBytes,
} from '../kernels/doubles.ts';
import {
  addDoubles2,
  divideDoubles2,
  doubles2,
  join2,
  lastTwo,
  multiplyDoubles2,
  readSame2,
  subtractDoubles2,
  widen2,
} from '../kernels/lanes.ts';
import { BLOCK } from './blocks.ts';
import { LINE, LOUDEST, NOISE_FLOOR, PICTURES, RIM } from './layout.ts';

const fourIf = (condition: Code) => shiftLeft(condition, int(2));
const NOTHING = ints4(0, 0, 0, 0);

/**
 * Normalises a picture, two pixels at once. Parameters: address of the pixels (rows padded to whole blocks), of the grids (mean, deviation,
 * mask); bytes of a grid; addresses of the LINEs and of the columns (fraction between two blocks); columns of blocks, width, height.
 */
export const NORMALISE = routine(
  'normalise',
  8,
  (frame, pixels, grids, bytes, lines, across, columns, width, height) => {
    const y = frame.i32();
    const block = frame.i32();
    const line = frame.i32();
    const left = frame.i32();
    const right = frame.i32();
    const out = frame.i32();
    const fours = frame.v128();
    const far = frame.v128();
    const near = frame.v128();
    const shares = Array.from({ length: 4 }, () => frame.v128());
    const [means, deviations] = [shares, shares].map((of) => of.map(() => frame.v128())) as [Local[], Local[]];
    const first = frame.v128();
    const second = frame.v128();
    const own = shiftLeft(block.get, int(2));
    const stride = add(width!.get, int(2 * RIM));
    const mixed = (of: readonly Local[]) =>
      of.map((each, k) => multiplyDoubles2(shares[k]!.get, each.get)).reduce((sum, each) => addDoubles2(sum, each));
    const pair = (half: number, place: number, greys: Code) => [
      ...far.set(read4(add(across!.get, shiftLeft(block.get, int(6))), 32 * half + 16 * place)),
      ...near.set(subtractDoubles2(doubles2(1), far.get)),
      ...shares[0]!.set(multiplyDoubles2(near.get, readSame2(add(line.get, int(LINE.above))))),
      ...shares[1]!.set(multiplyDoubles2(far.get, readSame2(add(line.get, int(LINE.above))))),
      ...shares[2]!.set(multiplyDoubles2(near.get, readSame2(add(line.get, int(LINE.below))))),
      ...shares[3]!.set(multiplyDoubles2(far.get, readSame2(add(line.get, int(LINE.below))))),
      ...(place === 0 ? first : second).set(
        mostDoubles2(
          doubles2(-LOUDEST),
          leastDoubles2(
            doubles2(LOUDEST),
            divideDoubles2(
              subtractDoubles2(mixed(means), intsToDoubles2(greys)),
              addDoubles2(mixed(deviations), doubles2(NOISE_FLOOR)),
            ),
          ),
        ),
      ),
    ];
    // Pixels of a block's left half lie between it and its left neighbour, the others between it and its right neighbour.
    const half = (k: number, onLeft: Code, onRight: Code) => [
      ...[LINE.top, LINE.bottom].flatMap((row, pairOf) =>
        [onLeft, onRight].flatMap((side, place) => {
          const at = add(add(grids!.get, readInt(line.get, row)), side);
          return [
            ...means[2 * pairOf + place]!.set(widen2(readSame4(at))),
            ...deviations[2 * pairOf + place]!.set(widen2(readSame4(add(at, bytes!.get)))),
          ];
        }),
      ),
      ...fours.set(
        bytesToInts4(
          readFourBytes(
            add(pixels!.get, multiply(add(multiply(y.get, columns!.get), block.get), int(BLOCK))),
            (BLOCK / 2) * k,
          ),
        ),
      ),
      ...pair(k, 0, fours.get),
      ...pair(k, 1, lastTwo(fours.get)),
      ...write4(
        out.get,
        and4(
          join2(narrow2(first.get), narrow2(second.get)),
          lessInt4(
            ints4(4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 3),
            sameInt4(subtract(width!.get, multiply(block.get, int(BLOCK)))),
          ),
        ),
        16 * k,
      ),
    ];
    const wanted = readInt(add(add(grids!.get, shiftLeft(bytes!.get, int(1))), add(readInt(line.get, LINE.own), own)));
    return [
      ...line.set(lines!.get),
      ...each(
        y,
        int(0),
        height!.get,
        1,
        out.set(add(int(PICTURES + 4 * RIM), shiftLeft(multiply(add(y.get, int(RIM)), stride), int(2)))),
        each(
          block,
          int(0),
          columns!.get,
          1,
          left.set(subtract(own, fourIf(less(int(0), block.get)))),
          right.set(add(own, fourIf(less(add(block.get, int(1)), columns!.get)))),
          write4(out.get, NOTHING),
          write4(out.get, NOTHING, 16),
          when(wanted, half(0, left.get, own), half(1, own, right.get)),
          out.set(add(out.get, int(4 * BLOCK))),
        ),
        line.set(add(line.get, int(LINE.bytes))),
      ),
    ];
  },
);
