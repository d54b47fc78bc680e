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
  readByte,
  routine,
  sameInt4,
  shiftLeft,
  subtract,
  when,
  write4,
} from '../kernels/assemble.ts';
import { ROWS, smoothAlong, waveAcross } from './filter-passes.ts';
import { PICTURES, RIM } from './layout.ts';
import { TILE } from './waves.ts';

/**
 * Builds the kernel that filters a picture tile by tile, one row of a tile per register. Parameters: bytes of a picture, address of the
 * tiles, columns, rows, width, height.
 */
const filter = (name: string, withOdd: boolean) =>
  routine(name, 6, (frame, bytes, tiles, columns, rows, width, height) => {
    const stride = frame.i32();
    const count = frame.i32();
    const row = frame.i32();
    const column = frame.i32();
    const tile = frame.i32();
    const inside = frame.v128();
    const pixels = ROWS.map(() => frame.i32());
    const active = readByte(add(add(tiles!.get, tile.get), shiftLeft(count.get, int(1))));
    const direction = readByte(add(tiles!.get, tile.get));
    const wave = readByte(add(add(tiles!.get, tile.get), count.get));

    const top = add(multiply(row.get, int(TILE)), int(RIM));
    const left = add(multiply(column.get, int(TILE)), int(RIM));
    const begin = [
      ...tile.set(add(multiply(row.get, columns!.get), column.get)),
      // The border outside of the picture stays zero.
      ...inside.set(lessInt4(ints4(0, 1, 2, 3), sameInt4(subtract(width!.get, multiply(column.get, int(TILE)))))),
    ];
    const locate = (picture: Code) => [
      ...pixels[0]!.set(add(picture, add(multiply(top, stride.get), shiftLeft(left, int(2))))),
      ...ROWS.slice(1).flatMap((r) => pixels[r]!.set(add(pixels[r - 1]!.get, stride.get))),
    ];
    const write = (r: number, value: Code, picturesOn: number) =>
      when(
        less(add(multiply(row.get, int(TILE)), int(r)), height!.get),
        write4(add(pixels[r]!.get, multiply(bytes!.get, int(picturesOn))), and4(value, inside.get)),
      );
    const nothing = ints4(0, 0, 0, 0);
    const eachTile = (least: number, picture: Code, filtered: Code, found: readonly (readonly Local[])[]) =>
      each(
        row,
        int(0),
        rows!.get,
        1,
        each(
          column,
          int(0),
          columns!.get,
          1,
          begin,
          locate(picture),
          when(
            less(int(least - 1), active),
            filtered,
            ...found.flatMap((rowsOf, k) => rowsOf.map((row, r) => write(r, row.get, k + 1))),
          ),
          when(less(active, int(least)), ...found.flatMap((_, k) => ROWS.map((r) => write(r, nothing, k + 1)))),
        ),
      );

    const along = smoothAlong(frame, direction, pixels);
    const across = waveAcross(frame, direction, wave, pixels, withOdd);
    return [
      ...stride.set(shiftLeft(add(width!.get, int(2 * RIM)), int(2))),
      ...count.set(multiply(columns!.get, rows!.get)),
      ...eachTile(1, int(PICTURES), along.code, [along.sums]),
      ...eachTile(2, add(int(PICTURES), bytes!.get), across.code, [across.even, ...(withOdd ? [across.odd] : [])]),
    ];
  });

export const FILTERS = [filter('filter', true), filter('filterEven', false)];
