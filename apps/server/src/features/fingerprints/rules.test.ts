import { GATE_THRESHOLD, IDENTIFY_THRESHOLD, MONEY_THRESHOLD } from '@mfuko/fingerprint/matching/thresholds';
import { describe, expect, it } from 'vitest';
import { nearest } from './nearest.ts';
import { IDENTIFY_MARGIN, judgeIdentity, SAME_FINGER_THRESHOLD, thresholdFor, whyFull } from './rules.ts';

describe('fingerprint rules', () => {
  it('judgeIdentity needs the threshold and a margin to the second nearest', () => {
    expect(judgeIdentity(IDENTIFY_THRESHOLD, 0)).toBe('known');
    expect(judgeIdentity(IDENTIFY_THRESHOLD - 0.1, 0)).toBe('unknown');
    expect(judgeIdentity(120, 120 - IDENTIFY_MARGIN)).toBe('known');
    expect(judgeIdentity(120, 120 - IDENTIFY_MARGIN + 0.1)).toBe('ambiguous');
  });

  it('nearest returns the two nearest active students and the nearest inactive one', () => {
    const scored = [5, 40, 90, 20, 70].map((score, place) => ({
      studentId: `s${place}`,
      active: place !== 2 && place !== 4,
      score,
    }));
    expect(nearest(scored).map(({ studentId }) => studentId)).toEqual(['s2', 's1', 's3']);
  });

  it('the threshold for money is above that of the gate, and that of the same finger below', () => {
    expect(thresholdFor('money', 1)).toBe(MONEY_THRESHOLD);
    expect(thresholdFor('gate', 1)).toBe(GATE_THRESHOLD);
    expect(SAME_FINGER_THRESHOLD).toBeLessThan(GATE_THRESHOLD);
  });

  it('the same-finger threshold corresponds to a false match rate of 1 in 100', () => {
    expect(10 ** (SAME_FINGER_THRESHOLD / 10)).toBe(100);
  });

  it('thresholds rise with the number of impressions', () => {
    expect(thresholdFor('gate', 9)).toBeCloseTo(GATE_THRESHOLD + 9.54, 1);
    expect(thresholdFor('gate', 10)).toBe(GATE_THRESHOLD + 10);
  });
});

describe('whyFull', () => {
  it('allows three impressions of each of three fingers', () => {
    const three = (finger: 'right-index' | 'left-index' | 'right-thumb') => [finger, finger, finger];
    expect(whyFull([], 'right-index')).toBeNull();
    expect(whyFull(['right-index', 'right-index'], 'right-index')).toBeNull();
    expect(whyFull(three('right-index'), 'right-index')).toMatch(/3 impressions/);
    expect(whyFull(three('right-index'), 'left-index')).toBeNull();
    expect(whyFull(['right-index', 'left-index', 'right-thumb'], 'left-thumb')).toMatch(/3 fingers/);
    expect(whyFull(['right-index', 'left-index', 'right-thumb'], 'left-index')).toBeNull();
  });
});
