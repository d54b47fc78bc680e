import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { open, seal } from '@mfuko/contract/seal';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { pretendConfig } from '../../lib/config.testkit.ts';
import { wireKey } from '../../lib/config.ts';
import { startI18n } from '../../lib/i18n.ts';
import { createQueryClient } from '../../lib/queries.ts';
import { clearSession, currentSession } from '../../lib/session.ts';
import { pretendBrowser } from '../../ui/screen.testkit.tsx';
import { SignInPage } from './SignInPage.tsx';

const PROFILE = '01900000-0000-7000-8000-000000000001';
const calls: { path: string; body: Record<string, string> }[] = [];
let answers: Record<string, () => Response>;
const signedIn = vi.fn();

const json = (status: number, body: unknown, headers?: Record<string, string>) =>
  new Response(JSON.stringify(body), { status, headers });
const session = (role: string) =>
  json(200, { role: seal(wireKey(), 'role', role), session: { sToken: 'tok', userName: '254700000001' } });

function locate(answer: 'here' | 'refused' | 'unsupported' | 'no fix') {
  const code = { here: 0, refused: 1, unsupported: 0, 'no fix': 2 }[answer];
  const geolocation = {
    getCurrentPosition: (found: PositionCallback, failed: PositionErrorCallback) =>
      answer === 'here'
        ? found({ coords: { latitude: -1.29, longitude: 36.82 } } as GeolocationPosition)
        : failed({ code, PERMISSION_DENIED: 1 } as GeolocationPositionError),
  };
  if (answer === 'unsupported') Reflect.deleteProperty(navigator, 'geolocation');
  else Object.defineProperty(navigator, 'geolocation', { value: geolocation, configurable: true });
}
async function settle(ms = 0) {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}
async function type(label: string, text: string, button: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
  fireEvent.click(screen.getByRole('button', { name: button }));
  await settle();
}
const seen = (text: string) => expect(screen.getByText(text)).toBeTruthy();

beforeAll(async () => {
  pretendConfig();
  pretendBrowser();
  await startI18n(['ui', 'session']);
});
beforeEach(async () => {
  vi.useFakeTimers();
  calls.length = 0;
  localStorage.clear();
  clearSession();
  signedIn.mockReset();
  locate('here');
  answers = {
    'auth/token': () => json(200, { profileSYSID: PROFILE }),
    'auth/validateOTP': () => session('SchoolAdmin'),
  };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const path = url.replace('/api/', '');
    if (init.body) calls.push({ path, body: JSON.parse(String(init.body)) });
    return answers[path]?.() ?? new Response('<html></html>');
  });
  render(
    <MantineProvider env="test">
      <Notifications />
      <QueryClientProvider client={createQueryClient()}>
        <SignInPage onSignedIn={signedIn} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await settle();
});
afterEach(() => {
  notifications.clean();
  cleanup();
  vi.useRealTimers();
});

test('SignInPage signs in by phone number and code, and stores session, role and location sealed', async () => {
  expect(screen.getByPlaceholderText('254XXXXXXXXX')).toBeTruthy();
  await type('Phone number', '0700 000 001', 'Login');
  seen('OTP sent successfully.');
  seen('Enter OTP received on SMS');
  const { userName = '', ...rest } = calls[0]?.body ?? {};
  expect(open(wireKey(), 'userName', userName)).toBe('254700000001');
  expect(rest).toEqual({ password: '-' });
  await type('Verification code', 'Your code is 123 456', 'Submit OTP');
  expect(calls[1]?.body).toEqual({ otp: '123456', profileSYSID: PROFILE });
  seen('Getting your dashboard, hang tight.');
  expect(signedIn).not.toHaveBeenCalled();
  await settle(500);
  expect(signedIn).toHaveBeenCalledWith({ token: 'tok', userName: '254700000001', role: 'SchoolAdmin' });
  expect(open(wireKey(), 'role', localStorage.getItem('role') ?? '')).toBe('SchoolAdmin');
  expect(JSON.parse(open(wireKey(), 'session', localStorage.getItem('session') ?? ''))).toEqual({
    sToken: 'tok',
    userName: '254700000001',
  });
  expect(JSON.parse(open(wireKey(), 'location', localStorage.getItem('location') ?? ''))).toEqual({
    latitude: -1.29,
    longitude: 36.82,
  });
});
test('SignInPage signs in by a backup code, and validates its form first', async () => {
  await type('Phone number', '254700000001', 'Login');
  fireEvent.click(screen.getByRole('button', { name: 'No text message? Use a backup code' }));
  seen('Enter a backup code');
  expect(document.activeElement).toBe(screen.getByLabelText('Backup code'));
  await type('Backup code', 'K7QP-01M', 'Sign in');
  seen('Enter a backup code: eight letters and digits, for example K7QP-01MX');
  expect(calls).toHaveLength(1);
  await type('Backup code', 'k7qp o1mx', 'Sign in');
  expect(calls[1]?.body).toEqual({ otp: 'K7QP01MX', profileSYSID: PROFILE });
  await settle(500);
  expect(signedIn).toHaveBeenCalledOnce();
});
test('SignInPage shows a wrong backup code, and still accepts the SMS code', async () => {
  answers['auth/validateOTP'] = () =>
    json(401, { code: '401', message: 'That code is wrong.', problem: 'session.wrong-code' });
  await type('Phone number', '254700000001', 'Login');
  fireEvent.click(screen.getByRole('button', { name: 'No text message? Use a backup code' }));
  await type('Backup code', 'ZZZZ-ZZZZ', 'Sign in');
  seen('That code is wrong.');
  fireEvent.click(screen.getByRole('button', { name: 'Use the code from the SMS' }));
  seen('Enter OTP received on SMS');
  answers['auth/validateOTP'] = () => session('SchoolAdmin');
  await type('Verification code', '123456', 'Submit OTP');
  expect(calls.at(-1)?.body).toEqual({ otp: '123456', profileSYSID: PROFILE });
});
test('SignInPage requests no code without location permission or support', async () => {
  locate('refused');
  await type('Phone number', '254700000001', 'Login');
  seen(
    'Location Required: Please allow location for this app or use a browser that has location capabilities as it is required.',
  );
  locate('unsupported');
  await type('Phone number', '254700000001', 'Login');
  const unsupported = 'Location Not Supported: kindly switch to a browser that has location capabilities.';
  seen(unsupported);
  locate('refused');
  await type('Phone number', '254700000001', 'Login');
  expect(screen.queryByText(unsupported)).toBeNull();
  Object.defineProperty(navigator, 'geolocation', { value: undefined, configurable: true });
  await type('Phone number', '254700000001', 'Login');
  seen(unsupported);
  expect(calls).toEqual([]);
});
test('SignInPage requests a code when the device finds no position, and says so', async () => {
  locate('no fix');
  await type('Phone number', '254700000001', 'Login');
  seen('Location unknown');
  expect(calls.map(({ path }) => path)).toEqual(['auth/token']);
  expect(screen.getByLabelText('Verification code')).toBeTruthy();
});
test('SignInPage does not send an invalid phone number', async () => {
  await type('Phone number', '25470', 'Login');
  expect(screen.getByLabelText('Phone number').getAttribute('aria-invalid')).toBe('true');
  expect(calls).toEqual([]);
});
test('SignInPage requires digits as the code', async () => {
  await type('Phone number', '254700000001', 'Login');
  await type('Verification code', 'none came', 'Submit OTP');
  seen('Enter the code from the SMS');
  expect((screen.getByLabelText('Verification code') as HTMLInputElement).value).toBe('');
  expect(calls).toHaveLength(1);
});
test("SignInPage shows the server's message for a wrong code, and opens no session", async () => {
  answers['auth/validateOTP'] = () =>
    json(401, { code: '401', message: 'That code is wrong.', problem: 'session.wrong-code' });
  await type('Phone number', '254700000001', 'Login');
  await type('Verification code', '111111', 'Submit OTP');
  seen('Failed');
  seen('That code is wrong.');
  expect(currentSession()).toBeNull();
});
test.each([
  ['an answer with another role', () => session('Parent')],
  [
    'a refusal',
    () =>
      json(403, { code: '403', message: 'If you are a parent please use the wallet app.', problem: 'session.parent' }),
  ],
])('SignInPage refers parents to their app and stores no session: %s', async (_, answer) => {
  answers['auth/validateOTP'] = answer;
  await type('Phone number', '254700000001', 'Login');
  await type('Verification code', '111111', 'Submit OTP');
  seen('If you are a parent please use the wallet app.');
  expect([localStorage.getItem('session'), localStorage.getItem('role'), localStorage.getItem('userName')]).toEqual([
    null,
    null,
    null,
  ]);
  await settle(1000);
  expect(signedIn).not.toHaveBeenCalled();
});
test("SignInPage allows a resend after 30 seconds, or after the server's Retry-After", async () => {
  await type('Phone number', '254700000001', 'Login');
  expect(screen.queryByRole('button', { name: 'Resend' })).toBeNull();
  seen('Resend in 30 seconds');
  for (let second = 0; second < 30; second++) await settle(1000);
  answers['auth/token'] = () =>
    json(429, { code: '429', message: 'Too soon.', problem: 'session.resend-too-soon' }, { 'Retry-After': '12' });
  fireEvent.click(screen.getByRole('button', { name: 'Resend' }));
  await settle();
  seen('Resend in 12 seconds');
  for (let second = 0; second < 12; second++) await settle(1000);
  const again = '01900000-0000-7000-8000-0000000000aa';
  answers['auth/token'] = () => json(200, { profileSYSID: again });
  fireEvent.click(screen.getByRole('button', { name: 'Resend' }));
  await settle();
  await type('Verification code', '654321', 'Submit OTP');
  expect(calls.at(-1)?.body).toEqual({ otp: '654321', profileSYSID: again });
});
