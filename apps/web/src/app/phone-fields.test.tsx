import { PAYMENT_SECRETS } from '@mfuko/contract/schools';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { AskGuardian } from '../features/payments/AskGuardian.tsx';
import { ConfigForm } from '../features/schools/ConfigForm.tsx';
import { ForgotPasswordPage, MyProfilePage, SignInPage } from '../features/session/index.ts';
import { AddUserPage } from '../features/staff/AddUserPage.tsx';
import { EditUser } from '../features/staff/EditUser.tsx';
import { GuardianForm } from '../features/students/GuardianForm.tsx';
import { GuardianStep } from '../features/students/GuardianStep.tsx';
import { type FakeApi, prepareScreens, showScreen } from '../ui/screen.testkit.tsx';

/** All fields of the console for phone numbers, each in its form. */

vi.mock('@tanstack/react-router', () => ({
  Link: 'a',
  createLink: () => 'a',
  useSearch: () => ({ admissionNumber: '4007' }),
  useNavigate: () => () => undefined,
}));

const ID = '01900000-0000-7000-8000-000000000001';
const USER = {
  sysid: ID,
  firstName: 'Kamau',
  lastName: 'Wafula',
  lastNames: 'Wafula',
  phoneNumber: '254700000002',
  mobileNumber: '254700000002',
  email: 'kamau@example.com',
  role: 'CheckAgent',
  duties: ['gate'],
  status: 'active',
  lastSignIn: null,
  dateCreated: '2026-01-01T00:00:00.000Z',
  school: null,
  openSessions: 0,
  stoppedUntil: null,
  nextNumber: null,
  secondFactor: { on: false, removal: null, waitsUntil: null },
  unconfirmed: null,
  updated: 'stamp',
} as const;
let api: FakeApi;

const FIELDS: readonly [name: string, form: () => ReactNode, label: RegExp][] = [
  ['sign-in', () => <SignInPage onSignedIn={() => undefined} />, /^Phone number/],
  ['forgotten password', () => <ForgotPasswordPage onDone={() => undefined} back={null} />, /^Phone number/],
  ['profile', () => <MyProfilePage onChanged={() => undefined} />, /^Phone number/],
  ['Add User', () => <AddUserPage />, /^Phone number/],
  ['a user, edited', () => <EditUser user={{ ...USER, duties: ['gate'] }} onDone={() => undefined} />, /^Phone number/],
  [
    'guardian of a new student',
    () => <GuardianStep studentSYSID={ID} onBack={() => undefined} onComplete={() => undefined} />,
    /^Phone number/,
  ],
  ['guardian', () => <GuardianForm studentSYSID={ID} guardian={null} onSaved={() => undefined} />, /^Phone number/],
  ['Set Config', () => <ConfigForm schoolSYSID={ID} onDone={() => undefined} />, /^Contact number/],
  ['who is asked to pay', () => <AskGuardian />, /^Phone number/],
];

beforeAll(async () => {
  const texts = Object.keys(import.meta.glob('../locales/en/*.json')).map((file) => file.replace(/.*\/|\.json$/g, ''));
  api = await prepareScreens(texts);
});
beforeEach(() => {
  api.replies = {
    'auth/getProfile': () => ({ body: USER }),
    'auth/getBackupCodes': () => ({ body: { left: 0, made: null, lastUsed: null } }),
    'profile/getPasskeys': () => ({ body: { passkeys: [], origin: 'https://shule.example', cannot: null } }),
    'school/getSchoolConfig': () => ({
      body: Object.fromEntries([['schoolSYSID', ID], ...PAYMENT_SECRETS.map((name) => [name, { set: false }])]),
    }),
    'student/getStudent': () => ({
      body: { sysid: ID, admissionNumber: '4007', names: 'Amani Mwende', className: 'Grade 3', status: 'active' },
    }),
  };
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

const WAYS = ['0722000111', '0722 000-111', '+254 722 000 111', '254722000111'];

test.each(FIELDS)(
  '%s: the phone field normalises common formats to 254…, and rejects an invalid number',
  async (_, form, label) => {
    showScreen(form());
    const field = (await screen.findByRole('textbox', { name: label })) as HTMLInputElement;
    expect([field.type, field.inputMode, field.placeholder]).toEqual(['tel', 'tel', '254XXXXXXXXX']);
    for (const way of WAYS) {
      fireEvent.change(field, { target: { value: '' } });
      fireEvent.change(field, { target: { value: way } });
      expect(field.value).toBe(way);
      fireEvent.blur(field);
      await waitFor(() => expect(field.value).toBe('254722000111'));
    }
    fireEvent.change(field, { target: { value: '0110-000 222' } });
    fireEvent.blur(field);
    await waitFor(() => expect(field.value).toBe('254110000222'));
    fireEvent.change(field, { target: { value: '0622000111' } });
    fireEvent.blur(field);
    expect(field.value).toBe('0622000111');
    fireEvent.submit(field.form as HTMLFormElement);
    await screen.findAllByText(/phone number such as 0712 345 678|Please provide a valid Contact number/i);
  },
);
