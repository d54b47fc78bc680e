import type { GreyImage } from '../image.ts';
import type { Template } from '../template/template.ts';
import { type QualitySigns, qualitySigns } from './quality-signs.ts';

/**
 * Quality below which an impression is not enrolled and the student is asked to try again. Measured: see
 * docs/features/fingerprint-engine.md.
 */
export const ENROLMENT_QUALITY_MINIMUM = 30;

/**
 * Quality from which a picture without a match counts as another finger's; below it the picture is reported as unclear. Higher for a
 * search of the whole school, which demands more of a picture than one student's finger does. Measured: see
 * docs/decisions/0152-report-an-unclear-fingerprint-as-unclear-not-as-wrong.md.
 */
export const CLEAR_FROM = { named: 65, searched: 80 } as const;

/**
 * Weights of clearness, minutiae, bending and steps, and the sums at which quality is 0, 30, 40, 65, 80 and 100:
 * `bench/calibrate-quality.ts`. The sums are chosen so that as many real pictures lie below each threshold as before the last three signs
 * were added, and so that each threshold asks for a new try equally often; at 30, fewer.
 */
const WEIGHTS = [2.75, 6.7, 0.73, 2.44] as const;
const KNOTS = [
  [1.5, 0],
  [5.41, 30],
  [5.89, 40],
  [7.74, 65],
  [8.3, 80],
  [11.08, 100],
] as const;

/** Maximum quality per unit of clearness, since a smear contains many false minutiae. */
const MAX_OF_CLEARNESS = 400;

/**
 * Quality of an impression, 0 (not a finger) to 100: the lower, the likelier the impression is to be refused. `template` must come from
 * `image`; otherwise, and without a finger, the result is 0.
 */
export function assessQuality(image: GreyImage, template: Template): number {
  const signs = qualitySigns(image, template);
  return signs === undefined
    ? 0
    : Math.round(Math.min(MAX_OF_CLEARNESS * signs[0], between(KNOTS, sumOf(signs, WEIGHTS))));
}

/** Minimum number of minutiae by which fingers can be told apart. */
const MIN_MINUTIAE = 2;

/** Returns true for a picture without a finger, or with so little of one that it could be anybody's. */
export function isBlank(template: Template): boolean {
  return template.x.length < MIN_MINUTIAE;
}

/** Weighted sum of the signs. */
function sumOf(signs: QualitySigns, weights: readonly number[]): number {
  return signs.reduce((sum, sign, k) => sum + sign * weights[k]!, 0);
}

/** Interpolates linearly between the knots at `x`, clamped to the first and last value. */
function between(knots: readonly (readonly [x: number, y: number])[], x: number): number {
  let [left, low] = knots[0]!;
  for (const [right, high] of knots) {
    if (x < right) return right === left ? low : low + ((Math.max(x, left) - left) / (right - left)) * (high - low);
    [left, low] = [right, high];
  }
  return low;
}
