import type { SecondFactor as Factor } from '@mfuko/contract/second-factor';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { hideNotices } from '../../ui/notify.tsx';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { BackupCodes } from './BackupCodes.tsx';
import { ConfirmChange } from './ConfirmChange.tsx';
import { OwnNextNumber } from './OwnNextNumber.tsx';
import { Passkeys } from './Passkeys.tsx';
import { SecondFactor } from './SecondFactor.tsx';

// Removes the pause before the outcome is asked for.
vi.mock('../../school/attempts/outcome.ts', async (original) => ({
  ...(await original<object>()),
  PAUSES_MS: [0, 0, 0],
}));

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
const NONE: Factor = {
  on: false,
  since: null,
  totp: false,
  passkeys: 0,
  recoveryLeft: 0,
  due: false,
  waitsUntil: null,
};
const ON: Factor = { ...NONE, on: true, since: '2026-11-20T08:00:00.000Z', totp: true, recoveryLeft: 9 };
const PASSKEY = { sysid: ID, name: 'Laptop', added: '2026-11-20T08:00:00.000Z', lastUsed: null, stopped: null };
const LOST_CODES = /^No answer came\. It may still have worked: .* make new ones\.$/;
let api: FakeApi;
let outcome: object;
function lose(): never {
  throw new TypeError('Failed to fetch');
}

beforeAll(async () => {
  api = await prepareScreens(['profile', 'session', 'ui']);
});
beforeEach(() => {
  api.calls.length = 0;
  outcome = { outcome: 'void' };
  api.replies = {
    'wallet/closeAttempt': () => ({ body: outcome }),
    'profile/getPasskeys': () => ({ body: { passkeys: [], origin: window.location.origin, cannot: null } }),
    'auth/requestProfileCode': () => ({ body: { profileSYSID: ID, newPhoneSYSID: null } }),
  };
});
afterEach(() => {
  expect(screen.queryByText('General Failure')).toBeNull();
  act(() => hideNotices());
  cleanup();
});
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
/** Presses the button of the open question. */
async function agree(act: string) {
  const question = await screen.findByRole('dialog');
  const button = [...question.querySelectorAll('button')].find(({ textContent }) => textContent === act);
  fireEvent.click(button as Element);
}

test('SecondFactor shows a removal with a lost answer as done when its outcome is recorded', async () => {
  let stands = ON;
  api.replies['profile/getSecondFactor'] = () => ({ body: stands });
  api.replies['profile/removeTotp'] = () => {
    stands = NONE;
    outcome = { outcome: 'recorded' };
    return lose();
  };
  showScreen(<SecondFactor profile={PROFILE} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  await agree('Remove');
  await screen.findByText('The second factor was removed');
  await screen.findByText('You have none: you sign in with the SMS code alone.');
});

test('Passkeys keeps a passkey when its removal with a lost answer is void', async () => {
  api.replies['profile/getPasskeys'] = () => ({ body: { passkeys: [PASSKEY], origin: 'https://x', cannot: null } });
  api.replies['profile/removePasskey'] = lose;
  showScreen(<Passkeys onCodes={() => undefined} />);
  fireEvent.click(await screen.findByRole('button', { name: /^Remove/ }));
  await agree('Remove');
  await screen.findByText('The network failed and nothing was recorded. Try again.');
  screen.getByText('Laptop');
});

test('ConfirmChange continues with the recorded answer when the first answer is lost', async () => {
  const confirmed = vi.fn();
  const profile = { ...PROFILE, email: 'new@example.com' };
  api.replies['auth/confirmProfileChange'] = () => {
    outcome = { outcome: 'recorded', answer: profile };
    return lose();
  };
  showScreen(
    <ConfirmChange
      pending={{ change: 'email', email: 'new@example.com' }}
      phone="254700000002"
      onConfirmed={confirmed}
      onCancel={() => undefined}
    />,
  );
  await waitFor(() => expect(screen.getByRole('button', { name: 'Confirm' })).toHaveProperty('disabled', false));
  fireEvent.change(screen.getByLabelText(/Code from 254700000002/), { target: { value: '111111' } });
  press('Confirm');
  await waitFor(() => expect(confirmed).toHaveBeenCalledOnce());
  expect(confirmed.mock.calls[0]?.[0]).toEqual(profile);
});

test('BackupCodes uses the recorded answer when the answer to its code request is lost', async () => {
  api.replies['auth/requestProfileCode'] = () => {
    outcome = { outcome: 'recorded', answer: { profileSYSID: ID, newPhoneSYSID: null } };
    return lose();
  };
  api.replies['auth/getBackupCodes'] = () => ({ body: { left: 0, made: null, lastUsed: null } });
  showScreen(<BackupCodes profile={PROFILE} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Make backup codes' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Make codes' })).toHaveProperty('disabled', false));
});

test('OwnNextNumber shows a refusal with a lost answer as done when it is recorded', async () => {
  let next: object | null = { endsIn: '678', by: 'Auma Were', from: '2026-03-02T09:00:00.000Z' };
  api.replies['auth/getNextNumber'] = () => ({ body: { next } });
  api.replies['auth/refuseNumber'] = () => {
    next = null;
    outcome = { outcome: 'recorded', answer: { next } };
    return lose();
  };
  showScreen(<OwnNextNumber />);
  fireEvent.click(await screen.findByRole('button', { name: 'Keep the current number' }));
  await screen.findByText('The number was not changed');
});

test('BackupCodes reports codes whose answer is lost, and reloads its state without asking the outcome', async () => {
  let stands = { left: 0, made: null as string | null, lastUsed: null };
  api.replies['auth/getBackupCodes'] = () => ({ body: stands });
  api.replies['auth/makeBackupCodes'] = () => {
    stands = { left: 10, made: '2026-11-20T08:00:00.000Z', lastUsed: null };
    return lose();
  };
  showScreen(<BackupCodes profile={PROFILE} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Make backup codes' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Make codes' })).toHaveProperty('disabled', false));
  fireEvent.change(screen.getByLabelText(/Code from 254700000002/), { target: { value: '123456' } });
  press('Make codes');
  await screen.findByText(LOST_CODES);
  await screen.findByRole('button', { name: 'Make new codes' });
  // The server stores no answer with codes, so that it would call them not recorded.
  expect(api.calls.map(({ path }) => path)).not.toContain('wallet/closeAttempt');
});

test('SecondFactor shows an authenticator as set up when the answer with its codes is lost', async () => {
  let stands = NONE;
  api.replies['profile/getSecondFactor'] = () => ({ body: stands });
  api.replies['profile/startTotp'] = () => ({
    body: { secret: 'GEZDGNBV', otpauth: 'otpauth://totp/x?secret=GEZDGNBV' },
  });
  api.replies['profile/confirmTotp'] = () => {
    stands = ON;
    return lose();
  };
  showScreen(<SecondFactor profile={PROFILE} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Set up an authenticator' }));
  await screen.findByRole('img', { name: /QR code/ });
  fireEvent.change(screen.getByLabelText(/Code shown by the app/), { target: { value: '123456' } });
  press('Confirm');
  await screen.findByText(LOST_CODES);
  await screen.findByText('Recovery codes left');
});
