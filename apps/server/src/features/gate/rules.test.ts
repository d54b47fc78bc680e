import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GateKind, type GateState, judge } from './rules.ts';

const DAYS = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'];
const NOBODY_YET: GateState = { kind: null, sinceDay: null };

describe('who may pass', () => {
  it('lets in once on a school day', () => {
    expect(judge('in', NOBODY_YET, '2026-03-02', false)).toEqual({ verdict: 'pass', oddity: null });
    expect(judge('in', { kind: 'in', sinceDay: '2026-03-02' }, '2026-03-02', false)).toEqual({
      verdict: 'refuse',
      clash: 'gate.already-in',
    });
    expect(judge('in', { kind: 'out', sinceDay: '2026-03-02' }, '2026-03-02', false)).toEqual({
      verdict: 'pass',
      oddity: null,
    });
  });

  it('lets in a child whom nobody checked out yesterday, and says so', () => {
    expect(judge('in', { kind: 'in', sinceDay: '2026-03-01' }, '2026-03-02', false)).toEqual({
      verdict: 'pass',
      oddity: 'in-after-earlier-day',
    });
  });

  it('lets nobody out who is not in', () => {
    for (const state of [NOBODY_YET, { kind: 'out', sinceDay: '2026-03-02' } as const]) {
      expect(judge('out', state, '2026-03-02', false)).toEqual({ verdict: 'refuse', clash: 'gate.not-in' });
    }
  });

  it('holds against a model, for whatever a gate does over some days', () => {
    const press = fc.record({
      kind: fc.constantFrom<GateKind>('in', 'out'),
      override: fc.boolean(),
      nextDay: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(press, { maxLength: 40 }), (presses) => {
        // The model: the school's own book, one page a day, and who is inside.
        let day = 0;
        let inside = false;
        let pageOfCheckIn = -1;
        let state = NOBODY_YET;
        for (const { kind, override, nextDay } of presses) {
          if (nextDay && day < DAYS.length - 1) day++;
          const today = DAYS[day] ?? '';
          const adds = kind === 'out' ? inside : !inside || pageOfCheckIn !== day;
          const plain = kind === 'out' ? inside : !inside;
          const judged = judge(kind, state, today, override);
          expect(judged.verdict).toBe(adds || override ? 'pass' : 'refuse');
          if (judged.verdict === 'refuse') continue;
          // Whatever the book cannot explain is on the list, and nothing else is.
          expect(judged.oddity === null).toBe(plain);
          inside = kind === 'in';
          if (inside) pageOfCheckIn = day;
          state = { kind, sinceDay: today };
        }
      }),
    );
  });
});
