import { type Finger, MAX_FINGERS, MAX_IMPRESSIONS } from '@mfuko/contract/fingerprints';
import { GATE_THRESHOLD, IDENTIFY_THRESHOLD, MONEY_THRESHOLD } from '@mfuko/fingerprint/matching/thresholds';

/** Purpose of a verification. Money needs ten times the certainty of the gate. */
export type Purpose = 'gate' | 'money';

const THRESHOLD: Readonly<Record<Purpose, number>> = { gate: GATE_THRESHOLD, money: MONEY_THRESHOLD };

/**
 * Returns the score that the best comparison must reach. The engine's thresholds are for one comparison; with several enrolled
 * impressions a stranger has as many chances, so that the threshold rises by the score of that factor (10 points are a factor of ten).
 */
export function thresholdFor(purpose: Purpose, impressions: number): number {
  return THRESHOLD[purpose] + 10 * Math.log10(Math.max(1, impressions));
}

/**
 * Tells whether a picture that looks as if made from a stolen template is refused. Only money refuses it, where the PIN is the
 * alternative; at a gate, a person sees the child, and a wet finger mistaken for a made one would keep the child waiting.
 */
export function refusesRebuilt(purpose: Purpose): boolean {
  return purpose === 'money';
}

/**
 * Score below which two impressions of one finger's name count as different fingers (one wrong finger in 100 passes). Lower than the
 * gate's threshold, because it catches slips and must not refuse captures that are merely poor.
 */
export const SAME_FINGER_THRESHOLD = 20;

/** Least lead over the next student in a search of the whole school: ten times the certainty. */
export const IDENTIFY_MARGIN = 10;

/** Judges an identification by the scores of the two best students. */
export function judgeIdentity(best: number, second: number): 'known' | 'unknown' | 'ambiguous' {
  if (best < IDENTIFY_THRESHOLD) return 'unknown';
  return best - second < IDENTIFY_MARGIN ? 'ambiguous' : 'known';
}

/** Returns the reason why the finger takes no further impression, in words for the user; null if it does. */
export function whyFull(enrolled: readonly Finger[], finger: Finger): string | null {
  const impressions = enrolled.filter((each) => each === finger).length;
  if (impressions >= MAX_IMPRESSIONS) return `This finger has ${MAX_IMPRESSIONS} impressions already.`;
  if (impressions === 0 && new Set(enrolled).size >= MAX_FINGERS)
    return `This student has ${MAX_FINGERS} fingers enrolled already.`;
  return null;
}
