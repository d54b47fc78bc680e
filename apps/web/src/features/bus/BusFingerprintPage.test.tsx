import { notifications } from '@mantine/notifications';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { outbox } from '../../school/offline/outbox.ts';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { EnterBusPage, ExitBusPage } from './BusFingerprintPage.tsx';

let api: FakeApi;

// Links need the console's routes, which this test leaves out.
vi.mock('../../ui/links.tsx', () => ({ LinkAnchor: () => null }));

beforeAll(async () => {
  api = await prepareScreens(['bus', 'school']);
});
beforeEach(() => {
  api.calls.length = 0;
  sessionStorage.clear();
});
afterEach(() => {
  notifications.clean();
  cleanup();
  vi.restoreAllMocks();
});

const pinField = () => screen.getByLabelText<HTMLInputElement>(/student’s PIN/, { selector: 'input' });
const sent = () => api.calls.filter(({ path }) => path.endsWith('BusPin'));

async function fillIn(pin: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'Use the PIN instead' }));
  fireEvent.change(screen.getByRole('combobox', { name: /^Admission number/ }), { target: { value: '4001' } });
  const plate = screen.getByLabelText(/^Bus number plate/, { selector: 'input' });
  fireEvent.change(plate, { target: { value: 'KCB 204K' } });
  fireEvent.change(pinField(), { target: { value: pin } });
}

test.each([
  ['on', EnterBusPage, 'Check In'],
  ['off', ExitBusPage, 'Check Out'],
] as const)('a child gets %s the bus by PIN, and the PIN field is empty afterwards', async (direction, Page, name) => {
  api.replies[`check/${direction}BusPin`] = () => ({
    body: {
      ...{ studentName: 'Amina Juma', admissionNumber: '4001', class: 'Grade 4', busNumberPlate: 'KCB 204K' },
      ...{ direction, date: '2026-11-23T03:40:00.000Z', warnings: [] },
    },
  });
  showScreen(<Page />);
  await fillIn('48');
  fireEvent.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(screen.getByText(/pin has 4 to 8 digits/)).toBeTruthy());
  expect(sent()).toEqual([]);
  fireEvent.change(pinField(), { target: { value: '482916' } });
  fireEvent.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({
    path: `check/${direction}BusPin`,
    input: { admissionNumber: '4001', busNumberPlate: 'KCB 204K', pin: '482916' },
  });
  await waitFor(() => expect(pinField().value).toBe(''));
});

test('EnterBusPage asks for missing fields one at a time in screen order', async () => {
  showScreen(<EnterBusPage />);
  fireEvent.click(await screen.findByRole('button', { name: 'Use the PIN instead' }));
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'Check In' }));
  press();
  await screen.findByText('Admission number is required');
  fireEvent.change(screen.getByRole('combobox', { name: /^Admission number/ }), { target: { value: '4001' } });
  fireEvent.change(screen.getByLabelText(/^Bus number plate/, { selector: 'input' }), {
    target: { value: 'KCB 204K' },
  });
  press();
  await screen.findByText(/pin has 4 to 8 digits/);
  await waitFor(() => expect(screen.queryByText('Admission number is required')).toBeNull());
  expect(sent()).toEqual([]);
});

test('EnterBusPage clears a refused PIN, and also when switching to fingerprint and back', async () => {
  api.replies['check/onBusPin'] = () => ({ status: 422, body: { code: '422', message: 'No.', problem: 'pin.wrong' } });
  showScreen(<EnterBusPage />);
  await fillIn('482916');
  fireEvent.click(screen.getByRole('button', { name: 'Check In' }));
  await waitFor(() => expect(pinField().value).toBe(''));
  fireEvent.change(pinField(), { target: { value: '482916' } });
  fireEvent.click(screen.getByRole('button', { name: 'Use the finger instead' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Use the PIN instead' }));
  expect(pinField().value).toBe('');
});

test('ExitBusPage stores a PIN ride offline with the PIN as its proof', async () => {
  // Sets the browser's abilities directly instead of letting the page detect them.
  vi.spyOn(outbox, 'start').mockReturnValue(() => undefined);
  outbox.ready.set(true);
  vi.spyOn(outbox, 'isAway').mockReturnValue(true);
  const keep = vi.spyOn(outbox, 'keep').mockResolvedValue();
  showScreen(<ExitBusPage />);
  await fillIn('482916');
  fireEvent.click(screen.getByRole('button', { name: 'Check Out' }));
  await waitFor(() => expect(keep).toHaveBeenCalled());
  expect(keep.mock.calls[0]?.[0]).toEqual({
    ...{ kind: 'off', admissionNumber: '4001', busNumberPlate: 'KCB 204K' },
    ...{ method: 'pin', proof: { pin: '482916' } },
  });
});
