import { meanPeriod } from './scaled.ts';
import type { Template } from './template.ts';

/** Ridge period of adults at 500 dpi, in pixels: the mean of the grown fingers that were measured. */
const ADULT_PERIOD = 9;
/**
 * Stature of boys by age in whole years from four on, as a share of a man's: the medians of the WHO's growth reference of 2007. Girls are
 * nearer to a woman's at every age, so no child's share is smaller. A finger grows in proportion to the child (Gottschlich et al. 2011).
 */
const STATURE = [
  0.585, 0.623, 0.657, 0.69, 0.721, 0.751, 0.781, 0.811, 0.845, 0.884, 0.925, 0.958, 0.98, 0.993, 1,
] as const;
const YOUNGEST = 4;
/**
 * Minimum share of the expected period for one child: four deviations below the mean of the fingers that were measured (8.5 % each), for
 * children a twentieth shorter than the reference.
 */
const MIN_OF_ONE = 0.68;
/**
 * Minimum ratio to the enrolled period: below it the difference exceeds that of two touches of a finger, so the pictures differ in
 * resolution, or the finger has grown.
 */
const MIN_OF_ENROLLED = 0.8;
const MAX_OF_ENROLLED = 1.3;
/** Maximum growth per year, which no year of STATURE exceeds. */
const MAX_GROWTH = 1.065;
/** Share of the expected period below which a reader's pictures are too small: half of the way to 350 dpi labelled as 500. */
const TOO_SMALL = 0.82;

/**
 * Returns the expected ridge period of a child, in pixels at 500 dpi; for an unknown age that of the youngest at school, so that no
 * reader is suspected wrongly.
 */
export function expectedPeriod(years: number | null): number {
  return ADULT_PERIOD * statureAt(years);
}

/**
 * Returns true if no child of that age has ridges as narrow as this template's: the picture must have another resolution than it states.
 * An unknown age counts as that of the youngest at school.
 */
export function isImpossiblyNarrow(template: Template, years: number | null): boolean {
  const period = meanPeriod(template);
  return period > 0 && period < MIN_OF_ONE * expectedPeriod(years);
}

/**
 * Returns the mean share of the expected ridge period over fingers of several children, which reveals a reader's resolution as a single
 * child's does not; 1 without any.
 */
export function shareOfExpected(
  fingers: readonly { readonly template: Template; readonly years: number | null }[],
): number {
  const logs = fingers.flatMap(({ template, years }) => {
    const period = meanPeriod(template);
    return period > 0 ? [Math.log(period / expectedPeriod(years))] : [];
  });
  return logs.length === 0 ? 1 : Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
}

/** Returns true for a share of the expected period that reveals pictures of a lower resolution than stated. */
export function isTooSmall(share: number): boolean {
  return share < TOO_SMALL;
}

/**
 * Returns the ratio of a touch's ridge period to that of the enrolled impressions if pressure does not explain it: another finger, a
 * reader of another resolution, or growth (`outgrows`). Null for an ordinary ratio, or if nothing is known.
 */
export function oddRatio(touch: Template, enrolled: readonly Template[]): number | null {
  const own = meanPeriod(touch);
  const periods = enrolled.map(meanPeriod).filter((period) => period > 0);
  if (own === 0 || periods.length === 0) return null;
  // Uses the ratio nearest to 1, since a child who was enrolled twice has grown in between.
  const ratio = periods
    .map((period) => own / period)
    .reduce((best, each) => (Math.abs(Math.log(each)) < Math.abs(Math.log(best)) ? each : best));
  return ratio < MIN_OF_ENROLLED || ratio > MAX_OF_ENROLLED ? ratio : null;
}

/** Returns true for a ratio above the possible growth of a child in that many years. */
export function outgrows(ratio: number, years: number): boolean {
  return ratio > MAX_OF_ENROLLED * MAX_GROWTH ** years;
}

function statureAt(years: number | null): number {
  const place = Math.max(0, Math.min(STATURE.length - 1, Math.floor(years ?? YOUNGEST) - YOUNGEST));
  return STATURE[place] ?? 1;
}
