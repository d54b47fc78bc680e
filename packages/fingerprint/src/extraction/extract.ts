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

/** No finger fits into less, in pixels at 500 dpi. */
const SMALLEST_SIDE = 32;
/** Blocks where the ridges explain less of the picture, or have less of one period, are not finger but dirt, smear or glare. */
const LEAST_CLARITY = 0.12;
const LEAST_PERIODICITY = 0.3;
/** Blocks that the filters reach beyond the finger. */
const REACH = 2;

/**
 * Finds the minutiae and the ridge flow of one impression, in pixels at 500 dpi. Always returns: a picture without a finger, or
 * one too small or too large for a finger, gives a template without minutiae. A child's finger, whose ridges are narrow, is taken apart at an adult's size.
 */
export function extractTemplate(image: GreyImage): Template {
  const picture = fitting(image);
  if (picture === null) return emptyTemplate();
  const begun = begin(picture);
  const larger = enlarge(picture, begun.enlargement);
  return larger === picture ? templateOf(finish(begun)) : reducedTemplate(larger, begun.enlargement);
}

/**
 * The template of an impression, and what its extraction found on the way, always at the finger's own size; null where no finger fits into the picture.
 * The findings hold until the next extraction, which works where they lie: whoever keeps them longer asks `analyse`.
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
  // The enlarged picture first: what is found lies where the next one is taken apart.
  const template = reducedTemplate(larger, begun.enlargement);
  return { template, found: takeApart(picture) };
}

function reducedTemplate(larger: GreyImage, factor: number): Template {
  return resizeTemplate(templateOf(takeApart(larger)), 1 / factor);
}

function fitting(image: GreyImage): GreyImage | null {
  const picture = atWorkingResolution(image);
  const { width, height } = picture;
  return width < SMALLEST_SIDE || height < SMALLEST_SIDE || width > MAX_SIDE || height > MAX_SIDE ? null : picture;
}

function templateOf({ width, height, minutiae, flow, period, mask }: Analysis): Template {
  return packTemplate(width, height, minutiae, flow, period, mask);
}

/** Analysis: all that the extraction finds in a picture at 500 dpi, step by step. */
export type Analysis = ReturnType<typeof takeApart>;

/** The steps of the extraction, with what each found, to be kept; `picture` is at 500 dpi. */
export function analyse(picture: GreyImage): Analysis {
  const found = takeApart(picture);
  const { ridges, waves } = found;
  // The next extraction works where these lie.
  return { ...found, ridges: ridges.slice(), waves: { ...waves, even: waves.even.slice(), odd: waves.odd.slice() } };
}

function takeApart(picture: GreyImage) {
  return finish(begin(picture));
}

/** The steps up to the period of the ridges, which tells the size at which the others are to be taken. */
function begin(picture: GreyImage) {
  const { width, height } = picture;
  const contrast = measureContrast(picture);
  const finger = segment(contrast);
  const near = vote(finger, contrast, REACH, Number.EPSILON);
  const ridges = normalise(picture, contrast, near);
  const rough = estimateFlow(ridges, width, height, finger, ROUGH);
  const periods = estimatePeriods(ridges, width, height, rough, finger);
  const enlargement = enlargementOf(periods, finger, LEAST_PERIODICITY);
  return { width, height, finger, near, ridges, rough, periods, enlargement };
}

function finish({ width, height, finger, near, ridges, rough, periods }: ReturnType<typeof begin>) {
  const { period, periodicity } = periods;
  // The flow of the enhanced ridges is truer than that of the raw ones: scratches and pores are gone from it.
  const chosen = chooseWaves(width, height, rough, period, finger, near);
  const first = enhanceEven(ridges, width, height, rough, chosen);
  const flow = estimateFlow(first, width, height, finger, REFINED);
  const waves = enhance(ridges, width, height, flow, chosen);
  const clarity = measureClarity(ridges, waves.even, waves.odd, width, height, flow, finger);
  const ridged = finger.map((f, i) =>
    f > 0 && clarity[i]! > LEAST_CLARITY && periodicity[i]! > LEAST_PERIODICITY ? 1 : 0,
  );
  const mask = vote(ridged, flow, 2, 0.5);
  const poles = findPoles(waves, width, height, mask, flow);
  const minutiae = selectMinutiae(poles, waves, width, height, flow, period, mask, clarity);
  return { width, height, ridges, minutiae, flow, period, mask, waves, clarity, poles };
}
