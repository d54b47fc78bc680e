import { describe, expect, it } from 'vitest';
import { custodyOf, judgeStep, type PassageSeen, type RideSeen } from './custody-rules.ts';

const TODAY = '2026-11-24';
const passage = (kind: 'in' | 'out', at: number, more: Partial<PassageSeen> = {}): PassageSeen => ({
  ...{ kind, at, day: TODAY, collector: null },
  ...more,
});
const ride = (kind: 'on' | 'off', at: number, direction: RideSeen['direction'] = 'toSchool'): RideSeen => ({
  ...{ kind, at, direction, plate: 'KDA123A' },
});
const place = (passed: PassageSeen | null, rode: RideSeen | null) => custodyOf({ passage: passed, ride: rode }).place;

describe('custodyOf', () => {
  it('the later of gate and bus decides, except that a bus keeps whoever is aboard', () => {
    expect(place(null, null)).toBe('off-campus');
    expect(place(passage('in', 1), null)).toBe('on-campus');
    expect(place(passage('out', 1), null)).toBe('off-campus');
    expect(place(passage('out', 1, { collector: 'Mary (Aunt)' }), null)).toBe('collector');
    expect(place(passage('in', 1), ride('on', 2, 'home'))).toBe('bus');
    expect(place(passage('in', 3), ride('on', 2))).toBe('bus');
    expect(place(passage('in', 1), ride('off', 2, 'home'))).toBe('off-campus');
    expect(place(passage('out', 1, { collector: 'Mary (Aunt)' }), ride('off', 2, 'home'))).toBe('off-campus');
    expect(place(passage('in', 3), ride('off', 2, 'home'))).toBe('on-campus');
  });

  it('a student who got off at school is awaited until the gate has checked them in', () => {
    expect(custodyOf({ passage: null, ride: ride('off', 2) })).toEqual({ place: 'off-campus', awaited: true });
    expect(custodyOf({ passage: passage('in', 1), ride: ride('off', 2) })).toEqual({
      place: 'on-campus',
      awaited: false,
    });
    expect(custodyOf({ passage: passage('in', 3), ride: ride('off', 2) })).toEqual({
      place: 'on-campus',
      awaited: false,
    });
    expect(custodyOf({ passage: null, ride: ride('off', 2, 'home') }).awaited).toBe(false);
  });
});

describe('judgeStep', () => {
  const judge = (
    passed: PassageSeen | null,
    rode: RideSeen | null,
    kind: 'in' | 'out' | 'on' | 'off',
    direction?: 'toSchool' | 'home',
  ) => judgeStep({ passage: passed, ride: rode }, { kind, day: TODAY, direction });
  const collected = passage('out', 1, { collector: 'Mary (Aunt)' });

  it('a passage of a student aboard, or a check-out after the bus home on that day, is an exception', () => {
    expect(judge(null, ride('on', 2), 'in')).toBe('custody-aboard');
    expect(judge(passage('in', 1), ride('on', 2, 'home'), 'out')).toBe('custody-aboard');
    expect(judge(passage('in', 1), ride('off', 2, 'home'), 'out')).toBe('custody-dropped');
    expect(judge(passage('in', 1, { day: '2026-11-23' }), ride('off', 2, 'home'), 'out')).toBeNull();
    expect(judge(passage('in', 1), ride('off', 2, 'home'), 'in')).toBeNull();
    expect(judge(passage('in', 3), ride('off', 2), 'out')).toBeNull();
  });

  it('boarding the bus home after being collected is an exception, until the student is in again', () => {
    expect(judge(collected, null, 'on', 'home')).toBe('custody-collected');
    expect(judge(collected, null, 'on', 'toSchool')).toBeNull();
    expect(judge(collected, ride('off', 2), 'on', 'home')).toBeNull();
    expect(judge(passage('out', 1), null, 'on', 'home')).toBeNull();
    expect(judge(passage('in', 1), null, 'on', 'home')).toBeNull();
  });

  it('boarding the bus to school after a check-in of that day is an exception', () => {
    expect(judge(passage('in', 1), null, 'on', 'toSchool')).toBe('custody-on-campus');
    expect(judge(passage('in', 1, { day: '2026-11-23' }), null, 'on', 'toSchool')).toBeNull();
    expect(judge(passage('out', 1), null, 'on', 'toSchool')).toBeNull();
    expect(judge(passage('in', 1), ride('off', 2, 'home'), 'on', 'toSchool')).toBeNull();
    expect(judge(passage('in', 1), null, 'off')).toBeNull();
  });
});
