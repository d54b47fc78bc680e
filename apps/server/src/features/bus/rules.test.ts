import { describe, expect, it } from 'vitest';
import { type BusState, judge, plateKeyOf } from './rules.ts';

const nowhere: BusState = { kind: null, plateKey: null };
const aboard: BusState = { kind: 'on', plateKey: 'KDA123A' };
const off: BusState = { kind: 'off', plateKey: 'KDA123A' };
const passes = { verdict: 'pass', exception: null };

describe('judge', () => {
  it('allows boarding for a student who is not aboard', () => {
    for (const state of [nowhere, off]) expect(judge('on', 'KDA123A', state, false)).toEqual(passes);
    for (const plate of ['KDA123A', 'KDB456B'])
      expect(judge('on', plate, aboard, false)).toEqual({ verdict: 'refuse', clash: 'bus.already-aboard' });
  });

  it('allows alighting from the bus the student is aboard', () => {
    expect(judge('off', 'KDA123A', aboard, false)).toEqual(passes);
    for (const [plate, state] of [
      ['KDA123A', nowhere],
      ['KDA123A', off],
      ['KDB456B', aboard],
    ] as const)
      expect(judge('off', plate, state, false)).toEqual({ verdict: 'refuse', clash: 'bus.not-aboard' });
  });

  it('an override makes an exception only where the rule would refuse', () => {
    expect(judge('on', 'KDA123A', aboard, true)).toEqual({ verdict: 'pass', exception: 'on-overridden' });
    expect(judge('off', 'KDA123A', nowhere, true)).toEqual({ verdict: 'pass', exception: 'off-overridden' });
    expect(judge('off', 'KDA123A', aboard, true)).toEqual(passes);
  });

  it('plateKeyOf normalises spaces, case and hyphens', () => {
    for (const typed of ['KDA 123A', 'kda123a', ' Kda  123 a ', 'KDA-123A']) expect(plateKeyOf(typed)).toBe('KDA123A');
  });
});
