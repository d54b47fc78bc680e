import type { Trip } from '@mfuko/contract/bus-trips';
import { expect, it } from 'vitest';
import { hasJustLeft, isAboard, withOthers } from './other-pages.ts';
import type { KeptTrip, OwnRide } from './trip-view.ts';

const ride = (kind: 'on' | 'off', admissionNumber: string, minute: number): OwnRide => ({
  ...{ key: `${kind}-${admissionNumber}`, kind, admissionNumber, at: `2026-11-23T03:${minute}:00.000Z` },
});
const kept = (asOf: string | null, ...rides: OwnRide[]): KeptTrip => ({ trip: null, asOf, rides });
const EARLY = '2026-11-23T03:20:00.000Z';
const LATE = '2026-11-23T03:30:00.000Z';

it("withOthers adds another page's queued rides in order of time", () => {
  const now = kept(EARLY, ride('off', '4001', 40));
  const stored = kept(EARLY, ride('on', '4001', 35), ride('on', '4002', 36));
  const met = withOthers(now, stored, new Set(['on-4001', 'off-4001']));
  expect(met.rides.map(({ key }) => key)).toEqual(['on-4001', 'off-4001']);
  expect(isAboard(met, '4001')).toBe(false);
});

it('withOthers returns the same object when there is nothing new', () => {
  const now = kept(LATE, ride('on', '4001', 35));
  expect(withOthers(now, kept(EARLY, ...now.rides), new Set(['on-4001']))).toBe(now);
  expect(withOthers(now, kept(EARLY, ride('on', '4002', 31)), new Set())).toBe(now);
  expect(withOthers(now, null, new Set())).toBe(now);
});

it('withOthers keeps the later server answer of the two pages', () => {
  const trip = { sysid: 'trip', closed: null, aboard: [{ admissionNumber: '4003' }] } as unknown as Trip;
  const met = withOthers(kept(EARLY), { ...kept(LATE), trip }, new Set());
  expect(met).toMatchObject({ trip, asOf: LATE });
  expect(withOthers({ ...kept(LATE), trip }, kept(EARLY), new Set()).trip).toBe(trip);
});

it('hasJustLeft is true for a child who got off since and did not board again', () => {
  const now = kept(
    LATE,
    ride('on', '4001', 35),
    ride('off', '4001', 40),
    ride('off', '4002', 41),
    ride('on', '4002', 42),
  );
  const has = (admissionNumber: string, minute: number) =>
    hasJustLeft(now, { admissionNumber, since: Date.parse(`2026-11-23T03:${minute}:00.000Z`) });
  expect([has('4001', 39), has('4001', 41), has('4002', 39), has('4003', 39)]).toEqual([true, false, false, false]);
});
