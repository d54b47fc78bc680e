import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { OwnPinPage } from './OwnPinPage.tsx';

vi.mock('@tanstack/react-router', () => ({
  ...{ Link: 'a', createLink: () => 'a' },
  useSearch: () => ({ admissionNumber: '4001' }),
}));

let api: FakeApi;
beforeAll(async () => {
  api = await prepareScreens(['students', 'school', 'ui']);
});
beforeEach(() => {
  api.calls.length = 0;
  api.replies = {
    'check/getStudent': () => ({
      body: { admissionNumber: '4001', names: 'Amina Juma', className: 'Grade 4', hasFingerprint: false },
    }),
    'student/choosePin': () => ({ body: { admissionNumber: '4001', names: 'Amina Juma', heldUntil: null } }),
  };
});
afterEach(cleanup);

const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' });
const type = (pin: string, newPin: string, again: string) => {
  fireEvent.change(field(/^PIN now/), { target: { value: pin } });
  fireEvent.change(field(/^New PIN\b(?! once)/), { target: { value: newPin } });
  fireEvent.change(field(/^New PIN once more/), { target: { value: again } });
  fireEvent.click(screen.getByRole('button', { name: 'Save the PIN' }));
};
const sent = () => api.calls.filter(({ path }) => path === 'student/choosePin').map(({ input }) => input);

test('OwnPinPage sends a PIN typed twice alike, and masks and then clears its fields', async () => {
  showScreen(<OwnPinPage />);
  await screen.findByText('Amina Juma');
  for (const name of [/^PIN now/, /^New PIN\b(?! once)/, /^New PIN once more/])
    expect(field(name).type).toBe('password');
  type('274951', '836042', '836042');
  await screen.findByText('Amina Juma has a PIN of their own. The guardians are told');
  expect(sent()).toEqual([{ admissionNumber: '4001', pin: '274951', newPin: '836042' }]);
  await waitFor(() => expect(field(/^PIN now/).value).toBe(''));
  expect([field(/^New PIN\b(?! once)/).value, field(/^New PIN once more/).value]).toEqual(['', '']);
});

test('OwnPinPage rejects differing new PINs without a call, and keeps the current PIN', async () => {
  showScreen(<OwnPinPage />);
  await screen.findByText('Amina Juma');
  type('274951', '836042', '836043');
  await screen.findByText('The two are not the same');
  expect(sent()).toEqual([]);
  expect([field(/^PIN now/).value, field(/^New PIN once more/).value]).toEqual(['274951', '']);
});

test('OwnPinPage shows until when money by the new PIN is on hold', async () => {
  api.replies['student/choosePin'] = () => ({
    body: { admissionNumber: '4001', names: 'Amina Juma', heldUntil: '2026-05-11T07:00:00.000Z' },
  });
  showScreen(<OwnPinPage />);
  await screen.findByText('Amina Juma');
  type('274951', '836042', '836042');
  await screen.findByText(/Money by it waits until .*, since you may know the one before/);
});

const number = () => screen.getByDisplayValue<HTMLInputElement>('4001');
const typedPins = () => [/^PIN now/, /^New PIN\b(?! once)/, /^New PIN once more/].map((name) => field(name).value);

test('OwnPinPage clears the typed PINs when the student changes', async () => {
  showScreen(<OwnPinPage />);
  await screen.findByText('Amina Juma');
  type('274951', '836042', '836043');
  await screen.findByText('The two are not the same');
  fireEvent.change(number(), { target: { value: '4002' } });
  expect(typedPins()).toEqual(['', '', '']);
});

test('OwnPinPage keeps a PIN typed for the next student when the former answer arrives', async () => {
  showScreen(<OwnPinPage />);
  await screen.findByText('Amina Juma');
  type('274951', '836042', '836042');
  // The request is under way.
  fireEvent.change(number(), { target: { value: '4002' } });
  fireEvent.change(field(/^PIN now/), { target: { value: '159357' } });
  await screen.findByText('Amina Juma has a PIN of their own. The guardians are told');
  expect(typedPins()).toEqual(['159357', '', '']);
  expect(screen.getByDisplayValue('4002')).toBeTruthy();
});
