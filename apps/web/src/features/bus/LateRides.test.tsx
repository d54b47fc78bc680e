import type { OfflineOutcome } from '@mfuko/contract/offline';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { LateRides } from './LateRides.tsx';
import { RideNews } from './RideNews.tsx';
import { Unfit } from './trip/Unfit.tsx';

const AMINA = { key: 'k1', admissionNumber: '4001', studentName: 'Amina Juma' } as const;
const ON = { ...AMINA, kind: 'on', busNumberPlate: 'KDA 1A', occurredAt: '2026-11-23T04:02:00.000Z' } as const;
const CLOSED = { sysid: 't', closed: '2026-11-23T04:10:00.000Z', closedBy: 'Kamau Wafula' };

beforeAll(() => prepareScreens(['rides', 'bus', 'trip']));
afterEach(cleanup);

it.each<[string, Omit<OfflineOutcome, 'key'>, string]>([
  [
    'a ride of a trip that had been closed, which is said once',
    { ...ON, status: 'unverified', problem: 'bus.trip-closed', trip: CLOSED },
    '4001 Amina Juma Recorded: got on · KDA 1A · 23/11/2026 07:02 · Your trip was closed at 23/11/2026 07:10 by Kamau Wafula. ' +
      'Check whether the student is still on the bus. If a trip is open now, close it at the rear seat.',
  ],
  [
    'a ride that does not fit either',
    { ...ON, status: 'unverified', problem: 'bus.already-aboard', trip: CLOSED },
    '4001 Amina Juma Recorded: got on · KDA 1A · 23/11/2026 07:02 · was aboard already · Your trip was closed at ' +
      '23/11/2026 07:10 by Kamau Wafula. Check whether the student is still on the bus. If a trip is open now, close it at the rear seat.',
  ],
  [
    'a ride that was refused',
    { ...ON, kind: 'off', status: 'refused', problem: 'bus.not-found' },
    '4001 Amina Juma Not recorded: getting off · KDA 1A · 23/11/2026 07:02 · there is no such bus',
  ],
  [
    'a child whom the server does not know',
    { kind: 'on', admissionNumber: '4100', status: 'refused', problem: 'student.not-found' },
    '4100 Not recorded: getting on · there is no such student',
  ],
  [
    'a passage of the gate',
    { ...AMINA, kind: 'out', status: 'unverified' },
    '4001 Amina Juma Recorded: checked out · there was no proof',
  ],
  [
    'a check-out that the guard stopped',
    { ...AMINA, kind: 'out', status: 'refused', problem: 'stopped' },
    '4001 Amina Juma not let out: the check-out was recorded, then undone',
  ],
  [
    'a ride of which nobody knows whose it was, and which the office does not have either',
    { status: 'refused', problem: 'offline.unreadable' },
    'Unreadable record Not recorded · it could not be read, and no office list has it: tell the office',
  ],
])('LateRides lists student, direction, bus, time and problem of %s', (_, outcome, words) => {
  showScreen(<LateRides outcomes={[{ key: 'k', ...outcome }]} />);
  expect(screen.getByRole('listitem').textContent).toBe(words);
});

it.each([
  ['the desk of a trip', Unfit],
  ['a screen of the console', RideNews],
])('%s lists a refused ride with direction, bus and time', (_, Shown) => {
  showScreen(<Shown outcomes={[{ ...ON, status: 'refused', problem: 'bus.not-found' }]} onRead={() => undefined} />);
  expect(screen.getByRole('listitem').textContent).toContain('Not recorded: getting on · KDA 1A · 23/11/2026 07:02');
});

it('LateRides lists rides in order of time, whatever their order on the disk', () => {
  const off = { ...ON, key: 'k2', kind: 'off', occurredAt: '2026-11-23T04:03:00.000Z' } as const;
  const fits = { status: 'unverified', problem: 'bus.not-aboard' } as const;
  showScreen(
    <LateRides
      outcomes={[
        { ...off, ...fits },
        { ...ON, ...fits },
      ]}
    />,
  );
  expect(screen.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
    expect.stringContaining('got on'),
    expect.stringContaining('got off'),
  ]);
});
