import { describe, expect, it } from 'vitest';
import { type BusState, judge, plateKeyOf } from './rules.ts';

const nowhere: BusState = { kind: null, plateKey: null };
const aboard: BusState = { kind: 'on', plateKey: 'KDA123A' };
const off: BusState = { kind: 'off', plateKey: 'KDA123A' };
const passes = { verdict: 'pass', exception: null };

describe('the bus', () => {
  it('takes aboard whoever is not aboard', () => {
    for (const state of [nowhere, off]) expect(judge('on', 'KDA123A', state, false)).toEqual(passes);
    for (const plate of ['KDA123A', 'KDB456B'])
      expect(judge('on', plate, aboard, false)).toEqual({ verdict: 'refuse', clash: 'bus.already-aboard' });
  });

  it('lets alight whoever is aboard that very bus', () => {
    expect(judge('off', 'KDA123A', aboard, false)).toEqual(passes);
    for (const [plate, state] of [
      ['KDA123A', nowhere],
      ['KDA123A', off],
      ['KDB456B', aboard],
    ] as const)
      expect(judge('off', plate, state, false)).toEqual({ verdict: 'refuse', clash: 'bus.not-aboard' });
  });

  it('is overridden only where it has something to refuse', () => {
    expect(judge('on', 'KDA123A', aboard, true)).toEqual({ verdict: 'pass', exception: 'on-overridden' });
    expect(judge('off', 'KDA123A', nowhere, true)).toEqual({ verdict: 'pass', exception: 'off-overridden' });
    expect(judge('off', 'KDA123A', aboard, true)).toEqual(passes);
  });

  it('finds a plate in any spelling', () => {
    for (const typed of ['KDA 123A', 'kda123a', ' Kda  123 a ', 'KDA-123A']) expect(plateKeyOf(typed)).toBe('KDA123A');
  });
});
