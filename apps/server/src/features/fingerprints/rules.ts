import { type Finger, MOST_FINGERS, MOST_IMPRESSIONS } from '@mfuko/contract/fingerprints';
import { GATE_THRESHOLD, IDENTIFY_THRESHOLD, MONEY_THRESHOLD } from '@mfuko/fingerprint/matching/thresholds';

/** Purpose: what a finger is asked for. Money needs ten times the certainty of the gate. */
export type Purpose = 'gate' | 'money';

const THRESHOLD: Readonly<Record<Purpose, number>> = { gate: GATE_THRESHOLD, money: MONEY_THRESHOLD };

/**
 * Threshold: what the best score must reach. The engine's thresholds hold for one comparison; with several enrolled
 * impressions a stranger has as many chances, so the bar rises by the score of that many (10 points are a factor of
 * ten).
 */
export function thresholdFor(purpose: Purpose, impressions: number): number {
  return THRESHOLD[purpose] + 10 * Math.log10(Math.max(1, impressions));
}

/**
 * True where a picture is refused that looks as if it was made from a stolen template. For money only: there a PIN is asked in its place, while at a
 * gate, where a person sees the child, a wet finger that is taken for a made one would keep the child waiting.
 */
export function refusesRebuilt(purpose: Purpose): boolean {
  return purpose === 'money';
}

/**
 * Below this two impressions under one finger's name are taken for two fingers (one wrong finger in 100 slips through).
 * Lower than the gate's threshold, for it catches slips of the hand and must not refuse captures that are merely poor.
 */
export const SAME_FINGER_THRESHOLD = 20;

/** Margin by which the best must be ahead of the next student, in a search of the whole school: ten times as certain. */
export const IDENTIFY_MARGIN = 10;

/** Whose finger it is, from the two nearest students' scores. */
export function judgeIdentity(best: number, second: number): 'known' | 'unknown' | 'ambiguous' {
  if (best < IDENTIFY_THRESHOLD) return 'unknown';
  return best - second < IDENTIFY_MARGIN ? 'ambiguous' : 'known';
}

/** Reason for which another impression of that finger has no room, in words fit to show; null where it has. */
export function whyFull(enrolled: readonly Finger[], finger: Finger): string | null {
  const impressions = enrolled.filter((each) => each === finger).length;
  if (impressions >= MOST_IMPRESSIONS) return `This finger has ${MOST_IMPRESSIONS} impressions already.`;
  if (impressions === 0 && new Set(enrolled).size >= MOST_FINGERS)
    return `This student has ${MOST_FINGERS} fingers enrolled already.`;
  return null;
}
