import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exceptionOf, type GateKind, type GateState, judge, judgeLate, momentOf, momentOfClock } from './rules.ts';

const DAYS = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'];
const NOBODY_YET: GateState = { kind: null, sinceDay: null };

describe('judge', () => {
  it('allows one check-in per school day, and another after a check-out', () => {
    expect(judge('in', NOBODY_YET, '2026-03-02', false)).toEqual({ verdict: 'pass', exception: null });
    expect(judge('in', { kind: 'in', sinceDay: '2026-03-02' }, '2026-03-02', false)).toEqual({
      verdict: 'refuse',
      clash: 'gate.already-in',
    });
    expect(judge('in', { kind: 'out', sinceDay: '2026-03-02' }, '2026-03-02', false)).toEqual({
      verdict: 'pass',
      exception: null,
    });
  });

  it('allows a check-in after a missing check-out of an earlier day, as an exception', () => {
    expect(judge('in', { kind: 'in', sinceDay: '2026-03-01' }, '2026-03-02', false)).toEqual({
      verdict: 'pass',
      exception: 'in-after-earlier-day',
    });
  });

  it('refuses a check-out of a student who is not in', () => {
    for (const state of [NOBODY_YET, { kind: 'out', sinceDay: '2026-03-02' } as const]) {
      expect(judge('out', state, '2026-03-02', false)).toEqual({ verdict: 'refuse', clash: 'gate.not-in' });
    }
  });

  it('agrees with a paper-register model for random passages over several days', () => {
    const press = fc.record({
      kind: fc.constantFrom<GateKind>('in', 'out'),
      override: fc.boolean(),
      nextDay: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(press, { maxLength: 40 }), (presses) => {
        // Model: a paper register with one page per day, and a flag for being inside.
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
          // Exactly the passages that contradict the register are exceptions.
          expect(judged.exception === null).toBe(plain);
          inside = kind === 'in';
          if (inside) pageOfCheckIn = day;
          state = { kind, sinceDay: today };
        }
      }),
    );
  });
});

describe('judgeLate', () => {
  const DAY = '2026-03-02';
  const passage = fc.record({ kind: fc.constantFrom<GateKind>('in', 'out'), day: fc.constantFrom(...DAYS) });

  it('judges a late passage by the passage before it as it would have been judged then', () => {
    fc.assert(
      fc.property(passage, fc.option(passage), ({ kind, day }, before) => {
        const then = judge(kind, { kind: before?.kind ?? null, sinceDay: before?.day ?? null }, day, false);
        const late = judgeLate(kind, { before, after: null, day });
        expect(late).toEqual(
          then.verdict === 'pass' ? { clash: null, exception: then.exception } : { clash: then.clash, exception: null },
        );
      }),
    );
  });

  it('a late passage clashes when it contradicts the next passage', () => {
    const before = { kind: 'out', day: DAY } as const;
    const late = (kind: GateKind, after: GateKind) =>
      judgeLate(kind, { before, after: { kind: after, day: DAY }, day: DAY });
    expect(late('in', 'in').clash).toBe('gate.already-in');
    expect(late('in', 'out').clash).toBeNull();
    expect(late('out', 'in').clash).toBe('gate.not-in');
  });

  it('momentOf keeps the claimed time, caps it at now and marks what is over a week old', () => {
    const now = Date.parse('2026-03-10T07:00:00Z');
    const minutes = (count: number) => momentOf(now + count * 60_000, now);
    expect(minutes(-30)).toEqual({ at: new Date(now - 30 * 60_000), tooOld: false, ahead: false, doubtful: false });
    expect(minutes(1)).toEqual({ at: new Date(now), tooOld: false, ahead: false, doubtful: false });
    expect(minutes(3)).toEqual({ at: new Date(now), tooOld: false, ahead: true, doubtful: false });
    expect(minutes(-7 * 24 * 60 + 1).tooOld).toBe(false);
    expect(minutes(-7 * 24 * 60 - 1).tooOld).toBe(true);
  });

  it("exceptionOf returns the most severe of an event's problems", () => {
    const fine = { verified: true, clash: null, exception: null, moment: momentOf(0, 0) };
    expect(exceptionOf('out', fine)).toBeNull();
    expect(exceptionOf('out', { ...fine, verified: false, clash: 'gate.not-in' })).toBe('offline-out-unverified');
    expect(exceptionOf('off', { ...fine, verified: false })).toBe('offline-unverified');
    expect(exceptionOf('in', { ...fine, clash: 'gate.already-in' })).toBe('offline-clash');
    expect(exceptionOf('in', { ...fine, moment: { ...fine.moment, ahead: true } })).toBe('offline-clock');
    expect(exceptionOf('in', { ...fine, exception: 'in-after-earlier-day' })).toBe('in-after-earlier-day');
  });
});

it('momentOf accepts seven days back and two minutes ahead, to the millisecond', () => {
  const now = Date.parse('2026-03-09T09:00:00Z');
  const week = 7 * 24 * 60 * 60 * 1000;
  const at = (claimed: number) => momentOf(claimed, now);
  expect([at(now - week).tooOld, at(now - week - 1).tooOld]).toEqual([false, true]);
  expect([at(now + 120_000).ahead, at(now + 120_001).ahead]).toEqual([false, true]);
  expect([at(now - 1).at.getTime(), at(now + 1).at.getTime()]).toEqual([now - 1, now]);
});

describe('momentOfClock', () => {
  const now = Date.parse('2026-03-10T07:00:00Z');
  const HOUR = 3_600_000;
  const moment = (occurredAt: number, known: number | null, sending: number, before: number | null = null) =>
    momentOfClock({ occurredAt, known, sending, before }, now);

  it('corrects a constant clock error without doubt', () => {
    for (const known of [24 * HOUR, 24 * HOUR - 100_000])
      expect(moment(now - 25 * HOUR, known, 24 * HOUR)).toMatchObject({ at: new Date(now - HOUR), doubtful: false });
    expect(moment(now - HOUR, 0, 0)).toMatchObject({ at: new Date(now - HOUR), doubtful: false });
  });

  it('corrects a clock error that was not known at recording, and marks the time doubtful', () => {
    expect(moment(now - 25 * HOUR, null, 24 * HOUR)).toMatchObject({ at: new Date(now - HOUR), doubtful: true });
    expect(moment(now - HOUR, null, 120_000).doubtful).toBe(false);
    expect(moment(now - HOUR, null, 120_001).doubtful).toBe(true);
  });

  it('uses the clock error known at recording if the clock was set since, and marks the time doubtful', () => {
    expect(moment(now - 25 * HOUR, 24 * HOUR, 0)).toMatchObject({ at: new Date(now - HOUR), doubtful: true });
    // The clock was set before the event was recorded, so that the lead known at recording no longer applies.
    expect(moment(now - HOUR, 24 * HOUR, 0)).toMatchObject({ at: new Date(now - HOUR), doubtful: true });
  });

  it('marks a time doubtful when it precedes that of an earlier event by over two minutes', () => {
    expect(moment(now - 25 * HOUR, null, 0, now - HOUR).doubtful).toBe(true);
    expect(moment(now - HOUR, null, 0, now - HOUR + 60_000).doubtful).toBe(false);
  });

  it('tolerates deviations of exactly two minutes in both directions', () => {
    const slack = 120_000;
    const doubtful = (...asked: Parameters<typeof moment>) => moment(...asked).doubtful;
    const order = [slack, slack + 1].map((back) => doubtful(now - HOUR, null, 0, now - HOUR + back));
    const set = [slack, slack + 1].map((by) => doubtful(now - HOUR, by, 0));
    expect([order, set]).toEqual([
      [false, true],
      [false, true],
    ]);
    // A time two minutes in the future is accepted; one more millisecond is not.
    const known = [slack, slack + 1].map((ahead) => moment(now + ahead - HOUR, HOUR, 0).at);
    expect(known).toEqual([new Date(now), new Date(now + slack + 1 - HOUR)]);
  });
});
