import { describe, expect, it } from 'vitest';
import { judgeRenewal, RENEWAL_THRESHOLD } from './renewal.ts';
import { MONEY_THRESHOLD } from './thresholds.ts';

const [SURE, MATCH] = [RENEWAL_THRESHOLD, MONEY_THRESHOLD];

describe('judgeRenewal, for replacing the oldest impression,', () => {
  it('returns fit if one score is sure and all that stay match', () => {
    expect(judgeRenewal([SURE, MATCH, MATCH])).toBe('fit');
    expect(judgeRenewal([0, SURE, MATCH])).toBe('fit');
  });

  it('returns fit if two scores are sure, whatever the third', () => {
    expect(judgeRenewal([SURE, SURE, 0])).toBe('fit');
    expect(judgeRenewal([0, SURE, SURE])).toBe('fit');
  });

  it('returns unsure if all scores are just below the sure threshold', () => {
    expect(judgeRenewal([SURE - 0.1, SURE - 0.1, SURE - 0.1])).toBe('unsure');
  });

  it('returns unlike if only one score is sure and another that stays does not match', () => {
    expect(judgeRenewal([SURE, MATCH - 0.1, MATCH])).toBe('unlike');
    expect(judgeRenewal([SURE, MATCH, MATCH - 0.1])).toBe('unlike');
    expect(judgeRenewal([MATCH, SURE, MATCH - 0.1])).toBe('unlike');
  });

  it('returns too-few with fewer than two impressions', () => {
    expect(judgeRenewal([100])).toBe('too-few');
    expect(judgeRenewal([])).toBe('too-few');
  });
});
