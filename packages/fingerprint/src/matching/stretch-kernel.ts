import {
  add4,
  each,
  int,
  ints4,
  multiply4,
  read4,
  readSame4,
  routine,
  sameInt4,
  shiftLeft,
  subtract4,
  write4,
} from '../kernels/assemble.ts';
import { butNot4 } from '../kernels/doubles.ts';
import { divide4, equal4, numbers4 } from '../kernels/floats.ts';
import { addInts4 } from '../kernels/lanes.ts';

/** Maximum number of minutiae in the kernel's memory, a multiple of 4. */
export const PLACES = 128;
/**
 * Memory layout (addresses), 32-bit numbers: x and y of the minutiae, their laid positions; of the pairs x, y, their offsets, and the
 * index of their minutia (integers).
 */
export const STRETCH = {
  x: 0,
  y: 4 * PLACES,
  movedX: 8 * PLACES,
  movedY: 12 * PLACES,
  pairX: 16 * PLACES,
  pairY: 20 * PLACES,
  offX: 24 * PLACES,
  offY: 28 * PLACES,
  of: 32 * PLACES,
} as const;
export const STRETCH_BYTES = 36 * PLACES;

/** Distance in pixels over which skin stretches uniformly. */
export const REACH = 45;
/** Number of near pairs at which a minutia is shifted by half of their offset: even a few pairs are reliable. */
export const STIFFNESS = 0.12;

/** Shifts four minutiae at once like `stretchPlainly`. Parameters: numbers of minutiae and of pairs. */
export const STRETCH_ALONG = routine('stretch', 2, (frame, minutiae, pairs) => {
  const [i, k, at, pair] = Array.from({ length: 4 }, () => frame.i32());
  const [index, x0, y0, dx, dy, weight, byX, byY, off] = Array.from({ length: 9 }, () => frame.v128());
  const [total, sx, sy, sxx, sxy, syy] = Array.from({ length: 6 }, () => frame.v128());
  const [x, xByX, xByY, y, yByX, yByY] = Array.from({ length: 6 }, () => frame.v128());
  const sum = (to: typeof total, value: number[] | readonly number[]) => to!.set(add4(to!.get, value));
  const product = (a: typeof total, b: typeof total) => multiply4(a!.get, b!.get);
  const shifted = (moved: number, one: typeof x, by: typeof x, andBy: typeof x) =>
    write4(
      at!.get,
      add4(
        read4(at!.get, moved),
        divide4(add4(add4(product(byX, one), product(dx, by)), product(dy, andBy)), weight!.get),
      ),
      moved,
    );
  return each(
    i!,
    int(0),
    minutiae!.get,
    4,
    at!.set(shiftLeft(i!.get, int(2))),
    x0!.set(read4(at!.get, STRETCH.x)),
    y0!.set(read4(at!.get, STRETCH.y)),
    index!.set(addInts4(sameInt4(i!.get), ints4(0, 1, 2, 3))),
    total!.set(numbers4(STIFFNESS)),
    ...[sx, sy, sxy, x, xByX, xByY, y, yByX, yByY].map((each) => each!.set(numbers4(0))),
    ...[sxx, syy].map((each) => each!.set(numbers4(REACH * REACH))),
    each(
      k!,
      int(0),
      pairs!.get,
      1,
      pair!.set(shiftLeft(k!.get, int(2))),
      dx!.set(subtract4(readSame4(pair!.get, STRETCH.pairX), x0!.get)),
      dy!.set(subtract4(readSame4(pair!.get, STRETCH.pairY), y0!.get)),
      weight!.set(
        divide4(
          numbers4(1),
          add4(numbers4(1), multiply4(add4(product(dx, dx), product(dy, dy)), numbers4(1 / (REACH * REACH)))),
        ),
      ),
      weight!.set(butNot4(product(weight, weight), equal4(readSame4(pair!.get, STRETCH.of), index!.get))),
      byX!.set(product(weight, dx)),
      byY!.set(product(weight, dy)),
      sum(total, weight!.get),
      sum(sx, byX!.get),
      sum(sy, byY!.get),
      sum(sxx, product(byX, dx)),
      sum(sxy, product(byX, dy)),
      sum(syy, product(byY, dy)),
      off!.set(readSame4(pair!.get, STRETCH.offX)),
      sum(x, product(weight, off)),
      sum(xByX, product(byX, off)),
      sum(xByY, product(byY, off)),
      off!.set(readSame4(pair!.get, STRETCH.offY)),
      sum(y, product(weight, off)),
      sum(yByX, product(byX, off)),
      sum(yByY, product(byY, off)),
    ),
    // First row of the inverse, in reused variables, and the determinant.
    byX!.set(subtract4(product(sxx, syy), product(sxy, sxy))),
    dx!.set(subtract4(product(sy, sxy), product(sx, syy))),
    dy!.set(subtract4(product(sx, sxy), product(sy, sxx))),
    weight!.set(add4(add4(product(total, byX), product(sx, dx)), product(sy, dy))),
    shifted(STRETCH.movedX, x, xByX, xByY),
    shifted(STRETCH.movedY, y, yByX, yByY),
  );
});
