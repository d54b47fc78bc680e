import { GATE_THRESHOLD, IDENTIFY_THRESHOLD, MONEY_THRESHOLD } from '@mfuko/fingerprint/matching/thresholds';
import { describe, expect, it } from 'vitest';
import { nearest } from './nearest.ts';
import { IDENTIFY_MARGIN, judgeIdentity, SAME_FINGER_THRESHOLD, thresholdFor, whyFull } from './rules.ts';

describe('whose finger it is', () => {
  it('is known only where one student is near enough and well ahead of the next', () => {
    expect(judgeIdentity(IDENTIFY_THRESHOLD, 0)).toBe('known');
    expect(judgeIdentity(IDENTIFY_THRESHOLD - 0.1, 0)).toBe('unknown');
    expect(judgeIdentity(120, 120 - IDENTIFY_MARGIN)).toBe('known');
    expect(judgeIdentity(120, 120 - IDENTIFY_MARGIN + 0.1)).toBe('ambiguous');
  });

  it('is asked of the two nearest active students, and of the nearest other', () => {
    const scored = [5, 40, 90, 20, 70].map((score, place) => ({
      studentId: `s${place}`,
      active: place !== 2 && place !== 4,
      score,
    }));
    expect(nearest(scored).map(({ studentId }) => studentId)).toEqual(['s2', 's1', 's3']);
  });

  it('is harder to prove for money than at the gate, and a slip of the hand is easier to forgive than either', () => {
    expect(thresholdFor('money', 1)).toBe(MONEY_THRESHOLD);
    expect(thresholdFor('gate', 1)).toBe(GATE_THRESHOLD);
    expect(SAME_FINGER_THRESHOLD).toBeLessThan(GATE_THRESHOLD);
  });

  it('lets one wrong finger in a hundred slip in under another’s name, and no more', () => {
    expect(10 ** (SAME_FINGER_THRESHOLD / 10)).toBe(100);
  });

  it('gives a stranger no better chance against nine impressions than against one', () => {
    expect(thresholdFor('gate', 9)).toBeCloseTo(GATE_THRESHOLD + 9.54, 1);
    expect(thresholdFor('gate', 10)).toBe(GATE_THRESHOLD + 10);
  });
});

describe('room for another impression', () => {
  it('is for three impressions of each of three fingers', () => {
    const three = (finger: 'right-index' | 'left-index' | 'right-thumb') => [finger, finger, finger];
    expect(whyFull([], 'right-index')).toBeNull();
    expect(whyFull(['right-index', 'right-index'], 'right-index')).toBeNull();
    expect(whyFull(three('right-index'), 'right-index')).toMatch(/3 impressions/);
    expect(whyFull(three('right-index'), 'left-index')).toBeNull();
    expect(whyFull(['right-index', 'left-index', 'right-thumb'], 'left-thumb')).toMatch(/3 fingers/);
    expect(whyFull(['right-index', 'left-index', 'right-thumb'], 'left-index')).toBeNull();
  });
});
