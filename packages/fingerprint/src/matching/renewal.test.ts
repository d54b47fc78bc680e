import { describe, expect, it } from 'vitest';
import { judgeRenewal, RENEWAL_THRESHOLD } from './renewal.ts';
import { MONEY_THRESHOLD } from './thresholds.ts';

const [SURE, MATCH] = [RENEWAL_THRESHOLD, MONEY_THRESHOLD];

describe('a new impression in the place of the oldest', () => {
  it('is fit where it is sure of one and matches all that stay', () => {
    expect(judgeRenewal([SURE, MATCH, MATCH])).toBe('fit');
    expect(judgeRenewal([0, SURE, MATCH])).toBe('fit');
  });

  it('is fit where it is sure of two, whatever a third one is', () => {
    expect(judgeRenewal([SURE, SURE, 0])).toBe('fit');
    expect(judgeRenewal([0, SURE, SURE])).toBe('fit');
  });

  it('is not sure below the threshold, however many it matches', () => {
    expect(judgeRenewal([SURE - 0.1, SURE - 0.1, SURE - 0.1])).toBe('unsure');
  });

  it('is unlike where it is sure of the one that goes alone, or of one of those that stay and not of the other', () => {
    expect(judgeRenewal([SURE, MATCH - 0.1, MATCH])).toBe('unlike');
    expect(judgeRenewal([SURE, MATCH, MATCH - 0.1])).toBe('unlike');
    expect(judgeRenewal([MATCH, SURE, MATCH - 0.1])).toBe('unlike');
  });

  it('has to stand against another than the one that it replaces', () => {
    expect(judgeRenewal([100])).toBe('too-few');
    expect(judgeRenewal([])).toBe('too-few');
  });
});
