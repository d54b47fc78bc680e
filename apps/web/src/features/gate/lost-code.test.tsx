import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { pickSchool } from '../../lib/school.ts';
import { storageFails } from '../../school/offline/storage-state.ts';
import type { LeftPress } from '../../school/presses/press.ts';
import { prepareScreens } from '../../ui/screen.testkit.tsx';
import { TripDesk } from '../bus/trip/TripDesk.tsx';
import { GateApp } from './GateApp.tsx';
import { leftPassages } from './left/left-list.ts';

const { asked, lost } = vi.hoisted(() => {
  /** Parts that were asked for, whose code cannot be had. */
  const parts: string[] = [];
  const loseCode = (part: string) => () => {
    parts.push(part);
    throw new TypeError('Failed to fetch dynamically imported module');
  };
  return { asked: parts, lost: loseCode };
});
vi.mock('../../school/desk/StorageNote.tsx', lost('StorageNote'));
vi.mock('./left/LeftPassages.tsx', lost('LeftPassages'));
vi.mock('../bus/left/LeftRides.tsx', lost('LeftRides'));
vi.mock('../bus/left/ride-presses.ts', () => ({ useLeftRides: () => [{}] }));

const LEFT: LeftPress = {
  ...{ key: 'k1', kind: 'out', admissionNumber: '4100', names: 'Achieng Odhiambo', className: 'Grade 4' },
  ...{ at: 0, clockAheadMs: 0, user: 'a guard', school: 's', page: null, outcome: 'void' },
};
const SESSION = { token: 't', userName: '254700000003', role: 'CheckAgent' } as const;

beforeAll(async () => {
  await prepareScreens(['gate', 'school', 'collectors', 'trip', 'desk']);
  pickSchool({ sysid: 's', shortName: 'DEMO' });
});
afterEach(() => {
  cleanup();
  asked.length = 0;
  act(() => {
    storageFails.set(false);
    leftPassages.set([]);
  });
});

it('a gate stays with all that stands there where the code of a note cannot be had, and tells of left presses', async () => {
  window.history.replaceState(null, '', '/app/checkin.pin');
  const gate = { session: SESSION, names: 'Kamau', school: 'DEMO', ended: false, onLogout() {}, onSignIn() {} };
  render(
    <Suspense>
      <GateApp {...gate} />
    </Suspense>,
  );
  const number = await screen.findByLabelText<HTMLInputElement>('Admission number');
  // Ahead of their use.
  await waitFor(() => expect(asked.toSorted()).toEqual(['LeftPassages', 'StorageNote']));
  fireEvent.change(number, { target: { value: '4100' } });
  act(() => {
    storageFails.set(true);
    leftPassages.set([LEFT]);
  });
  await screen.findByText('No answer came to 1 press');
  expect(screen.getByLabelText<HTMLInputElement>('Admission number').value).toBe('4100');
});

it('so does a bus', async () => {
  render(
    <Suspense>
      <TripDesk session={SESSION} names="Kamau" desks={[]} onLogout={() => undefined} />
    </Suspense>,
  );
  await waitFor(() => expect(asked.toSorted()).toEqual(['LeftRides', 'StorageNote']));
  await act(async () => storageFails.set(true));
  await act(async () => undefined);
  expect(screen.getByRole('main')).toBeTruthy();
});
