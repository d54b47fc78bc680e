import { schoolConfig } from '@mfuko/contract/schools';
import type { SecondFactor as ContractFactor } from '@mfuko/contract/second-factor';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { call, onStepUp } from '../../lib/request.ts';
import { askStepUp, useStepUpAsk } from '../../lib/step-up.ts';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { SignInPage } from './SignInPage.tsx';
import { StepUpDialog } from './StepUpDialog.tsx';

const ID = '01900000-0000-7000-8000-000000000001';
const PROFILE = {
  sysid: ID,
  phoneNumber: '254700000002',
  email: 'achieng@example.com',
  firstName: 'Achieng',
  lastNames: 'Were',
  role: 'SchoolAdmin' as const,
  duties: [],
  schoolName: 'DEMO',
  lastSignIn: null,
  dateCreated: '2026-01-01T00:00:00.000Z',
  updated: 'stamp',
};
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const CODES = Array.from({ length: 10 }, (_, place) => `K7QP0-01MX${place}`);
const refused = (status: number, problem: string, detail = {}) => ({
  status,
  body: { code: String(status), message: problem, problem, detail },
});
const NONE = { on: false, since: null, totp: false, passkeys: 0, recoveryLeft: 0, due: false, waitsUntil: null };
let stands: ContractFactor = NONE;
let proven = false;
const real = window.location;
const here = { ...real, pathname: '/app/my.profile', search: '?from=bell' };
let api: FakeApi;

beforeAll(async () => {
  api = await prepareScreens(['profile', 'session', 'problems']);
  onStepUp((error) => askStepUp(error.detail));
});
beforeEach(() => {
  stands = NONE;
  proven = false;
  api.calls.length = 0;
  api.replies = {
    'profile/getSecondFactor': () => ({ body: stands }),
    'profile/getPasskeys': () => ({ body: { passkeys: [], origin: window.location.origin, cannot: null } }),
    'profile/startTotp': () => ({ body: { secret: SECRET, otpauth: `otpauth://totp/Mfuko?secret=${SECRET}` } }),
    'profile/confirmTotp': ({ totp }) => {
      if (totp !== '123456') return refused(422, 'profile.wrong-code', { fields: { totp: 'is wrong' } });
      stands = { ...NONE, on: true, since: '2026-11-20T08:00:00.000Z', totp: true, recoveryLeft: 10 };
      return { body: { recoveryCodes: CODES } };
    },
    'profile/removeTotp': () => {
      if (!proven) return refused(403, 'session.step-up', { hasFactor: true });
      stands = NONE;
      return { body: stands };
    },
    'auth/stepUp': ({ totp }) => {
      if (totp !== '654321') return refused(422, 'profile.wrong-code');
      proven = true;
      return { body: { until: '2026-11-20T08:10:00.000Z' } };
    },
  };
});
afterEach(cleanup);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const asked = (path: string) => api.calls.filter((made) => made.path === path).map(({ input }) => input);

/** The dialog as the frame shows it. */
function Frame({ children }: { children: React.ReactNode }) {
  const ask = useStepUpAsk();
  return (
    <>
      {children}
      {ask && <StepUpDialog ask={ask} />}
    </>
  );
}

test('SecondFactor sets up an authenticator, shows its recovery codes once, and stores neither secret nor codes', async () => {
  showScreen(<SecondFactor profile={PROFILE} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Set up an authenticator' }));
  await screen.findByRole('img', { name: /QR code/ });
  screen.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ');
  type(/Code shown by the app/, '000 000');
  press('Confirm');
  await waitFor(() => expect(asked('profile/confirmTotp')).toEqual([{ totp: '000000' }]));
  await waitFor(() => expect(screen.getByLabelText(/Code shown by the app/).getAttribute('aria-invalid')).toBe('true'));
  type(/Code shown by the app/, '123456');
  press('Confirm');
  await screen.findByText(CODES[9] ?? '');
  press('I have saved them');
  // The notices below the heading are in sight: that a first factor waits, above all.
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Second factor' }));
  await screen.findByText('Recovery codes left');
  expect(screen.queryByText(CODES[0] ?? '')).toBeNull();
  expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toMatch(/K7QP0|GEZDGNBV/);
});

test('SecondFactor says when the role requires one', async () => {
  stands = { ...NONE, due: true };
  showScreen(<SecondFactor profile={PROFILE} />);
  await screen.findByText(/Your role needs a second factor/);
});

test('SecondFactor removal asks for a step-up code, and then repeats the call', async () => {
  stands = { ...NONE, on: true, since: '2026-11-20T08:00:00.000Z', totp: true, recoveryLeft: 2 };
  showScreen(
    <Frame>
      <SecondFactor profile={PROFILE} />
    </Frame>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  const question = await screen.findByRole('dialog', { name: 'Remove the second factor?' });
  fireEvent.click(
    [...question.querySelectorAll('button')].find(({ textContent }) => textContent === 'Remove') as Element,
  );
  const dialog = await screen.findByRole('dialog', { name: 'Confirm that it is you' });
  expect(dialog).toBeTruthy();
  type('Authenticator code', '000000');
  press('Confirm');
  await screen.findByText(/wrong or already used/);
  type('Authenticator code', '654321');
  press('Confirm');
  await screen.findByText('You have none: you sign in with the SMS code alone.');
  expect(asked('profile/removeTotp')).toHaveLength(2);
});

test('one step-up repeats all calls that need it under their own idempotency keys', async () => {
  const keys: (string | null)[] = [];
  const send = globalThis.fetch;
  globalThis.fetch = async (url, init) => {
    if (String(url).includes('schoolConfig')) keys.push(new Headers(init?.headers).get('Idempotency-Key'));
    return send(url, init);
  };
  api.replies['school/schoolConfig'] = () =>
    proven ? { body: { sysid: ID } } : refused(403, 'session.step-up', { hasFactor: false, why: 'none' });
  function Caller() {
    const [said, say] = useState('');
    useEffect(() => {
      const input = { schoolSYSID: ID, shortCode: '600220' } as never;
      void Promise.allSettled([call(schoolConfig, input), call(schoolConfig, input)]).then((ends) =>
        say(ends.map(({ status }) => status).join(' ')),
      );
    }, []);
    return <p>{said}</p>;
  }
  try {
    showScreen(
      <Frame>
        <Caller />
      </Frame>,
    );
    await screen.findByRole('dialog', { name: 'Confirm that it is you' });
    // Without an authenticator the user has no code.
    expect(screen.getByRole('link', { name: 'open My Profile' }).getAttribute('target')).toBe('_blank');
    type('Authenticator code', '654321');
    press('Confirm');
    await screen.findByText('fulfilled fulfilled');
  } finally {
    globalThis.fetch = send;
  }
  expect(asked('auth/stepUp')).toHaveLength(1);
  expect(keys).toHaveLength(4);
  expect(new Set(keys).size).toBe(2);
  expect(keys[2]).toBe(keys[0]);
});

test('SecondFactor and the step-up dialog say until when a new factor waits', async () => {
  const until = '2026-11-21T08:00:00.000Z';
  stands = { ...NONE, on: true, since: '2026-11-20T08:00:00.000Z', totp: true, recoveryLeft: 10, waitsUntil: until };
  api.replies['profile/makeRecoveryCodes'] = () => refused(403, 'session.step-up', { hasFactor: true });
  api.replies['auth/stepUp'] = () => ({
    status: 403,
    body: { code: '403', message: 'It opens this from tomorrow.', problem: 'session.factor-waits', detail: { until } },
  });
  showScreen(
    <Frame>
      <SecondFactor profile={PROFILE} />
    </Frame>,
  );
  await screen.findByText(/works for .* from .*21.*11:00.* with only your phone number or a backup code as proof/);
  press('Make new recovery codes');
  await screen.findByRole('dialog', { name: 'Confirm that it is you' });
  type('Authenticator code', '654321');
  press('Confirm');
  const said = await screen.findByText('It opens this from tomorrow.');
  expect(said.closest('[role="dialog"]')).not.toBeNull();
  press('Cancel');
});

test.each([
  ['Set up an authenticator', 'profile/startTotp'],
  ['Add a passkey', 'profile/startPasskey'],
])('SecondFactor offers to sign in again when a first factor requires it: %s', async (button, path) => {
  api.replies[path] = () => refused(403, 'session.sign-in-due', { why: 'first-factor' });
  const went: string[] = [];
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.stubGlobal('location', { ...here, assign: (to: string) => went.push(to) });
  try {
    showScreen(<SecondFactor profile={PROFILE} />);
    fireEvent.click(await screen.findByRole('button', { name: button }));
    if (path === 'profile/startPasskey') {
      type(/Name/, 'Office');
      press('Make the passkey');
    }
    await screen.findByText('Log in again first');
    press('Log in again');
    await waitFor(() => expect(went).toEqual(['/auth?to=%2Fapp%2Fmy.profile%3Ffrom%3Dbell']));
    expect(asked('auth/logout')).toHaveLength(1);
    // The page that is loading finds no session.
    expect(localStorage.getItem('session') ?? sessionStorage.getItem('session')).toBeNull();
  } finally {
    vi.stubGlobal('location', real);
  }
});

test('cancelling the step-up dialog returns the refusal without a retry', async () => {
  api.replies['school/schoolConfig'] = () => refused(403, 'session.step-up', { hasFactor: true });
  let ended: unknown;
  showScreen(
    <Frame>
      <p>here</p>
    </Frame>,
  );
  const made = call(schoolConfig, { schoolSYSID: ID } as never).catch((error) => {
    ended = error;
  });
  await screen.findByRole('dialog', { name: 'Confirm that it is you' });
  press('Cancel');
  await made;
  expect(ended).toMatchObject({ problem: 'session.step-up' });
  expect(asked('school/schoolConfig')).toHaveLength(1);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('SignInPage asks for the second factor after the SMS code, and takes a recovery code instead', async () => {
  navigator.geolocation ??
    Object.assign(navigator, {
      geolocation: { getCurrentPosition: (ok: (p: object) => void) => ok({ coords: { latitude: 0, longitude: 0 } }) },
    });
  api.replies['auth/token'] = () => ({ body: { profileSYSID: ID } });
  api.replies['auth/validateOTP'] = () => refused(401, 'session.second-factor');
  showScreen(<SignInPage onSignedIn={() => undefined} />);
  type('Phone number', '0700000002');
  press('Login');
  await screen.findByLabelText('Verification code');
  type('Verification code', '111222');
  press('Submit OTP');
  await screen.findByRole('heading', { name: 'Confirm with your authenticator' });
  type('Authenticator code', '654 321');
  press('Sign in');
  await waitFor(() =>
    expect(asked('auth/validateOTP')).toEqual([
      { otp: '111222', profileSYSID: ID },
      { otp: '111222', profileSYSID: ID, totp: '654321' },
    ]),
  );
  press('No authenticator at hand? Use a recovery code');
  type('Recovery code', 'k7qp0 01mx3');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Sign in' })).toHaveProperty('disabled', false));
  press('Sign in');
  await waitFor(() => expect(asked('auth/validateOTP').at(-1)).toMatchObject({ recoveryCode: 'K7QP001MX3' }));
});
