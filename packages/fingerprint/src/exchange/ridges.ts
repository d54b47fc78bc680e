import { MAP_CELL, mapCells, type Template } from '../template/template.ts';

/** Sigma in pixels of a minutia's weight (0.6 at this distance): three ridges of an adult. */
const NEAR = 27;
/** Distance in pixels to the nearest minutia within which the map shows finger. */
const REACH = 40;
/** Ridge period in tenths of a pixel, an adult's, since a record does not reveal a child's. */
const PERIOD = 90;

/** Estimates the ridge map from the minutiae: each lies along its ridge, and between them the flow is their weighted mean. */
export function guessRidges(
  t: Pick<Template, 'width' | 'height' | 'x' | 'y' | 'direction'>,
): Pick<Template, 'orientation' | 'period'> {
  const columns = mapCells(t.width);
  const rows = mapCells(t.height);
  const orientation = new Uint8Array(columns * rows);
  const period = new Uint8Array(columns * rows);
  for (let cell = 0; cell < columns * rows; cell++) {
    const x = ((cell % columns) + 0.5) * MAP_CELL;
    const y = (Math.floor(cell / columns) + 0.5) * MAP_CELL;
    let cos = 0;
    let sin = 0;
    let nearest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < t.x.length; i++) {
      const square = (t.x[i]! - x) ** 2 + (t.y[i]! - y) ** 2;
      nearest = Math.min(nearest, square);
      const weight = Math.exp(-square / (2 * NEAR * NEAR));
      // Doubled angle, since an orientation repeats after half a turn.
      cos += weight * Math.cos((t.direction[i]! * Math.PI) / 64);
      sin += weight * Math.sin((t.direction[i]! * Math.PI) / 64);
    }
    if (nearest > REACH * REACH) continue;
    orientation[cell] = Math.round((Math.atan2(sin, cos) * 128) / Math.PI) & 255;
    period[cell] = PERIOD;
  }
  return { orientation, period };
}
