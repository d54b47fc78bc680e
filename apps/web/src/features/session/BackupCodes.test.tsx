import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { BackupCodes } from './BackupCodes.tsx';

const ID = '01900000-0000-7000-8000-000000000001';
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
} as const;
const CODES = Array.from({ length: 10 }, (_, place) => `K7QP-01M${place}`);
let stands = { left: 0, made: null as string | null, lastUsed: null as string | null };
let api: FakeApi;

beforeAll(async () => {
  api = await prepareScreens(['profile', 'session']);
});
beforeEach(() => {
  stands = { left: 0, made: null, lastUsed: null };
  api.calls.length = 0;
  api.replies = {
    'auth/getBackupCodes': () => ({ body: stands }),
    'auth/requestProfileCode': () => ({ body: { profileSYSID: ID, newPhoneSYSID: null } }),
    'auth/makeBackupCodes': () => {
      stands = { left: 10, made: '2026-11-20T08:00:00.000Z', lastUsed: null };
      return { body: { ...stands, codes: CODES } };
    },
  };
});
afterEach(cleanup);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('BackupCodes are made by a phone code, shown once, printed without phone number, and not stored', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  showScreen(<BackupCodes profile={{ ...PROFILE, duties: [] }} />);
  await screen.findByText('You have none yet.');
  press('Make backup codes');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Make codes' })).toHaveProperty('disabled', false));
  fireEvent.change(screen.getByLabelText(/Code from 254700000002/), { target: { value: '123 456' } });
  press('Make codes');
  await screen.findByText(CODES[9] ?? '');
  const made = api.calls.find(({ path }) => path === 'auth/makeBackupCodes');
  expect(made?.input).toEqual({ profileSYSID: ID, otp: '123456' });
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(CODES);
  // The paper names the person but no phone number.
  expect(screen.queryByText(/254700000002/)).toBeNull();
  press('Print');
  await waitFor(
    () => {
      expect(print).toHaveBeenCalledOnce();
    },
    { timeout: 10_000 },
  );
  // The paper is an element beside the console, removed after printing.
  expect(document.querySelector('body > [data-paper="sheet"]')?.textContent).toContain(CODES[9]);
  fireEvent(window, new Event('afterprint'));
  expect(document.querySelector('body > [data-paper]')).toBeNull();
  press('I have saved them');
  await screen.findByText('Make new codes');
  expect(screen.queryByText(CODES[0] ?? '')).toBeNull();
  expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toContain('K7QP');
});

test('BackupCodes warns when few codes are left', async () => {
  stands = { left: 3, made: '2026-11-20T08:00:00.000Z', lastUsed: '2026-11-21T08:00:00.000Z' };
  showScreen(<BackupCodes profile={{ ...PROFILE, duties: [] }} />);
  await screen.findByText(/Only a few are left/);
});
