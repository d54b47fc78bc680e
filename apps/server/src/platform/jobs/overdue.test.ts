import { describe, expect, it } from 'vitest';
import { lastDue } from './overdue.ts';

const last = (at: string, now: string) => lastDue(at, new Date(now)).toISOString();

describe('lastDue', () => {
  it("returns yesterday's run of a daily job until today's time has come", () => {
    expect(last('40 23 * * *', '2026-11-21T07:00:00Z')).toBe('2026-11-20T23:40:00.000Z');
    expect(last('40 23 * * *', '2026-11-21T23:40:00Z')).toBe('2026-11-21T23:40:00.000Z');
    expect(last('17 3 * * *', '2026-12-01T03:16:59Z')).toBe('2026-11-30T03:17:00.000Z');
  });

  it("returns the previous hour's run of an hourly job until its minute has come", () => {
    expect(last('20 * * * *', '2026-11-21T07:19:00Z')).toBe('2026-11-21T06:20:00.000Z');
    expect(last('20 * * * *', '2026-11-21T07:20:30Z')).toBe('2026-11-21T07:20:00.000Z');
  });

  it('throws for a schedule that is neither daily nor hourly', () => {
    for (const at of ['*/3 * * * *', '0 3 * * 1', '', 'x']) expect(() => last(at, '2026-11-21T07:00:00Z')).toThrow();
  });
});
