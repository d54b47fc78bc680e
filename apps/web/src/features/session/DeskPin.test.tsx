import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { DeskPin } from './DeskPin.tsx';

let api: FakeApi;
let since: string | null;

beforeAll(async () => {
  api = await prepareScreens(['profile', 'problems']);
});
beforeEach(async () => {
  since = null;
  api.calls.length = 0;
  api.replies = {
    'profile/getDeskPin': () => ({ body: { since } }),
    'profile/setDeskPin': () => {
      since = '2026-11-24T06:00:00.000Z';
      return { body: { since } };
    },
  };
  showScreen(<DeskPin />);
  fireEvent.click(await screen.findByRole('button', { name: 'Set a desk PIN' }));
});
afterEach(cleanup);

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`), { selector: 'input' }), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save the PIN' }));
const sent = () => api.calls.filter(({ path }) => path === 'profile/setDeskPin').map(({ input }) => input);

test('DeskPin saves a PIN that was typed twice alike', async () => {
  type('New desk PIN', '27 49-13x9');
  type('Repeat the PIN', '274914');
  save();
  await screen.findByText('The two PINs do not match');
  expect(sent()).toEqual([]);
  type('Repeat the PIN', '274913');
  save();
  await screen.findByText('Your desk PIN was saved');
  expect(sent()).toEqual([{ pin: '274913' }]);
  await screen.findByRole('button', { name: 'Change the desk PIN' });
});

test('DeskPin rejects five digits without a call', async () => {
  type('New desk PIN', '27491');
  type('Repeat the PIN', '27491');
  save();
  await screen.findAllByText('must be six digits');
  expect(sent()).toEqual([]);
});

test('DeskPin shows a weak PIN at its field, and focuses it', async () => {
  api.replies['profile/setDeskPin'] = () => ({
    status: 422,
    body: { code: '422', problem: 'desk.weak-pin', message: 'This PIN is too easy to guess.', detail: {} },
  });
  type('New desk PIN', '123456');
  type('Repeat the PIN', '123456');
  save();
  await screen.findByText('This PIN is too easy to guess.');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByLabelText(/^New desk PIN/, { selector: 'input' })),
  );
});

test('DeskPin shows that a session opened by PIN needs a sign-in by code', async () => {
  api.replies['profile/setDeskPin'] = () => ({
    status: 403,
    body: { code: '403', problem: 'session.sign-in-due', message: 'Sign in with a code first.' },
  });
  type('New desk PIN', '274913');
  type('Repeat the PIN', '274913');
  save();
  await screen.findByText('Sign in with a code first.');
});
