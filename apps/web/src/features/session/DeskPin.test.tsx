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

test('a PIN is saved once it was typed twice alike, and then there is one', async () => {
  type('New desk PIN', '27 49-13x9');
  type('The same again', '274914');
  save();
  await screen.findByText('The two PINs differ');
  expect(sent()).toEqual([]);
  type('The same again', '274913');
  save();
  await screen.findByText('Your desk PIN was saved');
  expect(sent()).toEqual([{ pin: '274913' }]);
  await screen.findByRole('button', { name: 'Change the desk PIN' });
});

test('five digits are told before anything is sent', async () => {
  type('New desk PIN', '27491');
  type('The same again', '27491');
  save();
  await screen.findAllByText('must be six digits');
  expect(sent()).toEqual([]);
});

test('a PIN that is easy to guess is told at the field, which takes the focus', async () => {
  api.replies['profile/setDeskPin'] = () => ({
    status: 422,
    body: { code: '422', problem: 'desk.weak-pin', message: 'This PIN is too easy to guess.', detail: {} },
  });
  type('New desk PIN', '123456');
  type('The same again', '123456');
  save();
  await screen.findByText('This PIN is too easy to guess.');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByLabelText(/^New desk PIN/, { selector: 'input' })),
  );
});

test('in a session that a PIN has opened a code is asked for', async () => {
  api.replies['profile/setDeskPin'] = () => ({
    status: 403,
    body: { code: '403', problem: 'session.sign-in-due', message: 'Sign in with a code for this.' },
  });
  type('New desk PIN', '274913');
  type('The same again', '274913');
  save();
  await screen.findByText('Sign in with a code for this.');
});
