import { MAP_CELL, MAX_SIDE, mapCells, type Template } from './template.ts';

/** Scales are rounded to steps of 2 %, less than two touches of one finger differ by, so that few have to be described. */
const STEP = Math.log(1.02);

const periods = new WeakMap<Template, number>();
const scales = new WeakMap<Template, Map<number, Template>>();

/** The geometric mean of the ridge periods of a template in pixels at 500 dpi; 0 where it shows no finger. */
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
 * The template as it would be of a finger `factor` times as large, to the nearest 2 %: places, size and ridge periods grow, directions stay. The
 * same factor gives the same object, so what is computed from it is kept as long as the template is. Where the larger one
 * breaks a limit of templates it answers the template as it is.
 */
export function scaled(t: Template, factor: number): Template {
  const step = Math.round(Math.log(factor) / STEP);
  if (step === 0) return t;
  const of = scales.get(t) ?? new Map<number, Template>();
  scales.set(t, of);
  const known = of.get(step);
  if (known !== undefined) return known;
  const made = scale(t, Math.exp(step * STEP));
  of.set(step, made);
  return made;
}

function scale(t: Template, factor: number): Template {
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
      period[v * columns + u] = Math.max(1, Math.min(255, Math.round(own * factor)));
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
