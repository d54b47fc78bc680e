import type { Trip } from '@mfuko/contract/bus-trips';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { KeptTrip } from './trip-view.ts';
import { createWorkedTrip } from './worked-trip.ts';

const NOW = Date.parse('2026-11-20T06:00:00.000Z');
const HOUR = 3_600_000;
beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const trip = (sysid: string, closed: string | null = null, age: number | null = 0): KeptTrip => ({
  trip: { sysid, closed } as Trip,
  asOf: age === null ? null : new Date(NOW - age).toISOString(),
  rides: [],
});

test.each([
  ['an open trip', trip('t1'), 't1'],
  ['an open trip of two hours ago', trip('t1', null, 2 * HOUR), 't1'],
  ['an open trip of more than two hours ago', trip('t1', null, 2 * HOUR + 1), null],
  ['an open trip of an unknown time', trip('t1', null, null), null],
  ['a closed trip', trip('t1', 'then'), null],
  ['no trip', { trip: null, asOf: new Date(NOW).toISOString(), rides: [] }, null],
])('createWorkedTrip works on %s as %s', (_, shown, id) => {
  const worked = createWorkedTrip();
  worked.see(shown);
  expect(worked.id()).toBe(id);
});

test('createWorkedTrip stays on its trip when another is shown, and resumes no trip that it has ended', () => {
  const worked = createWorkedTrip();
  worked.see(trip('t1'));
  worked.see(trip('t2'));
  expect(worked.id()).toBe('t1');
  worked.end('t1');
  worked.see(trip('t1'));
  expect(worked.id()).toBeNull();
  // A trip that was opened without a former one ends none.
  worked.end(null);
  worked.see(trip('t1'));
  expect(worked.id()).toBeNull();
  worked.see(trip('t2'));
  expect(worked.id()).toBe('t2');
});

test.each([
  ['the open trip that is shown', trip('t2'), 't2'],
  ['none, if the one that is shown is closed', trip('t2', 'then'), null],
  ['none, if the late answer still shows it open', trip('t1'), null],
])('createWorkedTrip leaves a trip for %s', (_, shown, id) => {
  const worked = createWorkedTrip();
  worked.see(trip('t1'));
  worked.leave('an earlier one', shown);
  expect(worked.id()).toBe('t1');
  worked.leave('t1', shown);
  expect(worked.id()).toBe(id);
  worked.see(trip('t1'));
  expect(worked.id()).toBe(id);
});
