import { notifications } from '@mantine/notifications';
import type { Trip } from '@mfuko/contract/bus-trips';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { TripPage } from './TripPage.tsx';

vi.mock('@tanstack/react-router', () => ({ createLink: () => 'a' }));

let api: FakeApi;

const AMINA = { admissionNumber: '4001', names: 'Amina Juma', className: 'Grade 4', stop: 'Kondele' };
const BARAKA = { admissionNumber: '4002', names: 'Baraka Otieno', className: 'Grade 5', stop: null };
const TRIP: Trip = {
  ...{ sysid: '01900000-0000-7000-8000-000000000001', busNumberPlate: 'KDA 1A', label: 'North' },
  ...{ direction: 'toSchool', routeSYSID: null, routeName: null, opened: '2026-11-23T03:40:00.000Z', closed: null },
  ...{ expected: [AMINA], aboard: [BARAKA], dropped: [], missing: [AMINA], others: [BARAKA] },
};
const RIDE = {
  ...{ sysid: TRIP.sysid, admissionNumber: '4001', studentName: 'Amina Juma', class: 'Grade 4' },
  ...{ busNumberPlate: 'KDA 1A', direction: 'on', date: TRIP.opened },
};
const refusal = (status: number, problem: string, detail?: object) => ({
  status,
  body: { code: String(status), problem, message: `The refusal ${problem}`, ...(detail && { detail }) },
});

beforeAll(async () => {
  api = await prepareScreens(['bus', 'school']);
});
beforeEach(() => {
  api.calls.length = 0;
  api.replies = { 'check/getTrip': () => ({ body: TRIP }) };
  sessionStorage.clear();
});
afterEach(() => {
  notifications.clean();
  cleanup();
});

async function show(): Promise<void> {
  showScreen(<TripPage />);
  fireEvent.change(await screen.findByLabelText(/^Bus number plate/, { selector: 'input' }), {
    target: { value: 'KDA 1A' },
  });
}

/** A list of the trip by its name. */
async function list(name: string): Promise<HTMLElement> {
  const summary = await screen.findByText(name, { selector: 'summary span' });
  return summary.closest('details') as HTMLElement;
}

test('names who is aboard, missing and not expected, with their counts', async () => {
  await show();
  expect((await list('Aboard')).textContent).toContain('1AboardBaraka Otieno4002 · Grade 5');
  expect((await list('Missing')).textContent).toContain('Amina Juma4001 · Grade 4 · Kondele');
  expect((await list('Not expected')).textContent).toContain('Baraka Otieno');
  expect((await list('Got off')).textContent).toContain('0Got offNobody');
  expect(api.calls.find(({ path }) => path === 'check/getTrip')?.input).toEqual({ busNumberPlate: 'KDA 1A' });
});

test('lets a missing child board from the list, and says aloud what the server warns of', async () => {
  api.replies['check/onBusKids'] = () => ({ body: { ...RIDE, warnings: ['bus.wrong-stop'] } });
  await show();
  fireEvent.click(await screen.findByRole('button', { name: 'On Bus: Amina Juma' }));
  const warning = await screen.findByText('This is not the stop of this student.');
  expect(warning.closest('[role=alert]')).not.toBeNull();
  expect(api.calls.find(({ path }) => path === 'check/onBusKids')?.input).toMatchObject({
    admissionNumber: '4001',
    busNumberPlate: 'KDA 1A',
  });
});

test('is not closed while somebody is aboard, and names them; nor with a wrong code', async () => {
  api.replies['check/getTrip'] = () => ({ body: { ...TRIP, aboard: [] } });
  api.replies['check/closeTrip'] = ({ rearCode }) =>
    rearCode === '1'
      ? refusal(409, 'bus.child-aboard', { aboard: [BARAKA] })
      : rearCode === '2'
        ? refusal(422, 'bus.rear-code')
        : { body: { ...TRIP, aboard: [], closed: TRIP.opened } };
  await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Close trip' }));
  const dialog = await screen.findByRole('dialog', { name: 'Close trip' });
  const type = (code: string) => {
    fireEvent.change(within(dialog).getByLabelText(/^Code at the rear seat/), { target: { value: code } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close trip' }));
  };
  type('1');
  expect((await within(dialog).findByText(/^Baraka Otieno/)).closest('[role=alert]')).not.toBeNull();
  type('2');
  await within(dialog).findByText('The refusal bus.rear-code');
  await waitFor(() => expect(within(dialog).queryByText(/^Baraka Otieno/)).toBeNull());
  type('123456');
  await screen.findByText('Trip was closed');
});

test('opens a trip where none is under way', async () => {
  api.replies['check/getTrip'] = () => refusal(404, 'bus.trip-not-found');
  api.replies['check/openTrip'] = () => ({ body: TRIP });
  await show();
  fireEvent.click(await screen.findByRole('radio', { name: 'Home' }));
  fireEvent.click(screen.getByRole('button', { name: 'Open trip' }));
  await screen.findByText('Trip was opened');
  expect(api.calls.find(({ path }) => path === 'check/openTrip')?.input).toMatchObject({
    busNumberPlate: 'KDA 1A',
    direction: 'home',
  });
});
