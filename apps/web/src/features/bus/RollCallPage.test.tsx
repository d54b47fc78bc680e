import { notifications } from '@mantine/notifications';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { RollCallPage } from './RollCallPage.tsx';

let api: FakeApi;

beforeAll(async () => {
  api = await prepareScreens(['bus', 'school']);
});
beforeEach(() => {
  api.calls.length = 0;
  const ride = { studentName: 'Amina Juma', admissionNumber: '4001', class: 'Grade 4', busNumberPlate: 'KCB 204K' };
  for (const [kind, direction] of [
    ['onBusKids', 'on'],
    ['offBusKids', 'off'],
  ])
    api.replies[`check/${kind}`] = () => ({
      body: { ...ride, direction, date: '2026-11-23T03:40:00.000Z', warnings: ['bus.not-assigned'] },
    });
  sessionStorage.clear();
});
afterEach(() => {
  notifications.clean();
  cleanup();
});

const sent = () => api.calls.filter(({ path }) => path.endsWith('BusKids'));

test.each(['On Bus', 'Off Bus'])('%s asks for the number first, then for the plate', async (name) => {
  showScreen(<RollCallPage />);
  fireEvent.click(await screen.findByRole('button', { name }));
  await screen.findByText('Admission number is required');
  expect(screen.queryByText('Bus number plate is required')).toBeNull();
  fireEvent.change(screen.getByRole('combobox', { name: /^Admission number/ }), { target: { value: '4001' } });
  fireEvent.click(screen.getByRole('button', { name }));
  await screen.findByText('Bus number plate is required');
  expect(sent()).toEqual([]);
  fireEvent.change(screen.getByLabelText(/^Bus number plate/, { selector: 'input' }), {
    target: { value: 'kcb 204k' },
  });
  fireEvent.click(screen.getByRole('button', { name }));
  await waitFor(() =>
    expect(sent()).toMatchObject([{ input: { admissionNumber: '4001', busNumberPlate: 'kcb 204k' } }]),
  );
  expect(sent()[0]?.path).toBe(name === 'On Bus' ? 'check/onBusKids' : 'check/offBusKids');
  // Ready for the next: the number is gone, the bus is the same.
  const number = () => screen.getByRole('combobox', { name: /^Admission number/ }) as HTMLInputElement;
  await waitFor(() => expect(number().value).toBe(''));
  expect(screen.getByLabelText<HTMLInputElement>(/^Bus number plate/, { selector: 'input' }).value).toBe('kcb 204k');
  // It is recorded, but the attendant hears that this may be the wrong bus.
  const warning = await screen.findByText(/make sure that this is the right bus/);
  expect(warning.closest('[role=alert]')?.textContent).toContain('Amina Juma');
});
