import type { Trip } from '@mfuko/contract/bus-trips';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { pickSchool } from '../../../lib/school.ts';
import { saveSession } from '../../../lib/session.ts';
import { type FakeApi, prepareScreens } from '../../../ui/screen.testkit.tsx';
import { orphanedRides } from '../orphaned/orphan-list.ts';
import { resetRidesOnDisk, ridesOnDisk } from '../orphaned/pending-rides.testkit.ts';
import { elsewhere } from './elsewhere.ts';
import { TripDesk } from './TripDesk.tsx';

/** Operations on the stored presses, in order. */
export const { calls: presses } = ridesOnDisk;

export const SCHOOL = { sysid: '01900000-0000-7000-8000-000000000901', shortName: 'DEMO' };
export const OTHER_SCHOOL = { sysid: 'other', shortName: 'OTHER' };
export const ATTENDANT = { token: 'the-token', userName: '254700000002', role: 'SchoolAdmin' } as const;

export let api: FakeApi;

export const AMINA = { admissionNumber: '4001', names: 'Amina Juma', className: 'Grade 4', stop: 'Kondele' };
export const BARAKA = { admissionNumber: '4002', names: 'Baraka Otieno', className: 'Grade 5', stop: null };
export const TRIP: Trip = {
  ...{ sysid: '01900000-0000-7000-8000-000000000001', busNumberPlate: 'KDA 1A', label: 'North' },
  ...{
    direction: 'toSchool',
    routeSYSID: null,
    routeName: null,
    opened: '2026-11-23T03:40:00.000Z',
    closed: null,
    closedBy: null,
    papers: null,
  },
  ...{ expected: [AMINA], aboard: [BARAKA], dropped: [], missing: [AMINA], others: [BARAKA] },
};
export const RIDER = { ...BARAKA, direction: 'toSchool', busNumberPlate: 'KDB 2B', lat: null, long: null };
export const RIDE = {
  ...{ sysid: TRIP.sysid, admissionNumber: '4001', studentName: 'Amina Juma', class: 'Grade 4' },
  ...{ busNumberPlate: 'KDA 1A', direction: 'on', date: TRIP.opened },
};
export const refusal = (status: number, problem: string, detail?: object) => ({
  status,
  body: { code: String(status), problem, message: `The refusal ${problem}`, ...(detail && { detail }) },
});

export const CLOSED = { closed: '2026-11-23T04:02:00.000Z', closedBy: 'Kamau Wafula' };

/** Sets up a test file for the desk of one school with one bus on an open trip. The file itself mocks `pending-rides.ts`. */
export function prepareTripDesk(): void {
  beforeAll(async () => {
    api = await prepareScreens(['trip', 'desk', 'school']);
    // jsdom plays no sound.
    vi.stubGlobal('AudioContext', undefined);
  });
  beforeEach(() => {
    resetRidesOnDisk();
    elsewhere.set([]);
    orphanedRides.set([]);
    pickSchool(SCHOOL);
    saveSession(ATTENDANT);
    api.calls.length = 0;
    api.replies = {
      'school/getBuses': () => ({ body: [{ busNumberPlate: 'KDA 1A', label: 'North' }] }),
      'check/getTrip': () => ({ body: TRIP }),
      'check/getRiders': () => ({ body: { busNumberPlate: 'KDA 1A', riders: [RIDER] } }),
    };
  });
  afterEach(cleanup);
}

export async function show(): Promise<void> {
  const session = { ...ATTENDANT, role: 'CheckAgent' } as const;
  render(
    <Suspense>
      <TripDesk session={session} names="Mwalimu Otieno" desks={[]} onLogout={() => undefined} />
    </Suspense>,
  );
  fireEvent.change(await screen.findByLabelText('Bus'), { target: { value: 'KDA 1A' } });
}

/** Returns a list of the trip by its name. */
export async function list(name: string): Promise<HTMLElement> {
  const summary = await screen.findByText(name, { selector: 'summary span' });
  return summary.closest('details') as HTMLElement;
}
/** Returns the input of the first call of a path. */
export const sent = (path: string) => api.calls.find((one) => one.path === path)?.input;

/** Types a number at the door and presses Enter. */
export const pressFor = async (number: string) => {
  fireEvent.change(await screen.findByLabelText('Admission number'), { target: { value: number } });
  fireEvent.submit(screen.getByLabelText('Admission number').closest('form') as HTMLFormElement);
};

/** Opens two buses, the second of them empty, and holds the answer to a boarding until `answer` is called. */
export function holdBoarding() {
  const { promise, resolve } = Promise.withResolvers<{ status?: number; body: unknown }>();
  const second = {
    ...TRIP,
    busNumberPlate: 'KDB 2B',
    label: 'South',
    expected: [],
    aboard: [],
    missing: [],
    others: [],
  };
  api.replies['school/getBuses'] = () => ({
    body: [TRIP, second].map(({ busNumberPlate, label }) => ({ busNumberPlate, label })),
  });
  api.replies['check/getTrip'] = ({ busNumberPlate }) => ({ body: busNumberPlate === 'KDA 1A' ? TRIP : second });
  api.replies['check/onBusKids'] = () => promise;
  return {
    second,
    answer: (reply: { status?: number; body: unknown }) => act(async () => resolve(reply)),
  };
}

export const chooseBus = async (plate: string) => {
  fireEvent.change(screen.getByLabelText('Bus'), { target: { value: plate } });
  await screen.findByRole('heading', { name: new RegExp(`^${plate}`) });
};
