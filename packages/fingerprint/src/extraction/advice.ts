import type { GreyImage } from '../image.ts';
import { meanPeriod } from '../template/scaled.ts';
import { mapCells, type Template } from '../template/template.ts';
import { BLOCK, gridOf } from './blocks.ts';
import { RIM } from './layout.ts';
import { AREA, COHERENCE, CONTRAST, DEPTH, ramp, readSigns, type Signs } from './quality-signs.ts';

/** Advice for a better next touch: press flatter; wipe, moisten or dry the finger; or move nearer to the middle of the glass. */
export type Advice = 'flatter' | 'wipe' | 'dry' | 'wet' | 'middle';

/**
 * Minimum skewness and roughness (in multiples of the roughness of even waves) of a dry finger: clean prints have thin ridges too, but
 * smooth ones.
 */
const DRY_SKEW = 0.6;
const DRY_ROUGHNESS = 1.8;
/** Skewness below which valleys are filled and the finger is wet. */
const WET_SKEW = -0.2;
/**
 * Offset of a print from the middle, as a share of the picture; the number of map cells cut off at that edge; and the area from which
 * enough of the print is visible all the same.
 */
const ASIDE = 0.18;
const CUT_CELLS = 4;
const ENOUGH_AREA = 40_000;

/**
 * Advises how a better impression could be taken. A print cut off by an edge should be centred, and a small one pressed flatter; thin and
 * rough ridges mean a dry finger, filled valleys a wet one; anything else should be wiped.
 */
export function adviseOn(image: GreyImage, template: Template): Advice {
  const signs = readSigns(image, template);
  if (signs === undefined) return 'wipe';
  if (signs.area < ENOUGH_AREA && isCutOff(template)) return 'middle';
  const worst = Math.min(ramp(signs.coherence, COHERENCE), ramp(signs.contrast, CONTRAST), ramp(signs.depth, DEPTH));
  if (ramp(signs.area, AREA) < worst) return 'flatter';
  const { skew, roughness } = shapeOf(signs, template);
  if (skew < WET_SKEW) return 'wet';
  return skew > DRY_SKEW && roughness > DRY_ROUGHNESS ? 'dry' : 'wipe';
}

/** Returns true if the finger lies to one side of the picture and is cut off by that edge. */
function isCutOff({ width, height, period }: Template): boolean {
  const columns = mapCells(width);
  const rows = mapCells(height);
  let [x, y, cells] = [0, 0, 0];
  const edge = { left: 0, right: 0, top: 0, bottom: 0 };
  for (let i = 0; i < period.length; i++) {
    if (period[i] === 0) continue;
    const [u, v] = [i % columns, Math.floor(i / columns)];
    x += u;
    y += v;
    cells++;
    if (u === 0) edge.left++;
    if (v === 0) edge.top++;
    if (u === columns - 1) edge.right++;
    if (v === rows - 1) edge.bottom++;
  }
  const across = x / cells / (columns - 1) - 0.5;
  const down = y / cells / (rows - 1) - 0.5;
  return (
    (across < -ASIDE && edge.left >= CUT_CELLS) ||
    (across > ASIDE && edge.right >= CUT_CELLS) ||
    (down < -ASIDE && edge.top >= CUT_CELLS) ||
    (down > ASIDE && edge.bottom >= CUT_CELLS)
  );
}

/**
 * Shape of the ridges: `skew` of their grey levels (positive for thin dark ridges in wide light valleys), and `roughness` relative to
 * even waves of the same period (1): the grains and breaks of a dry finger are rough.
 */
function shapeOf({ ridges, finger }: Signs, template: Template): { skew: number; roughness: number } {
  const { width, height } = template;
  const { columns } = gridOf(width, height);
  const stride = width + 2 * RIM;
  let [count, sum, square, cube, steps] = [0, 0, 0, 0, 0];
  for (let y = 0; y < height - 1; y++)
    for (let x = 0; x < width - 1; x++) {
      if (finger[((y / BLOCK) | 0) * columns + ((x / BLOCK) | 0)] === 0) continue;
      const i = (y + RIM) * stride + x + RIM;
      const v = ridges[i]!;
      count++;
      sum += v;
      square += v * v;
      cube += v * v * v;
      steps += (ridges[i + 1]! - v) ** 2 + (ridges[i + stride]! - v) ** 2;
    }
  const mean = sum / count;
  const variance = square / count - mean * mean;
  const skew = (cube / count - (3 * mean * square) / count + 2 * mean ** 3) / variance ** 1.5;
  const roughness = (steps / count / variance) * (meanPeriod(template) / (2 * Math.PI)) ** 2;
  return { skew, roughness };
}
