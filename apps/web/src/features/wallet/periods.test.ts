import { describe, expect, it } from 'vitest';
import { periodOf } from './periods.ts';

describe('periodOf', () => {
  it('returns first and last day of a month, the last month, a term and all time', () => {
    expect(periodOf('month', '2026-11-21')).toEqual({ from: '2026-11-01', to: '2026-11-21' });
    expect(periodOf('lastMonth', '2026-03-05')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(periodOf('lastMonth', '2026-01-31')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
    expect(periodOf('term', '2026-04-30').from).toBe('2026-01-01');
    expect(periodOf('term', '2026-05-01').from).toBe('2026-05-01');
    expect(periodOf('term', '2026-12-31').from).toBe('2026-09-01');
    expect(periodOf('all', '2026-12-31')).toEqual({ from: null, to: '2026-12-31' });
  });
});
