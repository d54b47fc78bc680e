import type { Rider, Trip } from '@mfuko/contract/bus-trips';
import { expect, it } from 'vitest';
import { childOf, type KeptTrip, type OwnRide, stillOwn, viewOf } from './trip-view.ts';
import { otherBusOf, warningsHere } from './warnings-here.ts';

const PLATE = 'KDA 1A';
const STOP = { lat: -0.1012, long: 34.7534 };
const AMINA = { admissionNumber: '4001', names: 'Amina Juma', className: 'Grade 4', stop: 'Kondele' };
const BARAKA = { admissionNumber: '4002', names: 'Baraka Otieno', className: 'Grade 5', stop: 'Kondele' };
const CHEBET = { admissionNumber: '4003', names: 'Chebet Korir', className: 'Grade 6', stop: null };
const rider = (child: typeof AMINA | typeof CHEBET, more: Partial<Rider> = {}): Rider => ({
  ...{ ...child, ...STOP, direction: 'toSchool', busNumberPlate: PLATE },
  ...more,
});
const RIDERS = {
  seenAt: '2026-11-23T03:00:00.000Z',
  riders: [
    rider(AMINA),
    rider(AMINA, { direction: 'home' }),
    rider(BARAKA),
    rider(CHEBET, { busNumberPlate: 'KDB 2B', lat: null, long: null }),
  ],
};
const TRIP: Trip = {
  ...{ sysid: '01900000-0000-7000-8000-000000000001', busNumberPlate: PLATE, label: 'North', direction: 'toSchool' },
  ...{
    routeSYSID: null,
    routeName: null,
    opened: '2026-11-23T03:40:00.000Z',
    closed: null,
    closedBy: null,
    papers: null,
  },
  ...{ expected: [AMINA, BARAKA], aboard: [BARAKA], dropped: [], missing: [AMINA], others: [] },
};
const ride = (kind: 'on' | 'off', admissionNumber: string): OwnRide => ({
  ...{ key: `${kind}-${admissionNumber}`, kind, admissionNumber, at: '2026-11-23T03:45:00.000Z' },
});
const kept = (trip: Trip | null, ...rides: OwnRide[]): KeptTrip => ({ trip, asOf: null, rides });
const view = (of: KeptTrip, hour = 7, riders: typeof RIDERS | null = RIDERS) =>
  viewOf({ kept: of, riders, plate: 'kda1a', hour });
const numbers = (of: KeptTrip, hour?: number) => {
  const { lists } = view(of, hour);
  return Object.fromEntries(
    Object.entries(lists).map(([name, entries]) => [name, entries.map(({ admissionNumber }) => admissionNumber)]),
  );
};

it("viewOf applies this device's rides to the server's last trip", () => {
  expect(numbers(kept(TRIP, ride('on', '4001'), ride('off', '4002'), ride('on', '4003')))).toEqual({
    ...{ expected: ['4001', '4002'], aboard: ['4001', '4003'], dropped: ['4002'], missing: [], others: ['4003'] },
  });
  expect(numbers(kept(TRIP, ride('off', '4002'), ride('on', '4002')))).toMatchObject({ aboard: ['4002'], dropped: [] });
});

it('viewOf without an open trip expects its own riders by the time of day', () => {
  expect(view(kept(null)).direction).toBe('toSchool');
  expect(numbers(kept(null))).toMatchObject({ expected: ['4001', '4002'], missing: ['4001', '4002'], aboard: [] });
  const empty = { ...TRIP, aboard: [], closed: TRIP.opened };
  expect(numbers(kept(empty), 15)).toMatchObject({ expected: ['4001'], aboard: [] });
  expect(view(kept(null)).begun).toBe(false);
  expect(view(kept(null, ride('on', '4001'))).begun).toBe(true);
  expect(view(kept(TRIP, ride('on', '4001'))).begun).toBe(false);
});

it('viewOf lists children left aboard a closed trip until they are let off', () => {
  const late = { ...TRIP, closed: TRIP.opened };
  const left = (...rides: OwnRide[]) => view(kept(late, ...rides)).left.map(({ admissionNumber }) => admissionNumber);
  expect(left()).toEqual(['4002']);
  expect(numbers(kept(late))).toMatchObject({ aboard: ['4002'], missing: ['4001'] });
  expect(left(ride('on', '4001'))).toEqual(['4002']);
  expect(left(ride('off', '4002'))).toEqual([]);
  // Children on an open trip do not count as left aboard.
  expect(view(kept(TRIP)).left).toEqual([]);
});

it('stillOwn keeps rides that still wait or were recorded after the request', () => {
  const [sent, waits, since] = [ride('on', '1'), ride('on', '2'), ride('on', '3')];
  expect(stillOwn([sent, waits, since], [sent, waits], new Set([waits.key]))).toEqual([waits, since]);
});

it('warningsHere warns of another bus and of another stop, and not without routes', () => {
  const at = { latitude: STOP.lat, longitude: STOP.long };
  const far = { latitude: STOP.lat + 0.01, longitude: STOP.long };
  const now = view(kept(TRIP));
  const warned = (admissionNumber: string, place: typeof at | null, kind: 'on' | 'off' = 'on', riders = RIDERS) =>
    warningsHere({ kind, admissionNumber, place }, now, riders, PLATE);
  expect([warned('4001', at), warned('4001', far), warned('4001', null), warned('4001', far, 'off')]).toEqual([
    ...[[], ['bus.wrong-stop'], [], []],
  ]);
  expect(warned('4003', at)).toEqual(['bus.not-assigned']);
  expect(otherBusOf('4003', 'toSchool', PLATE, RIDERS)).toBe('KDB 2B');
  expect(otherBusOf('4001', 'toSchool', PLATE, RIDERS)).toBeNull();
  // A school without routes expects no riders.
  expect(warned('4003', at, 'on', { ...RIDERS, riders: [] })).toEqual([]);
});

it('childOf names a child of another bus, and an unknown child by number alone', () => {
  const { lists } = view(kept(TRIP));
  expect(childOf('4003', lists, RIDERS)).toMatchObject({ names: 'Chebet Korir' });
  expect(childOf('9', lists, RIDERS)).toEqual({ admissionNumber: '9', names: '', className: '', stop: null });
});
