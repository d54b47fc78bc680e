import { add, type Code, each, int, ints4, read4, routine, shiftLeft } from '../kernels/assemble.ts';
import { narrow2, readTwoApart, secondInt, shiftLeft4, writeTwo } from '../kernels/doubles.ts';
import {
  addDoubles2,
  divideDoubles2,
  doubles2,
  firstInt,
  floor2,
  multiplyDoubles2,
  readSame2,
  subtractDoubles2,
  toInts2,
  widen2,
} from '../kernels/lanes.ts';
import { HALF, LINE_STEP, LINES, LINES_ASIDE } from './frequency-tables.ts';
import { PICTURES } from './layout.ts';

/** Bytes of a measured place: x, y, cosine and sine of the ridge's direction. */
export const PLACE_BYTES = 32;
/** Bytes of a profile, padded to an even number of steps. */
export const PROFILE_BYTES = 4 * (2 * HALF + 2);

/**
 * Reads the profile across the ridge at each place, two steps at once. Parameters: places, their number, address of the profiles, and
 * address of two numbers: pixels per row of the picture, and pixels before its first.
 */
export const PROFILES = routine('profiles', 4, (frame, places, count, profiles, size) => {
  const n = frame.i32();
  const place = frame.i32();
  const out = frame.i32();
  const k = frame.i32();
  const steps = frame.v128();
  const x = frame.v128();
  const y = frame.v128();
  const at = frame.v128();
  const sum = frame.v128();
  const along = Array.from({ length: LINES }, () => [frame.v128(), frame.v128()] as const);
  const [ofX, ofY, cos, sin] = [0, 8, 16, 24].map((beyond) => readSame2(add(place.get, int(beyond))));
  const rounded = (value: Code) => floor2(addDoubles2(value, doubles2(0.5)));
  const line = ([dx, dy]: (typeof along)[number]) => [
    ...at.set(
      shiftLeft4(
        toInts2(
          addDoubles2(
            addDoubles2(
              multiplyDoubles2(rounded(addDoubles2(y.get, dy.get)), readSame2(size!.get)),
              rounded(addDoubles2(x.get, dx.get)),
            ),
            readSame2(add(size!.get, int(8))),
          ),
        ),
        2,
      ),
    ),
    ...sum.set(addDoubles2(sum.get, widen2(readTwoApart(firstInt(at.get), secondInt(at.get), PICTURES)))),
  ];
  return [
    ...place.set(places!.get),
    ...out.set(profiles!.get),
    ...each(
      n,
      int(0),
      count!.get,
      1,
      ...along.map(([dx, dy], l) => {
        const by = doubles2((l - LINES_ASIDE) * LINE_STEP);
        return [...dx.set(multiplyDoubles2(by, cos!)), ...dy.set(multiplyDoubles2(by, sin!))];
      }),
      steps.set(read4(size!.get, 16)),
      each(
        k,
        int(0),
        int(HALF + 1),
        1,
        x.set(subtractDoubles2(ofX!, multiplyDoubles2(steps.get, sin!))),
        y.set(addDoubles2(ofY!, multiplyDoubles2(steps.get, cos!))),
        sum.set(ints4(0, 0, 0, 0)),
        ...along.map(line),
        writeTwo(add(out.get, shiftLeft(k.get, int(3))), narrow2(divideDoubles2(sum.get, doubles2(LINES)))),
        steps.set(addDoubles2(steps.get, doubles2(2))),
      ),
      place.set(add(place.get, int(PLACE_BYTES))),
      out.set(add(out.get, int(PROFILE_BYTES))),
    ),
  ];
});
