import { MONEY_THRESHOLD } from './thresholds.ts';

/** Score with one enrolled impression from which a new one may replace the oldest: as strict as a search of a whole school. */
export const RENEWAL_THRESHOLD = 65;

/** Minimum number of impressions for a renewal: with fewer, the remaining one would be all that a new one is compared with. */
const MIN_TO_RENEW = 2;

/**
 * Judges whether a new impression may replace the oldest one of its finger, by its scores against all enrolled impressions of that
 * finger, oldest first. `unsure`: no score is high enough. `unlike`: only the impression to be replaced is similar, not those that stay,
 * so that a series of replacements could drift to another finger. The new impression must match every one that stays at the threshold for
 * money, or any two of all at the renewal threshold.
 */
export function judgeRenewal(scores: readonly number[]): 'fit' | 'too-few' | 'unsure' | 'unlike' {
  if (scores.length < MIN_TO_RENEW) return 'too-few';
  const sure = scores.filter((score) => score >= RENEWAL_THRESHOLD).length;
  if (sure === 0) return 'unsure';
  const [, ...staying] = scores;
  return sure >= 2 || staying.every((score) => score >= MONEY_THRESHOLD) ? 'fit' : 'unlike';
}
