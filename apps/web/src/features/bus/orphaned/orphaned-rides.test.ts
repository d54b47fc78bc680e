import type { Trip } from '@mfuko/contract/bus-trips';
import { beforeEach, expect, it } from 'vitest';
import { pickSchool } from '../../../lib/school.ts';
import type { OrphanedRequest } from '../../../school/pending/pending-request.ts';
import { orphanedRides } from './orphan-list.ts';
import { endByTrip } from './orphaned-rides.ts';

const at = (moment: string) => Date.parse(moment);
const LEFT: OrphanedRequest = {
  ...{ key: 'k', kind: 'on', admissionNumber: '4100', names: 'Achieng Odhiambo', className: 'Grade 4' },
  ...{ busNumberPlate: 'kda 1a', at: at('2026-03-02T06:00:00.000Z'), clockAheadMs: 0 },
  ...{ user: 'u', school: 's', page: null, outcome: 'void' },
};
const CHILD = { admissionNumber: '4100', names: 'Achieng Odhiambo', className: 'Grade 4', stop: null };
const TRIP: Trip = {
  ...{ sysid: 't', busNumberPlate: 'KDA 1A', label: '', direction: 'toSchool', routeSYSID: null, routeName: null },
  ...{ opened: '2026-03-02T05:30:00.000Z', closed: null, closedBy: null, papers: null },
  ...{ expected: [], aboard: [], dropped: [], missing: [], others: [] },
};
const ABOARD = { ...TRIP, aboard: [CHILD] };
const OFF = { ...TRIP, dropped: [CHILD] };

beforeEach(() => pickSchool({ sysid: 's', shortName: 'DEMO' }));

function isToldAfter(left: Partial<OrphanedRequest>, trip: Trip): boolean {
  orphanedRides.set([{ ...LEFT, ...left }]);
  endByTrip(trip);
  return orphanedRides.get().length > 0;
}

it.each([
  ['got on', {}, ABOARD],
  ['got on, and was refused here', { outcome: 'refused' }, ABOARD],
  ['got off', { kind: 'off' }, OFF],
  ['got off, on a trip that is closed', { kind: 'off' }, { ...OFF, closed: '2026-03-02T07:00:00.000Z' }],
] as const)('endByTrip ends an orphaned press of a child who according to the server has %s', (_, left, trip) => {
  expect(isToldAfter(left, trip)).toBe(false);
});

it.each([
  ['of a child who has got off since', {}, OFF],
  ['of a child who is still aboard', { kind: 'off' }, ABOARD],
  ['of another child', { admissionNumber: '4101' }, ABOARD],
  ['of another bus', { busNumberPlate: 'KDB 2B' }, ABOARD],
  ['of another school', { school: 'other' }, ABOARD],
  ['of whom nobody was asked yet', { outcome: 'asking' }, ABOARD],
  ['of another account', { outcome: 'others' }, ABOARD],
  ['that was recorded', { outcome: 'recorded' }, ABOARD],
  ['of an earlier trip', { at: at('2026-03-01T15:00:00.000Z') }, ABOARD],
  [
    'of a later trip, of a child who got off the one before',
    { kind: 'off', at: at('2026-03-02T15:00:00.000Z') },
    { ...OFF, closed: '2026-03-02T07:00:00.000Z' },
  ],
  ['of a child who was left aboard at the closing', {}, { ...ABOARD, closed: '2026-03-02T07:00:00.000Z' }],
] as const)('endByTrip keeps an orphaned press %s', (_, left, trip) => {
  expect(isToldAfter(left, trip)).toBe(true);
});
