import type { GreyImage } from '../image.ts';
import type { Template } from '../template/template.ts';
import { MAP_CELL, mapCells } from '../template/template.ts';
import { BLOCK } from './blocks.ts';
import { measureContrast } from './contrast.ts';
import { normalise } from './normalise.ts';
import { estimateFlow, ROUGH } from './orientation.ts';
import { atWorkingResolution } from './resample.ts';

/**
 * Below this an impression is not enrolled: ask the student to try again. Measured: see docs/features/fingerprint-engine.md.
 */
export const ENROLMENT_QUALITY_MINIMUM = 30;

/**
 * Quality from which a picture that matches nobody is another finger's; one below it is told to be unclear. Higher where a whole school is searched,
 * which asks more of a picture than one student's finger does. Measured: see docs/decisions/0152-an-unclear-picture-is-told-as-such.md.
 */
export const CLEAR_FROM = { named: 65, searched: 80 } as const;

/** For each sign what counts as nothing and what as plenty. */
const AREA = [2_000, 24_000] as const;
const COHERENCE = [0.15, 0.5] as const;
const CONTRAST = [4, 10] as const;
/** Not softened like the others: depth is what a smear loses first. */
const DEPTH = [0.3, 0.6] as const;
const UNEVENNESS = [0.11, 0.06] as const;
const MINUTIAE = [1, 16] as const;

/**
 * Quality: how well an impression will match, 0 (not a finger) to 100, from six signs that must all be there: area of finger, coherence of
 * the ridge flow, contrast, its depth against the whole picture, evenness of the ridge period, minutiae. A smear loses depth and evenness,
 * dirt and noise have no coherence. `template` must come from `image`; otherwise, and without a finger, 0.
 */
export function assessQuality(image: GreyImage, template: Template): number {
  const signs = readSigns(image, template);
  if (signs === undefined) return 0;
  const product =
    ramp(signs.area, AREA) *
    ramp(signs.coherence, COHERENCE) *
    ramp(signs.contrast, CONTRAST) *
    ramp(unevenness(template), UNEVENNESS) *
    ramp(template.x.length, MINUTIAE);
  return Math.round(100 * ramp(signs.depth, DEPTH) * Math.sqrt(product));
}

/** Minutiae below which there is nothing to tell one finger from another by. */
const LEAST_MINUTIAE = 2;

/** True for a picture of no finger, or of so little of one that it could be anybody's. */
export function isBlank(template: Template): boolean {
  return template.x.length < LEAST_MINUTIAE;
}

/** Advice: what a person may do better: press the finger flatter, or wipe it and the glass. */
export type Advice = 'flatter' | 'wipe';

/** Says what would have made an impression clearer: a small print is told to be pressed flatter, anything else to be wiped. */
export function adviseOn(image: GreyImage, template: Template): Advice {
  const signs = readSigns(image, template);
  if (signs === undefined) return 'wipe';
  const worst = Math.min(ramp(signs.coherence, COHERENCE), ramp(signs.contrast, CONTRAST), ramp(signs.depth, DEPTH));
  return ramp(signs.area, AREA) < worst ? 'flatter' : 'wipe';
}

interface Signs {
  /** Square pixels of finger. */
  readonly area: number;
  /** Of the ridge flow, 0..1. */
  readonly coherence: number;
  /** Mean local deviation on the finger, grey levels. */
  readonly contrast: number;
  /** The same over the deviation of the whole picture. */
  readonly depth: number;
}

function readSigns(image: GreyImage, template: Template): Signs | undefined {
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
  const flow = estimateFlow(normalise(picture, levels, finger), width, height, finger, ROUGH);
  let coherence = 0;
  let contrast = 0;
  for (let i = 0; i < finger.length; i++) {
    if (finger[i] === 0) continue;
    coherence += Math.hypot(flow.cos[i]!, flow.sin[i]!);
    contrast += levels.deviation[i]!;
  }
  const depth = contrast / blocks / (deviationOf(picture.pixels) + 1);
  return { area: blocks * BLOCK * BLOCK, coherence: coherence / blocks, contrast: contrast / blocks, depth };
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

/** Mean relative step of the ridge period from one map cell to the next: ridges keep their period, streaks of a smear do not. */
function unevenness(t: Template): number {
  let sum = 0;
  let count = 0;
  for (let i = 1; i < t.period.length; i++) {
    if (t.period[i] === 0 || t.period[i - 1] === 0) continue;
    sum += Math.abs(t.period[i]! - t.period[i - 1]!) / t.period[i]!;
    count++;
  }
  return count > 0 ? sum / count : 1;
}

function ramp(value: number, [none, plenty]: readonly [none: number, plenty: number]): number {
  return Math.max(0, Math.min(1, (value - none) / (plenty - none)));
}
