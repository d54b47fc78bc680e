import { MAP_CELL, MAX_SIDE, mapCells, type Template } from './template.ts';

/**
 * Rounding of scales to steps of 2 %, less than the difference between two touches of one finger, so that few scaled templates have to be
 * described.
 */
const STEP = Math.log(1.02);

const periods = new WeakMap<Template, number>();
const scales = new WeakMap<Template, Map<number, Template>>();

/** Returns the geometric mean of the ridge periods of a template in pixels at 500 dpi; 0 if it shows no finger. */
export function meanPeriod(t: Template): number {
  const known = periods.get(t);
  if (known !== undefined) return known;
  let sum = 0;
  let cells = 0;
  for (const period of t.period) {
    if (period === 0) continue;
    sum += Math.log(period / 10);
    cells++;
  }
  const mean = cells > 0 ? Math.exp(sum / cells) : 0;
  periods.set(t, mean);
  return mean;
}

/**
 * Returns the template of a finger `factor` times as large, to the nearest 2 %: places, size and ridge periods grow, directions stay. The
 * same factor returns the same object, so that data cached for it lives as long as the template. Returns the template itself if the
 * larger one would exceed a limit of templates.
 */
export function scaled(t: Template, factor: number): Template {
  const step = Math.round(Math.log(factor) / STEP);
  if (step === 0) return t;
  const of = scales.get(t) ?? new Map<number, Template>();
  scales.set(t, of);
  const known = of.get(step);
  if (known !== undefined) return known;
  const made = resizeTemplate(t, Math.exp(step * STEP));
  of.set(step, made);
  return made;
}

/** Returns the template of a finger `factor` times as large, or the template itself if the larger one would exceed a limit of templates. */
export function resizeTemplate(t: Template, factor: number): Template {
  const width = Math.round(t.width * factor);
  const height = Math.round(t.height * factor);
  if (width > MAX_SIDE || height > MAX_SIDE) return t;
  const columns = mapCells(width);
  const rows = mapCells(height);
  const ownColumns = mapCells(t.width);
  const ownRows = mapCells(t.height);
  const orientation = new Uint8Array(columns * rows);
  const period = new Uint8Array(columns * rows);
  for (let v = 0; v < rows; v++) {
    for (let u = 0; u < columns; u++) {
      const x = Math.floor(((u + 0.5) * MAP_CELL) / factor / MAP_CELL);
      const y = Math.floor(((v + 0.5) * MAP_CELL) / factor / MAP_CELL);
      if (x >= ownColumns || y >= ownRows) continue;
      const own = t.period[y * ownColumns + x]!;
      if (own === 0) continue;
      orientation[v * columns + u] = t.orientation[y * ownColumns + x]!;
      const mean = factor < 1 ? meanUnder(t, u / factor, v / factor, 1 / factor) : own;
      period[v * columns + u] = Math.max(1, Math.min(255, Math.round(mean * factor)));
    }
  }
  const place = (at: number, side: number) => Math.min(side - 1, Math.round(at * factor));
  return {
    width,
    height,
    x: t.x.map((x) => place(x, width)),
    y: t.y.map((y) => place(y, height)),
    direction: t.direction,
    type: t.type,
    quality: t.quality,
    orientation,
    period,
  };
}

/** Mean period of the map cells under a square of that many cells: single cells would make a smaller map uneven. */
function meanUnder(t: Template, left: number, top: number, side: number): number {
  const columns = mapCells(t.width);
  const rows = mapCells(t.height);
  let sum = 0;
  let weight = 0;
  for (let y = Math.floor(top); y < Math.min(rows, top + side); y++) {
    for (let x = Math.floor(left); x < Math.min(columns, left + side); x++) {
      const own = t.period[y * columns + x]!;
      if (own === 0) continue;
      const covered = shared(x, left, side) * shared(y, top, side);
      sum += own * covered;
      weight += covered;
    }
  }
  return sum / weight;
}

/** Length of the overlap of a cell and a span. */
function shared(cell: number, from: number, length: number): number {
  return Math.min(cell + 1, from + length) - Math.max(cell, from);
}
