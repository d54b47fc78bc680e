import { MAP_CELL, mapCells, type Template } from '../template/template.ts';
import { FLOW, FLOW_WORDS, MASK, wordAt } from './layout.ts';

const FLOW_RINGS: readonly (readonly [radius: number, points: number])[] = [
  [24, 8],
  [44, 10],
  [66, 14],
];
/** Number of points at which the flow around a minutia is sampled. */
export const FLOW_POINTS = 32;

/** Circular 4-bit codes of 8 relative orientations; their bit distance equals the angular distance. */
export const CIRCULAR_CODE = [0b0000, 0b0001, 0b0011, 0b0111, 0b1111, 0b1110, 0b1100, 0b1000];

/** Sample points for each direction of a minutia, x and y interleaved. */
export const POINTS = Float64Array.from(
  Array.from({ length: 256 }, (_, direction) => {
    const turn = (direction * Math.PI) / 128;
    return FLOW_RINGS.flatMap(([radius, points]) =>
      Array.from({ length: points }, (_, k) => {
        const angle = turn + (2 * Math.PI * k) / points;
        return [radius * Math.cos(angle), radius * Math.sin(angle)];
      }),
    );
  }).flat(2),
);

/** Cosine and sine of twice an orientation in the unit of maps. */
export const DOUBLED_COS = Float64Array.from({ length: 256 }, (_, k) => Math.cos((k * Math.PI) / 128));
export const DOUBLED_SIN = Float64Array.from({ length: 256 }, (_, k) => Math.sin((k * Math.PI) / 128));

/** Describes the ridge flow on three rings around a minutia (Tico and Kuosmanen 2003), by the exact angle at each point. */
export function describeFlowPlainly(t: Template, i: number, words: Int32Array): void {
  const turn = (t.direction[i]! * Math.PI) / 128;
  for (let point = 0; point < FLOW_POINTS; point++) {
    const at = 2 * (t.direction[i]! * FLOW_POINTS + point);
    const orientation = orientationAt(t, t.x[i]! + POINTS[at]!, t.y[i]! + POINTS[at + 1]!);
    if (Number.isNaN(orientation)) continue;
    const mask = wordAt(i, MASK);
    words[mask] = words[mask]! | (1 << point);
    const code = CIRCULAR_CODE[Math.floor(((orientation - turn) * 8) / Math.PI + 32) & 7]!;
    for (let b = 0; b < FLOW_WORDS; b++) {
      const plane = wordAt(i, FLOW + b);
      if ((code >> b) & 1) words[plane] = words[plane]! | (1 << point);
    }
  }
}

/** Interpolates the ridge orientation in radians between the four nearest map cells; NaN if the nearest lies off the finger. */
function orientationAt(t: Template, x: number, y: number): number {
  const columns = mapCells(t.width);
  const rows = mapCells(t.height);
  const nearX = Math.floor(x / MAP_CELL);
  const nearY = Math.floor(y / MAP_CELL);
  if (nearX < 0 || nearY < 0 || nearX >= columns || nearY >= rows || t.period[nearY * columns + nearX] === 0)
    return Number.NaN;
  const gx = x / MAP_CELL - 0.5;
  const gy = y / MAP_CELL - 0.5;
  const x0 = Math.floor(gx);
  const y0 = Math.floor(gy);
  let c = 0;
  let s = 0;
  for (let v = 0; v < 2; v++) {
    for (let u = 0; u < 2; u++) {
      const cx = x0 + u;
      const cy = y0 + v;
      if (cx < 0 || cy < 0 || cx >= columns || cy >= rows) continue;
      const cell = cy * columns + cx;
      if (t.period[cell] === 0) continue;
      const w = (u ? gx - x0 : 1 - gx + x0) * (v ? gy - y0 : 1 - gy + y0);
      const doubled = t.orientation[cell]!;
      c += w * DOUBLED_COS[doubled]!;
      s += w * DOUBLED_SIN[doubled]!;
    }
  }
  return Math.atan2(s, c) / 2;
}
