import type { Template } from '../template/template.ts';
import { MAP_CELL, mapCells } from '../template/template.ts';
import { type Cells, shared, sumShared } from './cells.ts';
import { entry } from './movement.ts';
import { moved } from './stretch.ts';

/** Overlap of two impressions under the current movement. */
export const overlap = {
  /** Number of map cells that show the finger in both. */
  cells: 0,
  /** Mean cosine of the doubled difference of ridge orientation there, -1..1. */
  flow: 0,
  /** Mean absolute logarithm of the ratio of ridge periods there. */
  period: 0,
  /** Minutiae of A and of B that lie where the other impression shows the finger. */
  minutiaeA: 0,
  minutiaeB: 0,
  /** Sums of their qualities, 0..1 each. */
  qualityA: 0,
  qualityB: 0,
};

/** Compares the ridge maps cell by cell and counts the minutiae that the other impression should have as well. */
export function measureOverlap(ta: Template, cellsA: Cells, tb: Template): void {
  const { c, s, x0, y0 } = entry;
  const columnsA = mapCells(ta.width);
  const rowsA = mapCells(ta.height);
  const columnsB = mapCells(tb.width);
  const rowsB = mapCells(tb.height);
  // Orientations count half a turn in 256 steps, directions a full turn.
  sumShared(cellsA, tb, c, s, x0 / MAP_CELL, y0 / MAP_CELL, Math.round(entry.turn * 2));
  overlap.cells = shared.cells;
  overlap.flow = shared.cells > 0 ? shared.flow / shared.cells : 0;
  overlap.period = shared.cells > 0 ? shared.period / shared.cells : 1;
  overlap.minutiaeA = 0;
  overlap.minutiaeB = 0;
  overlap.qualityA = 0;
  overlap.qualityB = 0;
  for (let i = 0; i < ta.x.length; i++) {
    if (!showsFinger(tb, columnsB, rowsB, moved.x[i]!, moved.y[i]!)) continue;
    overlap.minutiaeA++;
    overlap.qualityA += ta.quality[i]! / 100;
  }
  const square = c * c + s * s;
  for (let j = 0; j < tb.x.length; j++) {
    const dx = tb.x[j]! - x0;
    const dy = tb.y[j]! - y0;
    if (!showsFinger(ta, columnsA, rowsA, (c * dx + s * dy) / square, (c * dy - s * dx) / square)) continue;
    overlap.minutiaeB++;
    overlap.qualityB += tb.quality[j]! / 100;
  }
}

function showsFinger(t: Template, columns: number, rows: number, x: number, y: number): boolean {
  const u = Math.floor(x / MAP_CELL);
  const v = Math.floor(y / MAP_CELL);
  return u >= 0 && v >= 0 && u < columns && v < rows && t.period[v * columns + u]! > 0;
}
