import { loadKernel } from '../kernels/load.ts';
import { mapCells, type Template } from '../template/template.ts';
import { COS } from '../template/turns.ts';
import { MAX_CELLS, OVERLAP, SUM_OVERLAP } from './overlap-kernel.ts';

/** Map cells of a template that show the finger: column, row, period and orientation, a byte each, padded to a multiple of four. */
export type Cells = Uint32Array;

const LOG = Float32Array.from({ length: 256 }, (_, k) => Math.log(Math.max(1, k)));

const kernel = loadKernel([SUM_OVERLAP]);
const sum = kernel?.routine('sumOverlap');
const BYTES = OVERLAP.cellsA + 4 * (MAX_CELLS + 3);
const memory = kernel?.memory(BYTES) ?? new ArrayBuffer(BYTES);
const movement = new Float64Array(memory, OVERLAP.movement, 4);
const sums = new Float64Array(memory, OVERLAP.flow, 2);
const counted = new Int32Array(memory, OVERLAP.cells, 1);
const periodB = new Uint8Array(memory, OVERLAP.periodB, MAX_CELLS + 1);
const orientationB = new Uint8Array(memory, OVERLAP.orientationB, MAX_CELLS + 1);
const cellsA = new Uint32Array(memory, OVERLAP.cellsA, MAX_CELLS + 3);
new Float64Array(memory, OVERLAP.cos, 256).set(COS);
new Float64Array(memory, OVERLAP.log, 256).set(LOG);

/**
 * Result of `sumShared`: number of map cells that show the finger in both; sums over them of the cosines of the doubled angle between the
 * ridges, and of the logarithm of the ratio of periods.
 */
export const shared = { cells: 0, flow: 0, period: 0 };

/** Lists the map cells of a template that show the finger. */
export function cellsOf(t: Template): Cells {
  const columns = mapCells(t.width);
  const shown = t.period.reduce((count, period) => count + (period > 0 ? 1 : 0), 0);
  const cells = new Uint32Array(4 * Math.ceil(shown / 4));
  let at = 0;
  for (let cell = 0; cell < t.period.length; cell++) {
    if (t.period[cell] === 0) continue;
    const row = Math.floor(cell / columns);
    cells[at++] = (cell - row * columns) | (row << 8) | (t.period[cell]! << 16) | (t.orientation[cell]! << 24);
  }
  return cells;
}

/**
 * Fills `shared` for A laid on B: `x' = c x - s y + x0`, `y' = s x + c y + y0`, all in cells; the ridges are rotated by `turn` 256ths of
 * half a turn.
 */
export function sumShared(a: Cells, tb: Template, c: number, s: number, x0: number, y0: number, turn: number): void {
  if (sum === undefined) return sumSharedPlainly(a, tb, c, s, x0, y0, turn);
  cellsA.set(a);
  periodB.set(tb.period);
  periodB[tb.period.length] = 0;
  orientationB.set(tb.orientation);
  movement[0] = c;
  movement[1] = s;
  movement[2] = x0;
  movement[3] = y0;
  sum(a.length, mapCells(tb.width), mapCells(tb.height), turn);
  shared.cells = counted[0]!;
  shared.flow = sums[0]!;
  shared.period = sums[1]!;
}

/** Sums like `sumShared`, for hosts without WebAssembly. */
export function sumSharedPlainly(
  a: Cells,
  tb: Template,
  c: number,
  s: number,
  x0: number,
  y0: number,
  turn: number,
): void {
  const columns = mapCells(tb.width);
  const rows = mapCells(tb.height);
  shared.cells = shared.flow = shared.period = 0;
  for (const cell of a) {
    const periodA = (cell >> 16) & 255;
    if (periodA === 0) continue;
    const px = (cell & 255) + 0.5;
    const py = ((cell >> 8) & 255) + 0.5;
    const u = Math.floor(c * px - s * py + x0);
    const v = Math.floor(s * px + c * py + y0);
    if (u < 0 || v < 0 || u >= columns || v >= rows) continue;
    const period = tb.period[v * columns + u]!;
    if (period === 0) continue;
    shared.cells++;
    shared.flow += COS[(tb.orientation[v * columns + u]! - (cell >>> 24) - turn) & 255]!;
    shared.period += Math.abs(LOG[period]! - LOG[periodA]!);
  }
}
