import type { GreyImage } from '../image.ts';
import type { Template } from '../template/template.ts';
import { MAP_CELL, mapCells } from '../template/template.ts';
import { BLOCK } from './blocks.ts';
import { measureContrast } from './contrast.ts';
import { normalise } from './normalise.ts';
import { estimateFlow, ROUGH } from './orientation.ts';
import { atWorkingResolution } from './resample.ts';

/** Values of each sign that count as none and as full. */
export const AREA = [2_000, 24_000] as const;
export const COHERENCE = [0.15, 0.5] as const;
export const CONTRAST = [4, 10] as const;
/** Not softened like the others, since a smear loses depth first. */
export const DEPTH = [0.3, 0.6] as const;
const UNEVENNESS = [0.11, 0.06] as const;
const MINUTIAE = [1, 16] as const;

/** Bounds for the signs that predict failure, normalised to an adult's ridges: log of the number of minutiae, bending, steps of the period. */
const MANY = [Math.log1p(3), Math.log1p(60)] as const;
const BENDING = [0.024, 0.006] as const;
const STEPS = [0.07, 0.03] as const;
const ADULT_PERIOD = 9;

/** Signs of a picture that predict whether it will match, each 0..1. */
export type QualitySigns = readonly [clearness: number, minutiae: number, bending: number, steps: number];

/** Computes the signs of a picture; undefined if `template` does not belong to it, or shows no finger. */
export function qualitySigns(image: GreyImage, template: Template): QualitySigns | undefined {
  const signs = readSigns(image, template);
  if (signs === undefined) return undefined;
  const { bending, steps, stepsAcross } = unrestOf(template);
  return [
    clearnessOf(signs, template, stepsAcross),
    ramp(Math.log1p(template.x.length), MANY),
    ramp(bending, BENDING),
    ramp(steps, STEPS),
  ];
}

/**
 * Clearness, 0..1, of six signs that must all be good: area of finger, coherence of the ridge flow, contrast, its depth against the whole
 * picture, evenness of the ridge period, minutiae. A smear loses depth and evenness; dirt and noise have no coherence.
 */
function clearnessOf(signs: Signs, template: Template, unevenness: number): number {
  const product =
    ramp(signs.area, AREA) *
    ramp(signs.coherence, COHERENCE) *
    ramp(signs.contrast, CONTRAST) *
    ramp(unevenness, UNEVENNESS) *
    ramp(template.x.length, MINUTIAE);
  return Math.round(100 * ramp(signs.depth, DEPTH) * Math.sqrt(product)) / 100;
}

/** Signs from the pixels of the finger. */
export interface Signs {
  /** Area of the finger in square pixels. */
  readonly area: number;
  /** Coherence of the ridge flow, 0..1. */
  readonly coherence: number;
  /** Mean local deviation on the finger, in grey levels. */
  readonly contrast: number;
  /** Contrast divided by the deviation of the whole picture. */
  readonly depth: number;
  /** Normalised ridges of the finger, about +1 on ridges and -1 in valleys; valid until the next extraction. */
  readonly ridges: Float32Array;
  /** Blocks that show finger (1). */
  readonly finger: Float32Array;
}

/** Computes the signs of the pixels; undefined if `template` does not belong to this picture, or shows no finger. */
export function readSigns(image: GreyImage, template: Template): Signs | undefined {
  const picture = atWorkingResolution(image);
  const { width, height } = template;
  if (picture.width !== width || picture.height !== height) return undefined;
  const levels = measureContrast(picture);
  const columns = mapCells(width);
  const finger = levels.mean.map((_, i) => {
    const x = Math.floor(((i % levels.columns) * BLOCK) / MAP_CELL);
    const y = Math.floor((Math.floor(i / levels.columns) * BLOCK) / MAP_CELL);
    return template.period[y * columns + x]! > 0 ? 1 : 0;
  });
  const blocks = finger.reduce((sum, f) => sum + f, 0);
  if (blocks === 0) return undefined;
  const ridges = normalise(picture, levels, finger);
  const flow = estimateFlow(ridges, width, height, finger, ROUGH);
  let coherence = 0;
  let contrast = 0;
  for (let i = 0; i < finger.length; i++) {
    if (finger[i] === 0) continue;
    coherence += Math.hypot(flow.cos[i]!, flow.sin[i]!);
    contrast += levels.deviation[i]!;
  }
  coherence /= blocks;
  contrast /= blocks;
  const depth = contrast / (deviationOf(picture.pixels) + 1);
  return { area: blocks * BLOCK * BLOCK, coherence, contrast, depth, ridges, finger };
}

function deviationOf(pixels: Uint8Array): number {
  let sum = 0;
  let square = 0;
  for (const v of pixels) {
    sum += v;
    square += v * v;
  }
  return Math.sqrt(Math.max(0, square / pixels.length - (sum / pixels.length) ** 2));
}

/**
 * Irregularity of a template's map: the mean relative step of the ridge period from one cell to the next across (ridges keep their
 * period, streaks of a smear do not), the same step downwards, and the bending of the flow from cell to cell. The last two are normalised
 * to an adult's ridges, since a child's finger bends within fewer pixels.
 */
function unrestOf(t: Template): { stepsAcross: number; steps: number; bending: number } {
  const columns = mapCells(t.width);
  const across = { sum: 0, count: 0 };
  const down = { sum: 0, count: 0 };
  let bends = 0;
  let logs = 0;
  let cells = 0;
  for (let i = 0; i < t.period.length; i++) {
    const period = t.period[i]!;
    if (period === 0) continue;
    cells++;
    logs += Math.log(period / 10);
    for (const [before, steps] of [
      [i > 0 ? i - 1 : -1, across],
      [i - columns, down],
    ] as const) {
      if (before < 0 || t.period[before] === 0) continue;
      steps.sum += Math.abs(period - t.period[before]!) / period;
      steps.count++;
      bends += 1 - Math.abs(Math.cos(((t.orientation[i]! - t.orientation[before]!) * Math.PI) / 256));
    }
  }
  const size = cells > 0 ? Math.exp(logs / cells) / ADULT_PERIOD : 1;
  const mean = (sum: number, count: number) => (count > 0 ? sum / count : 1);
  return {
    stepsAcross: mean(across.sum, across.count),
    steps: mean(down.sum, down.count) * size,
    bending: mean(bends, across.count + down.count) * size ** 2,
  };
}

/** Linear ramp from 0 at `none` to 1 at `plenty`, clamped; `plenty` may be the smaller one. */
export function ramp(value: number, [none, plenty]: readonly [none: number, plenty: number]): number {
  return Math.max(0, Math.min(1, (value - none) / (plenty - none)));
}
