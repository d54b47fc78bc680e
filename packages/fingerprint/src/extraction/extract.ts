import type { GreyImage } from '../image.ts';
import { resizeTemplate } from '../template/scaled.ts';
import type { Template } from '../template/template.ts';
import { MAX_SIDE } from '../template/template.ts';
import { measureClarity } from './clarity.ts';
import { measureContrast } from './contrast.ts';
import { chooseWaves, enhance, enhanceEven } from './enhance.ts';
import { estimatePeriods } from './frequency.ts';
import { selectMinutiae } from './minutiae.ts';
import { enlarge, enlargementOf } from './narrow.ts';
import { normalise } from './normalise.ts';
import { estimateFlow, REFINED, ROUGH } from './orientation.ts';
import { emptyTemplate, packTemplate } from './pack.ts';
import { findPoles } from './poles.ts';
import { atWorkingResolution } from './resample.ts';
import { segment, vote } from './segment.ts';

/** Minimum side of a picture that can hold a finger, in pixels at 500 dpi. */
const MIN_SIDE = 32;
/** Minimum clarity and periodicity of a block: blocks below are not finger but dirt, smear or glare. */
const MIN_CLARITY = 0.12;
const MIN_PERIODICITY = 0.3;
/** Reach of the filters beyond the finger, in blocks. */
const REACH = 2;

/**
 * Extracts the minutiae and the ridge flow of one impression, in pixels at 500 dpi. Never throws: a picture without a finger, or too
 * small or too large for one, gives a template without minutiae. A child's finger, whose ridges are narrow, is analysed at an adult's
 * size.
 */
export function extractTemplate(image: GreyImage): Template {
  const picture = fitting(image);
  if (picture === null) return emptyTemplate();
  const begun = begin(picture);
  const larger = enlarge(picture, begun.enlargement);
  return larger === picture ? templateOf(finish(begun)) : reducedTemplate(larger, begun.enlargement);
}

/**
 * Extracts the template of an impression with the intermediate findings, which are always at the finger's own size; null if no finger
 * fits into the picture. The findings are valid until the next extraction, which reuses their memory; a caller that keeps them longer
 * uses `analyse`.
 */
export function extract(image: GreyImage): { readonly template: Template; readonly found: Analysis | null } {
  const picture = fitting(image);
  if (picture === null) return { template: emptyTemplate(), found: null };
  const begun = begin(picture);
  const larger = enlarge(picture, begun.enlargement);
  if (larger === picture) {
    const found = finish(begun);
    return { template: templateOf(found), found };
  }
  // The enlarged picture comes first, since each analysis overwrites the findings of the previous one.
  const template = reducedTemplate(larger, begun.enlargement);
  return { template, found: takeApart(picture) };
}

function reducedTemplate(larger: GreyImage, factor: number): Template {
  return resizeTemplate(templateOf(takeApart(larger)), 1 / factor);
}

function fitting(image: GreyImage): GreyImage | null {
  const picture = atWorkingResolution(image);
  const { width, height } = picture;
  return width < MIN_SIDE || height < MIN_SIDE || width > MAX_SIDE || height > MAX_SIDE ? null : picture;
}

function templateOf({ width, height, minutiae, flow, period, mask }: Analysis): Template {
  return packTemplate(width, height, minutiae, flow, period, mask);
}

/** Analysis: everything that the extraction finds in a picture at 500 dpi, step by step. */
export type Analysis = ReturnType<typeof takeApart>;

/** Runs the steps of the extraction and returns copies of their findings; `picture` is at 500 dpi. */
export function analyse(picture: GreyImage): Analysis {
  const found = takeApart(picture);
  const { ridges, waves } = found;
  // Copies, since the next extraction reuses this memory.
  return { ...found, ridges: ridges.slice(), waves: { ...waves, even: waves.even.slice(), odd: waves.odd.slice() } };
}

function takeApart(picture: GreyImage) {
  return finish(begin(picture));
}

/** Runs the steps up to the ridge period, which determines the scale of the others. */
function begin(picture: GreyImage) {
  const { width, height } = picture;
  const contrast = measureContrast(picture);
  const finger = segment(contrast);
  const near = vote(finger, contrast, REACH, Number.EPSILON);
  const ridges = normalise(picture, contrast, near);
  const rough = estimateFlow(ridges, width, height, finger, ROUGH);
  const periods = estimatePeriods(ridges, width, height, rough, finger);
  const enlargement = enlargementOf(periods, finger, MIN_PERIODICITY);
  return { width, height, finger, near, ridges, rough, periods, enlargement };
}

function finish({ width, height, finger, near, ridges, rough, periods }: ReturnType<typeof begin>) {
  const { period, periodicity } = periods;
  // The flow of the enhanced ridges is more accurate than that of the raw ones, since scratches and pores are removed.
  const chosen = chooseWaves(width, height, rough, period, finger, near);
  const first = enhanceEven(ridges, width, height, rough, chosen);
  const flow = estimateFlow(first, width, height, finger, REFINED);
  const waves = enhance(ridges, width, height, flow, chosen);
  const clarity = measureClarity(ridges, waves.even, waves.odd, width, height, flow, finger);
  const ridged = finger.map((f, i) =>
    f > 0 && clarity[i]! > MIN_CLARITY && periodicity[i]! > MIN_PERIODICITY ? 1 : 0,
  );
  const mask = vote(ridged, flow, 2, 0.5);
  const poles = findPoles(waves, width, height, mask, flow);
  const minutiae = selectMinutiae(poles, waves, width, height, flow, period, mask, clarity);
  return { width, height, ridges, minutiae, flow, period, mask, waves, clarity, poles };
}
