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
  fireEvent.change(field(/^Current PIN/), { target: { value: pin } });
  fireEvent.change(field(/^New PIN\b/), { target: { value: newPin } });
  fireEvent.change(field(/^Repeat new PIN/), { target: { value: again } });
  fireEvent.click(screen.getByRole('button', { name: 'Save the PIN' }));
};
const sent = () => api.calls.filter(({ path }) => path === 'student/choosePin').map(({ input }) => input);

test('OwnPinPage sends a PIN typed twice alike, and masks and then clears its fields', async () => {
  showScreen(<OwnPinPage />);
  await screen.findByText('Amina Juma');
  for (const name of [/^Current PIN/, /^New PIN\b/, /^Repeat new PIN/]) expect(field(name).type).toBe('password');
  type('274951', '836042', '836042');
  await screen.findByText('Amina Juma has a PIN of their own. The guardians are told');
  expect(sent()).toEqual([{ admissionNumber: '4001', pin: '274951', newPin: '836042' }]);
  await waitFor(() => expect(field(/^Current PIN/).value).toBe(''));
  expect([field(/^New PIN\b/).value, field(/^Repeat new PIN/).value]).toEqual(['', '']);
});

test('OwnPinPage rejects differing new PINs without a call, and keeps the current PIN', async () => {
  showScreen(<OwnPinPage />);
  await screen.findByText('Amina Juma');
  type('274951', '836042', '836043');
  await screen.findByText('The PINs do not match');
  expect(sent()).toEqual([]);
  expect([field(/^Current PIN/).value, field(/^Repeat new PIN/).value]).toEqual(['274951', '']);
});

test('OwnPinPage shows until when money by the new PIN is on hold', async () => {
  api.replies['student/choosePin'] = () => ({
    body: { admissionNumber: '4001', names: 'Amina Juma', heldUntil: '2026-05-11T07:00:00.000Z' },
  });
  showScreen(<OwnPinPage />);
  await screen.findByText('Amina Juma');
  type('274951', '836042', '836042');
  await screen.findByText(/Cash-outs with it are on hold until .*, since you may know the old one/);
});

const number = () => screen.getByDisplayValue<HTMLInputElement>('4001');
const typedPins = () => [/^Current PIN/, /^New PIN\b/, /^Repeat new PIN/].map((name) => field(name).value);

test('OwnPinPage clears the typed PINs when the student changes', async () => {
  showScreen(<OwnPinPage />);
  await screen.findByText('Amina Juma');
  type('274951', '836042', '836043');
  await screen.findByText('The PINs do not match');
  fireEvent.change(number(), { target: { value: '4002' } });
  expect(typedPins()).toEqual(['', '', '']);
});

test('OwnPinPage keeps a PIN typed for the next student when the former answer arrives', async () => {
  showScreen(<OwnPinPage />);
  await screen.findByText('Amina Juma');
  type('274951', '836042', '836042');
  // The request is under way.
  fireEvent.change(number(), { target: { value: '4002' } });
  fireEvent.change(field(/^Current PIN/), { target: { value: '159357' } });
  await screen.findByText('Amina Juma has a PIN of their own. The guardians are told');
  expect(typedPins()).toEqual(['159357', '', '']);
  expect(screen.getByDisplayValue('4002')).toBeTruthy();
});
