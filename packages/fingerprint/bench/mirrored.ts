import { MAP_CELL, mapCells, type Template } from '../src/template/template.ts';

/** The finger in a mirror: another one, as like the rest as the finger itself. */
export function mirrored(t: Template): Template {
  const columns = mapCells(t.width);
  const width = columns * MAP_CELL;
  const flip = (map: Uint8Array) =>
    map.map((_, cell) => map[cell - (cell % columns) + (columns - 1 - (cell % columns))]!);
  return {
    ...t,
    width,
    x: t.x.map((x) => width - 1 - x),
    direction: t.direction.map((direction) => 128 - direction),
    orientation: flip(t.orientation).map((orientation) => -orientation),
    period: flip(t.period),
  };
}
