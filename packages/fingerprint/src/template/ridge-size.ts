import { meanPeriod } from './scaled.ts';
import type { Template } from './template.ts';

/** Adult ridges at 500 dpi, in pixels: the mean of the grown fingers that were measured. */
const ADULT_PERIOD = 9;
/**
 * Stature of boys at whole years from the fourth on, as a share of a man's: the medians of the WHO's growth reference of 2007. Girls are nearer to a
 * woman's at every age, so that no child's share is smaller. A finger grows as the whole child does (Gottschlich et al. 2011).
 */
const STATURE = [
  0.585, 0.623, 0.657, 0.69, 0.721, 0.751, 0.781, 0.811, 0.845, 0.884, 0.925, 0.958, 0.98, 0.993, 1,
] as const;
const YOUNGEST = 4;
/** Least share of the expected period that one child has: four deviations below the mean of the fingers that were measured (8.5 % each), for children a twentieth shorter than the reference. */
const LEAST_OF_ONE = 0.68;
/** Further from 1 than two touches of a finger differ, the pictures are not of one resolution, or the finger has grown. */
const LEAST_OF_ENROLLED = 0.8;
const MOST_OF_ENROLLED = 1.3;
/** Growth of a year, which no year of STATURE exceeds. */
const MOST_GROWTH = 1.065;
/** Share of the expected period below which a reader's pictures are too small: half of the way to 350 dpi that are called 500. */
const TOO_SMALL = 0.82;

/** Ridge period to expect of a child, in pixels at 500 dpi; with no known age that of the youngest at school, which accuses no reader wrongly. */
export function expectedPeriod(years: number | null): number {
  return ADULT_PERIOD * statureAt(years);
}

/** True where no child of that age has ridges as narrow as this template's: the picture tells a resolution that it does not have. Of an unknown age the youngest at school stands. */
export function isImpossiblyNarrow(template: Template, years: number | null): boolean {
  const period = meanPeriod(template);
  return period > 0 && period < LEAST_OF_ONE * expectedPeriod(years);
}

/** Mean share of the expected ridge period over fingers of several children, which tells a reader's resolution as one child's does not; 1 without any. */
export function shareOfExpected(
  fingers: readonly { readonly template: Template; readonly years: number | null }[],
): number {
  const logs = fingers.flatMap(({ template, years }) => {
    const period = meanPeriod(template);
    return period > 0 ? [Math.log(period / expectedPeriod(years))] : [];
  });
  return logs.length === 0 ? 1 : Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
}

/** True for a share of the expected period that tells of pictures of a lower resolution than they are called. */
export function isTooSmall(share: number): boolean {
  return share < TOO_SMALL;
}

/**
 * Ratio of a touch's ridge period to that of the enrolled impressions, where it is one that pressure does not explain: another finger, a reader
 * of another resolution, or growth (`outgrows`). Null where it is an ordinary one, or nothing is known.
 */
export function oddRatio(touch: Template, enrolled: readonly Template[]): number | null {
  const own = meanPeriod(touch);
  const periods = enrolled.map(meanPeriod).filter((period) => period > 0);
  if (own === 0 || periods.length === 0) return null;
  // The one nearest to 1: a child who was enrolled twice has grown in between.
  const ratio = periods
    .map((period) => own / period)
    .reduce((best, each) => (Math.abs(Math.log(each)) < Math.abs(Math.log(best)) ? each : best));
  return ratio < LEAST_OF_ENROLLED || ratio > MOST_OF_ENROLLED ? ratio : null;
}

/** True for a ratio that is larger than a child grows in so many years. */
export function outgrows(ratio: number, years: number): boolean {
  return ratio > MOST_OF_ENROLLED * MOST_GROWTH ** years;
}

function statureAt(years: number | null): number {
  const place = Math.max(0, Math.min(STATURE.length - 1, Math.floor(years ?? YOUNGEST) - YOUNGEST));
  return STATURE[place] ?? 1;
}
