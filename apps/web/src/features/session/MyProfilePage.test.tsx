import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { currentSession, useSession } from '../../lib/session.ts';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { MyProfilePage } from './MyProfilePage.tsx';

const ID = '01900000-0000-7000-8000-000000000001';
const NEW_ID = '01900000-0000-7000-8000-000000000002';
const PROFILE = {
  sysid: ID,
  phoneNumber: '254700000002',
  email: 'achieng@example.com',
  firstName: 'Achieng',
  lastNames: 'Were',
  role: 'SchoolAdmin',
  duties: [],
  schoolName: 'DEMO',
  lastSignIn: null,
  dateCreated: '2026-01-01T00:00:00.000Z',
  updated: 'stamp',
};
let api: FakeApi;
const changed = vi.fn();

/** Remounts the page for another number, as the console's frame does. */
function Frame() {
  return <MyProfilePage key={useSession()?.userName} onChanged={changed} />;
}

beforeAll(async () => {
  api = await prepareScreens(['profile', 'session']);
});
beforeEach(async () => {
  changed.mockReset();
  api.calls.length = 0;
  api.replies = {
    'auth/getProfile': () => ({ body: PROFILE }),
    'auth/updateProfile': (names) => ({ body: { ...PROFILE, ...names } }),
    'auth/requestProfileCode': ({ change }) => ({
      body: { profileSYSID: ID, newPhoneSYSID: change === 'phoneNumber' ? NEW_ID : null },
    }),
    'auth/getBackupCodes': () => ({ body: { left: 0, made: null, lastUsed: null } }),
    'profile/getDeskPin': () => ({ body: { since: null } }),
    'session/list': () => ({ body: { sessions: [] } }),
    'profile/getSecondFactor': () => ({
      body: { on: false, since: null, totp: false, passkeys: 0, recoveryLeft: 0, due: false, waitsUntil: null },
    }),
    'profile/getPasskeys': () => ({ body: { passkeys: [], origin: window.location.origin, cannot: null } }),
    'auth/confirmProfileChange': ({ email, phoneNumber }) => ({
      body: { ...PROFILE, email: email ?? 'new@example.com', phoneNumber: phoneNumber ?? PROFILE.phoneNumber },
    }),
  };
  showScreen(<Frame />);
  await screen.findByLabelText(/First name/);
});
afterEach(cleanup);

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const made = () => api.calls.filter(({ path }) => !/^(auth|profile)\/get|^session\/list$/.test(path));

test('MyProfilePage shows only the second factor while it is due, and the other parts after its setup', async () => {
  cleanup();
  const stands = { on: false, since: null, totp: false, passkeys: 0, recoveryLeft: 0, due: true };
  api.replies['profile/getSecondFactor'] = () => ({ body: stands });
  api.replies['profile/startTotp'] = () => ({
    body: { secret: 'GEZDGNBV', otpauth: 'otpauth://totp/x?secret=GEZDGNBV' },
  });
  api.replies['profile/confirmTotp'] = () => {
    Object.assign(stands, { on: true, totp: true, recoveryLeft: 1, due: false });
    return { body: { recoveryCodes: ['K7QP0-12345'] } };
  };
  api.calls.length = 0;
  showScreen(<Frame />);
  fireEvent.click(await screen.findByRole('button', { name: 'Set up an authenticator' }));
  // Until then the server refuses every other part of the page, so the page requests none and shows no refusal afterwards.
  expect(screen.queryByLabelText(/First name/)).toBeNull();
  expect(api.calls.map(({ path }) => path)).not.toContain('session/list');
  await screen.findByRole('img', { name: /QR code/ });
  type(/Code shown by the app/, '123456');
  press('Confirm');
  const codes = await screen.findByText('K7QP0-12345');
  const names = await screen.findByLabelText(/First name/);
  expect(codes.compareDocumentPosition(names) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await waitFor(() => expect(api.calls.map(({ path }) => path)).toContain('session/list'));
});

test('MyProfilePage saves changed names at once', async () => {
  type(/First name/, 'Auma');
  press('Update');
  await screen.findByText('Your profile was updated successfully');
  expect(made()).toEqual([
    { path: 'auth/updateProfile', input: { firstName: 'Auma', lastNames: 'Were', updated: 'stamp' } },
  ]);
  expect(changed).toHaveBeenCalledOnce();
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
});

test('MyProfilePage sends nothing when nothing was changed', async () => {
  press('Update');
  await screen.findByText('Nothing was changed');
  expect(made()).toEqual([]);
});

test('MyProfilePage rejects differing passwords without a call', async () => {
  type('New password', 'tembo-anapanda-mlima');
  press('Update');
  await screen.findAllByText('must be the same as the password');
  expect(made()).toEqual([]);
});

test('MyProfilePage confirms e-mail and phone by separate codes, the phone last', async () => {
  type(/Email/, 'new@example.com');
  type(/Phone number/, '+254 711 000 009');
  press('Update');
  await screen.findByText('Confirm your new email address');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Confirm' })).toHaveProperty('disabled', false));
  type(/Code from 254700000002/, '111 111');
  press('Confirm');
  await screen.findByText('Confirm your new phone number');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Confirm' })).toHaveProperty('disabled', false));
  type(/Code from 254700000002/, '222222');
  type(/Code from 254711000009/, '333333');
  press('Confirm');
  await screen.findByText(/Your phone number was changed/);
  expect(
    made().map(({ path, input }) => [path.replace('auth/', ''), input.change, input.otp, input.newPhoneOtp]),
  ).toEqual([
    ['requestProfileCode', 'email', undefined, undefined],
    ['confirmProfileChange', 'email', '111111', ''],
    ['requestProfileCode', 'phoneNumber', undefined, undefined],
    ['confirmProfileChange', 'phoneNumber', '222222', '333333'],
  ]);
  expect(made().at(-1)?.input).toMatchObject({ newPhoneSYSID: NEW_ID, phoneNumber: '254711000009' });
  expect(currentSession()?.userName).toBe('254711000009');
  expect((screen.getByLabelText(/Phone number/) as HTMLInputElement).value).toBe('254711000009');
});
