import { MONEY_THRESHOLD } from './thresholds.ts';

/** Score with one of the enrolled impressions from which a new one may take the place of the oldest: as certain as a search of a whole school. */
export const RENEWAL_THRESHOLD = 65;

/** Impressions of a finger below which none is replaced: the one that stays would be all that a new one is held against. */
const FEWEST_TO_RENEW = 2;

/**
 * Judges whether a new impression may take the place of the oldest one of its finger, by its scores against all that are enrolled of that finger,
 * the oldest first. `unsure`: none is near enough. `unlike`: it is near the one that would go, and not near those that would stay, so that of a row of
 * replacements each could lead a little further away, to another finger in the end. It must match every one that stays as where money moves, or two of
 * all as surely as the nearest.
 */
export function judgeRenewal(scores: readonly number[]): 'fit' | 'too-few' | 'unsure' | 'unlike' {
  if (scores.length < FEWEST_TO_RENEW) return 'too-few';
  const sure = scores.filter((score) => score >= RENEWAL_THRESHOLD).length;
  if (sure === 0) return 'unsure';
  const [, ...staying] = scores;
  return sure >= 2 || staying.every((score) => score >= MONEY_THRESHOLD) ? 'fit' : 'unlike';
}
