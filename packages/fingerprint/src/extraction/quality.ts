import type { GreyImage } from '../image.ts';
import type { Template } from '../template/template.ts';
import { type QualitySigns, qualitySigns } from './quality-signs.ts';

/**
 * Below this an impression is not enrolled: ask the student to try again. Measured: see docs/features/fingerprint-engine.md.
 */
export const ENROLMENT_QUALITY_MINIMUM = 30;

/**
 * Quality from which a picture that matches nobody is another finger's; one below it is told to be unclear. Higher where a whole school is searched,
 * which asks more of a picture than one student's finger does. Measured: see docs/decisions/0152-an-unclear-picture-is-told-as-such.md.
 */
export const CLEAR_FROM = { named: 65, searched: 80 } as const;

/**
 * Weights of clearness, minutiae, bending and steps, and the sums at which quality is 0, 30, 40, 65, 80 and 100: `bench/calibrate-quality.ts`. The sums are those below which as many of the
 * real pictures lie as before the last three signs counted, so that each threshold asks as often as it did; at 30, of fewer.
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

/** Quality has no more than this of the clearness: a smear is full of minutiae that are none. */
const MOST_OF_CLEARNESS = 400;

/**
 * Quality: how well an impression will match, 0 (not a finger) to 100: the less of it, the likelier it is to be refused. `template` must come from `image`; otherwise, and without
 * a finger, 0.
 */
export function assessQuality(image: GreyImage, template: Template): number {
  const signs = qualitySigns(image, template);
  return signs === undefined
    ? 0
    : Math.round(Math.min(MOST_OF_CLEARNESS * signs[0], between(KNOTS, sumOf(signs, WEIGHTS))));
}

/** Minutiae below which there is nothing to tell one finger from another by. */
const LEAST_MINUTIAE = 2;

/** True for a picture of no finger, or of so little of one that it could be anybody's. */
export function isBlank(template: Template): boolean {
  return template.x.length < LEAST_MINUTIAE;
}

/** Weighted sum of the signs. */
function sumOf(signs: QualitySigns, weights: readonly number[]): number {
  return signs.reduce((sum, sign, k) => sum + sign * weights[k]!, 0);
}

/** The value at `x` on the line through the knots; that of the first or last one beyond them. */
function between(knots: readonly (readonly [x: number, y: number])[], x: number): number {
  let [left, low] = knots[0]!;
  for (const [right, high] of knots) {
    if (x < right) return right === left ? low : low + ((Math.max(x, left) - left) / (right - left)) * (high - low);
    [left, low] = [right, high];
  }
  return low;
}
