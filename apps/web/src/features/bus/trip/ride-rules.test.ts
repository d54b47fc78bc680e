import type { Trip } from '@mfuko/contract/bus-trips';
import type { Problem } from '@mfuko/contract/problem';
import { expect, test } from 'vitest';
import { CallError } from '../../../lib/problems.ts';
import { isDouble, judgeOffline, judgeRefusal, type KnownOffline, saysNothing } from './ride-rules.ts';
import type { Scan } from './scan.ts';
import type { OwnRide } from './trip-view.ts';

const OPENED = '2026-11-20T04:00:00.000Z';
const TRIP = { sysid: 't1', opened: OPENED, closed: null } as Trip;
const refusal = (problem: Problem, detail = {}, status = 409) =>
  new CallError({ status, body: { message: 'no', problem, detail }, atLogin: false });
const left = (since: string, busNumberPlate = 'kda1a') =>
  refusal('bus.not-aboard', { busNumberPlate, why: 'left', since });
const NOTHING = { isClash: false, isAsPressed: false, isListed: false };

test.each([
  ['aboard this bus', refusal('bus.already-aboard', { busNumberPlate: 'kda1a' }), TRIP, true, true],
  ['aboard another bus', refusal('bus.already-aboard', { busNumberPlate: 'KDB 2B' }), TRIP, false, false],
  ['off this bus since the trip opened', left(OPENED), TRIP, true, true],
  ['off this bus before the trip opened', left('2026-11-20T03:59:59.999Z'), TRIP, true, false],
  ['off this bus, whose trip is closed', left(OPENED), { ...TRIP, closed: OPENED }, true, false],
  ['off this bus, without a known trip', left(OPENED), null, true, false],
  ['off another bus', left(OPENED, 'KDB 2B'), TRIP, false, false],
  [
    'never aboard this bus',
    refusal('bus.not-aboard', { busNumberPlate: 'kda1a', why: 'never', since: OPENED }),
    TRIP,
    false,
    false,
  ],
  ['on a bus with expired papers', refusal('bus.papers-over'), TRIP, false, false],
] as const)('judgeRefusal asks about a child who is %s', (_, error, trip, isAsPressed, isListed) => {
  expect(judgeRefusal(error, 'KDA 1A', trip)).toMatchObject({ isClash: true, isAsPressed, isListed });
});

test.each([
  ['a wrong PIN', refusal('pin.wrong', {}, 422), 'pin.wrong'],
  ['a closed trip', refusal('bus.trip-closed', { busNumberPlate: 'KDA 1A' }), 'bus.trip-closed'],
  ['a server fault', refusal('server.fault', {}, 500), null],
  ['a fault of this page', new TypeError('x'), null],
])('judgeRefusal asks nothing after %s', (_, error, problem) => {
  expect(judgeRefusal(error, 'KDA 1A', TRIP)).toEqual({ problem, ...NOTHING });
});

test.each([
  ['a refusal', refusal('student.not-found', {}, 404), false],
  ['a server fault', refusal('server.fault', {}, 500), true],
  ['no answer', new CallError({ status: null, body: null, atLogin: false }), true],
  ['the end of the session', refusal('session.none', {}, 401), true],
  ['a fault of this page', new TypeError('x'), true],
])('saysNothing for %s returns %s', (_, error, nothing) => {
  expect(saysNothing(error)).toBe(nothing);
});

const scan = (at: number, of: Partial<Scan> = {}): Scan => ({
  ...{ kind: 'on', admissionNumber: '4001', names: '', className: '', outcome: 'recorded', warnings: [] },
  ...{ otherBus: null, why: null, proof: null, press: { key: 'k', at, user: 'u', school: 's' }, ...of },
});

test.each([
  ['within ten seconds', scan(9_999), true],
  ['after ten seconds', scan(10_000), false],
  ['of another child', scan(1, { admissionNumber: '4002' }), false],
  ['of the other kind', scan(1, { kind: 'off' }), false],
])('isDouble for a press %s returns %s', (_, press, double) => {
  expect(isDouble(scan(0), press)).toBe(double);
  expect(isDouble(null, press)).toBe(false);
});

const AT = Date.parse('2026-11-20T05:00:00.000Z');
const press = { key: 'k', at: AT, user: 'u', school: 's' };
const ride = (kind: 'on' | 'off', before = 0): OwnRide => ({
  ...{ key: 'earlier', kind, admissionNumber: '4001', at: new Date(AT - before).toISOString() },
});
const offline = (kind: 'on' | 'off', known: Partial<KnownOffline> & { readonly rides?: readonly OwnRide[] } = {}) => {
  const { rides = [], ...of } = known;
  const kept = { trip: null, asOf: null, rides };
  return judgeOffline(
    { kind, admissionNumber: '4001', press },
    { kept, done: null, trip: null, isOwnWorkplace: true, ...of },
  );
};
const first = scan(AT - 9_999, { kind: 'off' });
const closing = { sysid: 't1', closed: OPENED, closedBy: null, trip: { ...TRIP, closed: OPENED } };

test.each([
  ['a boarding', offline('on'), { kind: 'store' }],
  ['a boarding of a child who is aboard', offline('on', { rides: [ride('on')] }), { kind: 'aboard-already' }],
  ['a boarding of a child who has got off again', offline('on', { rides: [ride('off')] }), { kind: 'store' }],
  ['a boarding on a closed trip', offline('on', { trip: closing.trip }), { kind: 'closed', closing }],
  ['a boarding on an open trip', offline('on', { trip: TRIP }), { kind: 'store' }],
  [
    'a boarding on a closed trip while another account is at work',
    offline('on', { trip: closing.trip, isOwnWorkplace: false }),
    { kind: 'other-workplace' },
  ],
  ['an alighting of a child who is aboard', offline('off', { rides: [ride('on')] }), { kind: 'store' }],
  ['an alighting after the close of the trip', offline('off', { trip: closing.trip }), { kind: 'store' }],
  [
    'an alighting while another account is at work',
    offline('off', { isOwnWorkplace: false }),
    { kind: 'other-workplace' },
  ],
  ['an alighting that repeats one', offline('off', { done: first, isOwnWorkplace: false }), { kind: 'double', first }],
  [
    'an alighting that repeats one of another page',
    offline('off', { rides: [ride('off', 10_000)], isOwnWorkplace: false }),
    { kind: 'just-left' },
  ],
  ['an alighting after one of another page', offline('off', { rides: [ride('off', 10_001)] }), { kind: 'store' }],
])('judgeOffline of %s returns its verdict', (_, verdict, expected) => {
  expect(verdict).toEqual(expected);
});
