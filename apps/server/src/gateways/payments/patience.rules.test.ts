import { expect, it } from 'vitest';
import { ASKED_LONG, askAgainIn, isLost } from './patience.ts';

const SENT = new Date('2026-03-02T08:00:00Z');

/** Seconds from the request to each query, if none is answered. */
function queries(count: number): number[] {
  let at = 0;
  return Array.from({ length: count }, (_, asked) => (at += askAgainIn(asked)));
}

it('askAgainIn queries after a minute, and waits little longer than the request is old', () => {
  expect(askAgainIn(0)).toBe(60);
  for (const [asked, at] of queries(ASKED_LONG).entries())
    if (asked > 0) expect(askAgainIn(asked)).toBeLessThanOrEqual(at);
});

it('askAgainIn queries within five minutes after an unknown request counts as lost', () => {
  const found = queries(ASKED_LONG).find((at) => isLost(SENT, new Date(SENT.getTime() + at * 1_000)));
  expect(found).toBeLessThanOrEqual(65 * 60);
});

it('askAgainIn sends no more than a dozen queries in a day, and later one every six hours', () => {
  expect(queries(20).filter((at) => at < 86_400).length).toBeLessThanOrEqual(12);
  expect(askAgainIn(ASKED_LONG)).toBe(6 * 3_600);
  expect(askAgainIn(1_000)).toBe(6 * 3_600);
});
