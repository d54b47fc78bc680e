import { add, each, ints4, read4, routine, write4 } from '../kernels/assemble.ts';
import { larger16 } from '../kernels/lanes.ts';

/** Number of columns per register. */
export const COLUMNS = 16;

/** Writes the maximum of each of sixteen columns. Parameters: address and number of bytes of the rows, address of the result. */
export const BEST_OF_COLUMNS = routine('bestOfColumns', 3, (frame, rows, bytes, answer) => {
  const at = frame.i32();
  const best = frame.v128();
  return [
    ...best.set(ints4(0, 0, 0, 0)),
    ...each(at, rows!.get, add(rows!.get, bytes!.get), COLUMNS, best.set(larger16(best.get, read4(at.get)))),
    ...write4(answer!.get, best.get),
  ];
});
