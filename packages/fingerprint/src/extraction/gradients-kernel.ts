import {
  add,
  and4,
  type Code,
  each,
  int,
  ints4,
  less,
  multiply,
  read4,
  readInt,
  routine,
  shiftLeft,
  subtract,
  when,
  write4,
} from '../kernels/assemble.ts';
import { readTwo } from '../kernels/doubles.ts';
import { addDoubles2, between2, choose, multiplyDoubles2, subtractDoubles2, widen2 } from '../kernels/lanes.ts';
import { BLOCK } from './blocks.ts';
import { RIM } from './layout.ts';

/** Bytes per block: sums of dx², dx·dy and dy², separately for the pixels at even and at odd places. */
export const SUMS_BYTES = 48;
/** Number of pixels at the edge of the picture whose gradient would need pixels outside. */
export const EDGE = 2;

/**
 * Sums the squared gradients of each requested block, two pixels at once. Parameters: addresses of the picture, of the requested blocks,
 * of the columns' masks, of the sums; columns and rows of blocks, width, height.
 */
export const GRADIENTS = routine('gradients', 8, (frame, picture, asked, masks, sums, columns, rows, width, height) => {
  const row = frame.i32();
  const column = frame.i32();
  const cell = frame.i32();
  const y = frame.i32();
  const end = frame.i32();
  const stride = frame.i32();
  const at = frame.i32();
  const upright = Array.from({ length: 5 }, () => frame.v128());
  const level = Array.from({ length: 5 }, () => frame.v128());
  const [dx, dy, xx, xy, yy, middle] = Array.from({ length: 6 }, () => frame.v128());
  const nothing = ints4(0, 0, 0, 0);
  const top = multiply(row.get, int(BLOCK));
  const twice = (of: Code) => addDoubles2(of, of);
  const addUp = (sum: typeof dx, product: Code) => sum!.set(addDoubles2(sum!.get, product));
  // Loads the column sums from the pixel left of the block to the one on its right, in pairs.
  const columnPair = (k: number) => {
    const two = (of: Code) => widen2(readTwo(of, 8 * k));
    return [
      ...middle!.set(two(at.get)),
      ...dx!.set(two(subtract(at.get, stride.get))),
      ...dy!.set(two(add(at.get, stride.get))),
      ...upright[k]!.set(addDoubles2(addDoubles2(dx!.get, twice(middle!.get)), dy!.get)),
      ...level[k]!.set(subtractDoubles2(dy!.get, dx!.get)),
    ];
  };
  const pixelPair = (k: number) => {
    const mask = read4(add(masks!.get, shiftLeft(column.get, int(6))), 16 * k);
    return [
      ...middle!.set(between2(level[k]!.get, level[k + 1]!.get)),
      ...dx!.set(and4(subtractDoubles2(upright[k + 1]!.get, upright[k]!.get), mask)),
      ...dy!.set(and4(addDoubles2(addDoubles2(level[k]!.get, twice(middle!.get)), level[k + 1]!.get), mask)),
      ...addUp(xx, multiplyDoubles2(dx!.get, dx!.get)),
      ...addUp(xy, multiplyDoubles2(dx!.get, dy!.get)),
      ...addUp(yy, multiplyDoubles2(dy!.get, dy!.get)),
    ];
  };
  const least = (a: Code, b: Code) => choose(less(a, b), a, b);
  const most = (a: Code, b: Code) => choose(less(a, b), b, a);
  const firstPixel = add(multiply(add(y.get, int(RIM)), stride.get), int(4 * (RIM - 1)));
  const block = [
    ...[xx, xy, yy].flatMap((sum) => sum!.set(nothing)),
    ...end.set(least(add(top, int(BLOCK)), subtract(height!.get, int(EDGE)))),
    ...each(
      y,
      most(top, int(EDGE)),
      end.get,
      1,
      at.set(add(add(picture!.get, firstPixel), shiftLeft(column.get, int(5)))),
      ...[0, 1, 2, 3, 4].map(columnPair),
      ...[0, 1, 2, 3].map(pixelPair),
    ),
    ...[xx, xy, yy].flatMap((sum, k) => write4(add(sums!.get, multiply(cell.get, int(SUMS_BYTES))), sum!.get, 16 * k)),
  ];
  return [
    ...stride.set(shiftLeft(add(width!.get, int(2 * RIM)), int(2))),
    ...cell.set(int(0)),
    ...each(
      row,
      int(0),
      rows!.get,
      1,
      each(
        column,
        int(0),
        columns!.get,
        1,
        when(readInt(add(asked!.get, shiftLeft(cell.get, int(2)))), block),
        cell.set(add(cell.get, int(1))),
      ),
    ),
  ];
});
