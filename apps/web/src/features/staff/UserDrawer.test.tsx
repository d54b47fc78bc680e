import { CONFIRM_DENIALS, type ConfirmDenial, type UserDetails } from '@mfuko/contract/staff';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import en from '../../locales/en/problems.json';
import sw from '../../locales/sw/problems.json';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { UserDrawer } from './UserDrawer.tsx';

const SYSID = '01900000-0000-7000-8000-000000000007';
let api: FakeApi;
let status = 'disabled';
const LATELY = '2026-05-01T00:00:00.000Z';

function Drawer() {
  const [mode, setMode] = useState<'view' | 'edit'>('view');
  return <UserDrawer id={SYSID} mode={mode} onEdit={() => setMode('edit')} onClose={() => {}} />;
}

beforeAll(async () => {
  api = await prepareScreens(['staff', 'school', 'history']);
});
afterEach(cleanup);

test('UserDrawer opened for editing right after an action shows no form until the user is refetched', async () => {
  const user = () => ({
    ...{
      sysid: SYSID,
      role: 'CheckAgent',
      duties: ['gate'],
      firstName: 'Kamau',
      lastName: 'Wafula',
      email: 'k@example.com',
    },
    ...{
      mobileNumber: '254700000003',
      nextNumber: null,
      secondFactor: { on: false, removal: null, waitsUntil: null },
      unconfirmed: null,
      status,
      dateCreated: '2026-01-01T00:00:00.000Z',
      openSessions: 0,
      lastSignIn: null,
    },
    ...{ school: null, stoppedUntil: null, updated: `stamp of ${status}` },
  });
  api.replies['school/getUser'] = () => ({ body: user() });
  api.replies['school/updateUser'] = (input) => {
    status = (input as { status?: string }).status ?? status;
    return { body: user() };
  };
  // The second read is delayed, as on a slow network.
  const answer = globalThis.fetch;
  let release = () => {};
  const held = new Promise<void>((go) => {
    release = go;
  });
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    if (status === 'active' && String(asked[0]).includes('getUser')) await held;
    return answer(...asked);
  });
  showScreen(<Drawer />);
  fireEvent.click(await screen.findByRole('button', { name: 'Enable' }));
  await screen.findByText('Kamau Wafula may sign in again');
  // Pressed as soon as the notice appears, before anything was read again.
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
  expect(screen.queryByLabelText(/^First name/)).toBeNull();
  release();
  fireEvent.change(await screen.findByLabelText(/^First name/), { target: { value: 'Kamau Mwangi' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(api.calls.filter(({ path }) => path === 'school/updateUser')).toHaveLength(2));
  const [, saved] = api.calls.filter(({ path }) => path === 'school/updateUser');
  expect(saved?.input).toMatchObject({ updated: 'stamp of active' });
});

/** Shows a user whose first second factor is pending, and returns until when. */
function waiting(other: { mobileNumber?: string; status?: string } = {}) {
  const waitsUntil = '2026-11-21T08:00:00.000Z';
  const user = {
    ...{
      sysid: SYSID,
      role: 'SchoolAdmin',
      duties: [],
      firstName: 'Wambui',
      lastName: 'Njeri',
      email: 'w@example.com',
    },
    ...{ mobileNumber: '254700000009', nextNumber: null, status: 'active', unconfirmed: null, updated: 'stamp' },
    ...{
      dateCreated: '2026-01-01T00:00:00.000Z',
      openSessions: 1,
      lastSignIn: LATELY,
      school: null,
      stoppedUntil: null,
    },
    secondFactor: { on: true, removal: null, waitsUntil: waitsUntil as string | null },
    ...other,
  };
  api.replies['school/getUser'] = () => ({ body: user });
  api.replies['school/settleFactor'] = ({ theirs }) => {
    user.secondFactor = { on: theirs === true, removal: null, waitsUntil: null };
    return { body: user };
  };
  showScreen(<Drawer />);
  return waitsUntil;
}
const words = () => api.calls.filter(({ path }) => path === 'school/settleFactor').map(({ input }) => input);

test('UserDrawer accepts a pending second factor by one press, and rejects it after a confirmation', async () => {
  api.calls.length = 0;
  const waitsUntil = waiting();
  await screen.findByText(/Ask Wambui Njeri in person.* Until .*21.*11:00/);
  fireEvent.click(screen.getByRole('button', { name: 'It is theirs: accept it' }));
  await screen.findByText('The second factor of Wambui Njeri was accepted');
  await waitFor(() => expect(screen.queryByText('New second factor')).toBeNull());
  expect(words()).toEqual([{ sysid: SYSID, waitsUntil, theirs: true }]);
  cleanup();
  waiting();
  fireEvent.click(await screen.findByRole('button', { name: 'Not theirs: reject it' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reject the new second factor of Wambui Njeri?' });
  expect(words()).toHaveLength(1);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Not theirs: reject it' }));
  await screen.findByText('The new second factor of Wambui Njeri was rejected');
  expect(words()[1]).toEqual({ sysid: SYSID, waitsUntil, theirs: false });
});

test.each([
  ['to its owner', { mobileNumber: '254700000002' }],
  ['of a deleted user', { status: 'deleted' }],
])('UserDrawer shows no pending second factor %s', async (_, other) => {
  waiting(other);
  await screen.findByText('w@example.com');
  expect(screen.queryByText('New second factor')).toBeNull();
  cleanup();
  waiting();
  await screen.findByText('New second factor');
});

function unconfirmed(why: ConfirmDenial | null, lastSignIn: string | null) {
  const user = {
    ...{
      sysid: SYSID,
      role: 'SchoolAdmin',
      duties: [],
      firstName: 'Wambui',
      lastName: 'Njeri',
      email: 'w@example.com',
    },
    ...{
      mobileNumber: '254700000009',
      nextNumber: null,
      secondFactor: { on: false, removal: null, waitsUntil: null },
      status: 'active',
    },
    ...{ dateCreated: '2026-01-01T00:00:00.000Z', openSessions: 0, lastSignIn, school: null, stoppedUntil: null },
    ...{ updated: 'stamp', unconfirmed: { mayConfirm: why === null, why } as UserDetails['unconfirmed'] },
  };
  api.replies['school/getUser'] = () => ({ body: user });
  api.replies['school/confirmUser'] = () => {
    user.unconfirmed = null;
    return { body: user };
  };
  showScreen(<Drawer />);
}

test('UserDrawer lets a permitted person confirm an account, and then removes the notice', async () => {
  unconfirmed(null, LATELY);
  await screen.findByText(/Do you know Wambui Njeri, and is 254700000009 their own phone/);
  fireEvent.click(screen.getByRole('button', { name: 'Confirm as another person' }));
  await screen.findByText('Wambui Njeri was confirmed');
  await waitFor(() => expect(screen.queryByText('Not confirmed yet')).toBeNull());
  expect(api.calls.filter(({ path }) => path === 'school/confirmUser').map(({ input }) => input)).toEqual([
    { sysid: SYSID },
  ]);
});

test('UserDrawer offers no confirmation of an account that has never signed in', async () => {
  unconfirmed(null, null);
  await screen.findByText(/can be confirmed once Wambui Njeri has signed in/);
  expect(screen.queryByRole('button', { name: 'Confirm as another person' })).toBeNull();
});

test.each([
  ['self', /You cannot confirm your own account/],
  ['made', /You made this account, or the account that made it/],
  ['maker', /The same person made your own account/],
  ['number', /the person who made this account set your phone number, or you set theirs/],
  ['new', /Your own account is less than a day old/],
] as const)('UserDrawer explains why the user may not confirm an account: %s', async (why, words) => {
  unconfirmed(why, LATELY);
  await screen.findByText(words);
  expect(screen.queryByRole('button', { name: 'Confirm as another person' })).toBeNull();
});

test('each reason why an account cannot be confirmed has a text of its own in both languages', () => {
  const told = CONFIRM_DENIALS.map((why) => `one-hand-${why}` as const);
  for (const { user } of [en.told, sw.told]) expect(Object.keys(user)).toEqual(expect.arrayContaining(told));
  expect(new Set(told.flatMap((key) => [en.told.user[key], sw.told.user[key]])).size).toBe(2 * told.length);
});
